import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityOf, importFile, main, sendHere, sendTo } from '@/lib/programs/admin/import-files';
import { handleSms } from '@/lib/platform/door/web-door';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { auditedChange } from '../../../support/audit';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { PDF, PNG } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { basic, createPartners, importAll } from './support/partner';

/** Files: units of head office by CSV, files of the shell, and the papers of reports. */

useFreshDatabase();
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  await createPersonas();
  await createPartners();
});
beforeEach(resetRateLimits);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closePortal();
});

interface Answer {
  created: number;
  updated: number;
  unchanged: number;
  failedTotal: number;
  failed: { line: number; message: string }[];
}
const units = (csv: string, dryRun?: boolean, who = 'platformAdmin') =>
  call<Answer>(who, 'POST', 'equipment/import', { csv, dryRun });
const HEAD = 'EquipmentNo,equipmentName,equipmentType,branchCode,projectId,cubeNo,totalFloors';
const LINES = [
  'N1,一号梯,YAE_ELT,B01,P-1,,12',
  'N2,二号梯,YAE_ELT,B99,,,',
  'N1,又一号梯,YAE_ELT,B01,,,',
  ',,YAE_ELT,B01,,,',
];
const FAILED = [
  { line: 3, message: '分公司B99不存在' },
  { line: 4, message: '设备N1与第2行重复' },
  { line: 5, message: 'equipmentNo: 编号格式不正确（只含字母、数字和 _ . -，最多 40 个字符）' },
];

describe('a CSV file of units', () => {
  const csv = [HEAD, ...LINES].join('\r\n');

  it('is checked first: what would be made and which lines are wrong, and nothing is stored', async () => {
    expect((await units(csv, true)).data).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      failedTotal: 3,
      failed: FAILED,
    });
    expect(await db().equipment.count({ where: { equipmentNo: 'N1' } })).toBe(0);
  });
  it('is imported then: good lines are kept, also into a project that people keep; again it changes nothing', async () => {
    expect((await units(csv)).data).toMatchObject({ created: 1, failedTotal: 3 });
    expect(await auditedChange('importEquipmentFile')).toMatchObject({ created: { after: 1 }, failed: { after: 3 } });
    expect(
      await db().equipment.findUnique({ where: { equipmentNo: 'N1' }, include: { projects: true } }),
    ).toMatchObject({
      createBy: 'platformAdmin',
      projects: [{ projectId: 'P-1' }],
    });
    expect((await units(csv)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });
  it('is refused whole when its head is wrong or it holds nothing', async () => {
    expect((await units('equipmentNo,colour\nN9,red')).data.failed).toEqual([
      { line: 1, message: '无法识别的列：colour' },
    ]);
    expect((await units('equipmentName\nN9')).data.failed).toEqual([{ line: 1, message: '缺少列：equipmentNo' }]);
    expect((await units(HEAD)).data.failed).toEqual([{ line: 1, message: '文件中没有数据' }]);
  });
  it('is head office’s alone', async () => {
    expect(await units(csv, true, 'branchManager')).toMatchObject({ code: 403 });
  });
});

describe('npm run import', () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = async (path: string, send = sendHere('shell')) => {
    const refused: string[] = [];
    const shares: number[] = [];
    const sum = await importFile(path, entityOf(path), send, {
      refused: (text) => refused.push(text.replace(`${folder}/`, '')),
      progress: (share) => shares.push(share),
    });
    return { ...sum, refused, share: shares.at(-1) };
  };
  it('takes CSV and JSON lines in batches, names refused rows by their lines, and changes nothing when it runs again', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => `F${at},梯${at},YAE_ELT,${at === 650 ? 'B99' : 'B01'}`);
    const path = file('equipment-2026.csv', ['equipmentNo,equipmentName,equipmentType,branchCode', ...rows].join('\n'));
    expect(await run(path)).toEqual({
      created: 699,
      updated: 0,
      unchanged: 0,
      failed: 1,
      refused: ['equipment-2026.csv:652 There is no branch B99'],
      share: 1,
    });
    expect(await run(path)).toMatchObject({ created: 0, updated: 0, unchanged: 699, failed: 1 });
    const calls = file(
      'callback.jsonl',
      '{"callbackId":"X1","equipmentNo":"F1","createDate":"2026-03-01 08:00:00"}\n\n{"callbackId":"X2","equipmentNo":"none","createDate":"2026-03-01"}\n',
    );
    expect(await run(calls)).toMatchObject({ created: 1, refused: ['callback.jsonl:3 Unknown equipment: none'] });
  });
  it('says what it cannot read, with the line', async () => {
    await expect(run(file('symptom.jsonl', '{"symptomId":"1"\n'))).rejects.toThrow(
      'symptom.jsonl, line 1: this is no JSON.',
    );
    await expect(run(file('symptom.csv', 'a,b\n1,2,3\n'))).rejects.toThrow('line 2: 3 cells where the head names 2.');
    await expect(run(file('symptom.xlsx', ''))).rejects.toThrow('is neither .csv nor .jsonl.');
    await expect(run(join(folder, 'symptom-gone.csv'))).rejects.toThrow('There is no file');
    expect(() => entityOf('data.csv')).toThrow('data.csv does not begin with a kind of row; say it with --entity.');
    await expect(main(['--url', 'http://127.0.0.1:1', 'branch.csv'])).rejects.toThrow('--secret-file');
  });
  it('goes through another portal’s door with a partner’s secret', async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = { ...(request.headers as Record<string, string>), 'x-forwarded-for': '192.0.2.9' };
        void handleSms(
          new Request(`${ORIGIN}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) }),
        ).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(await answer.text());
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const path = file('branch.csv', 'branchCode,branchName\nR1,远程\nR2,\n');
      expect(await run(path, sendTo(url, 'erp', 'Partner-Secret-1'))).toMatchObject({
        created: 1,
        refused: ['branch.csv:3 branchName: Required'],
      });
      await expect(run(path, sendTo(url, 'erp', 'wrong'))).rejects.toThrow('refused the rows: 401');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('the paper of a maintenance report', () => {
  const send = async (jobNo: string, paper: File, partner = 'erp') => {
    const form = new FormData();
    form.append('jobNo', jobNo);
    form.append('file', paper);
    const answer = await handleSms(
      new Request(`${ORIGIN}/sms/integration/maintenanceReportFile`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.1', ...basic(partner) },
        body: form,
      }),
    );
    return (await answer.json()) as { code: number };
  };
  const pdf = (name = 'report.pdf') => new File([new Uint8Array(PDF)], name, { type: 'application/pdf' });
  const report = () => db().maintenanceReport.findUniqueOrThrow({ where: { jobNo: 'M1' } });

  it('makes the report complete; a new one takes the place of the old one', async () => {
    await importAll('maintenanceJob', [
      { jobNo: 'M1', equipmentNo: 'F1', maintenanceType: 'YAE_ELE_BI', planDate: '2026-03-02', jobStatus: 'DONE' },
    ]);
    await importAll('maintenanceReport', [{ jobNo: 'M1' }]);
    expect(await send('M1', pdf())).toMatchObject({ code: 200 });
    const first = await report();
    expect(first.status).toBe('1');
    expect(await db().storedFile.findUnique({ where: { path: first.filePath ?? '' } })).toMatchObject({
      kind: 'report',
      equipmentNo: 'F1',
      name: 'report.pdf',
    });
    expect(await send('M1', pdf('new.pdf'))).toMatchObject({ code: 200 });
    expect((await db().storedFile.findUnique({ where: { path: first.filePath ?? '' } }))?.deletedAt).not.toBeNull();
    await importAll('maintenanceReport', [{ jobNo: 'M1', status: '3' }]);
    expect((await report()).status).toBe('1');
  });
  it('is refused for a report that is unknown, for what is no PDF, and from who may not import', async () => {
    expect(await send('M9', pdf())).toMatchObject({ code: 404 });
    expect(await send('M1', new File([new Uint8Array(PNG)], 'report.pdf'))).toMatchObject({ code: 415 });
    expect(await send('M1', pdf(), 'portal')).toMatchObject({ code: 403 });
  });
});
