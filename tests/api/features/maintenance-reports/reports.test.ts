import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { resetConfig } from '@/lib/config';
import { makeSignedDocuments } from '@/lib/features/maintenance-reports/internal/signed-documents';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate, formatDateTime } from '@/lib/platform/i18n/format';
import { handleSms } from '@/lib/platform/door/web-door';
import { INTERNAL_HEADER } from '@/lib/platform/system/internal';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { isFull } from '../../../support/full';
import { pdfFonts, pdfImages, pdfInfo, pdfLetters } from '../../../support/pdf';
import { createPersonas } from '../../../support/personas';
import { formOf } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { unzipped } from '../../../support/zip';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { createReport } from './support/jobs';

/** Maintenance reports: lists, documents, archives (api.md §2.13, readings 93, 106). */

useFreshDatabase();
useDataDir();
const paper = usePaper();

const OWN_PHONE = '13800000009';
const TODAY = formatDate(Date.now());
const dayBefore = (days: number) => formatDate(Date.now() - days * 86_400_000);
const DAY = dayBefore(3);

interface Row {
  jobNo: string;
  status: string;
  [field: string]: unknown;
}
interface Rows {
  total: number;
  records: Row[];
}
const BY_PHONE = 'paperless/sendMessage/query';
const BY_EQUIPMENT = 'maintenance/paperlessMaintenance';
const days = { startDate: dayBefore(20), endDate: TODAY };
const ask = (name: string, path: string, more: object = {}) => call<Rows>(name, 'POST', path, { ...days, ...more });
const jobsOf = async (name: string, path: string, more?: object) =>
  (await ask(name, path, more)).data.records.map(({ jobNo }) => jobNo);

async function file(name: string, path: string, body?: unknown) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isFile = !response.headers.get('content-type')?.includes('json');
  const said = isFile ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as { code: number; message: string });
  return { status: response.status, headers: response.headers, bytes, said };
}
const pdfOf = (name: string, jobNo: string, query = '') => file(name, `paperless/mnt/getFile/${jobNo}${query}`);
const zipOf = (name: string, jobNos: unknown, more: object = days) =>
  file(name, 'paperless/maintenance/downloadPdfAsZip', { jobNos, ...more });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  await createPersonas();
  await db().user.update({ where: { username: 'maintenanceSigner' }, data: { phone: OWN_PHONE } });
  await db().equipment.update({
    where: { equipmentNo: 'E-1' },
    data: { buildingName: '一号楼', address: '上海市静安区某路1号', governmentNo: '31103101002026000001' },
  });
  await createReport({ jobNo: 'M1', day: DAY });
  await createReport({ jobNo: 'M2', day: dayBefore(4), status: '2' });
  await createReport({ jobNo: 'M3', day: dayBefore(5), status: '3', phones: [OWN_PHONE] });
  await createReport({
    jobNo: 'M4',
    day: dayBefore(6),
    equipmentNo: 'E-3',
    branchCode: 'B02',
    phones: [OWN_PHONE],
    mntType: 'YAE_ELE_A',
  });
  await createReport({ jobNo: 'M5', day: dayBefore(7), equipmentNo: 'E-3', branchCode: 'B02', items: 0 });
  await createReport({ jobNo: 'M6', day: dayBefore(60), equipmentNo: 'E-2' });
  await createReport({ jobNo: 'M7', day: dayBefore(200), equipmentNo: 'E-2' });
});
beforeEach(resetLimits);

describe('the lists', () => {
  it('[API-081] by phone: what was sent to their own phone, of any unit; nobody else phone finds none', async () => {
    expect(await jobsOf('maintenanceSigner', BY_PHONE)).toEqual(['M3', 'M4']);
    expect((await ask('internalStaff', BY_PHONE)).data).toMatchObject({ total: 0, records: [] });
    expect((await ask('customerLite', BY_PHONE)).code).toBe(403);
  });

  it('[API-082] by equipment: what belongs to the units in scope', async () => {
    expect(await jobsOf('maintenanceSigner', BY_EQUIPMENT)).toEqual(['M1', 'M2', 'M3']);
    expect(await jobsOf('platformAdmin', BY_EQUIPMENT)).toEqual(['M1', 'M2', 'M3', 'M4', 'M5']);
    expect(await jobsOf('branchManager', BY_EQUIPMENT)).toEqual(['M1', 'M2', 'M3']);
  });

  it('[MREP-005] a row says what the documents name', async () => {
    const { records } = (await ask('maintenanceSigner', BY_EQUIPMENT, { status: '1' })).data;
    expect(records).toEqual([
      {
        jobNo: 'M1',
        equipmentNo: 'E-1',
        equipmentDesc: '静安中心1号梯',
        equipmentName: '一号楼',
        mntDate: DAY,
        mntType: 'YAE_ELE_BI',
        registerNo: '31103101002026000001',
        status: '1',
        mntOwners: '周签收',
      },
    ]);
  });

  it('[MREP-002] narrows by keyword, type and status', async () => {
    const found = (more: object) => jobsOf('platformAdmin', BY_EQUIPMENT, more);
    expect(await found({ searchObject: '朝阳' })).toEqual(['M4', 'M5']);
    expect(await found({ searchObject: 'E-3' })).toEqual(['M4', 'M5']);
    expect(await found({ searchObject: '一号楼' })).toEqual(['M1', 'M2', 'M3']);
    expect(await found({ searchObject: '31103101' })).toHaveLength(5);
    expect(await found({ searchObject: '%' })).toEqual([]);
    expect(await found({ mntType: 'YAE_ELE_A' })).toEqual(['M4']);
    expect(await found({ status: '3' })).toEqual(['M3']);
  });

  /** Whoever asks so is refused at these fields, in both modes. */
  async function expectRefusal(more: object, fields: readonly string[], message: string): Promise<void> {
    for (const path of [BY_PHONE, BY_EQUIPMENT]) {
      const refused = (await ask('maintenanceSigner', path, more)) as unknown as {
        code: number;
        message: string;
        data: { fieldErrors: object };
      };
      expect([refused.code, refused.message, Object.keys(refused.data.fieldErrors)]).toEqual([400, message, fields]);
    }
  }

  it('[MREP-007] without both days it is refused at what is missing, in both modes', async () => {
    await expectRefusal({ startDate: '', endDate: '' }, ['startDate', 'endDate'], '开始日期和结束日期必须选择');
    await expectRefusal({ endDate: '' }, ['endDate'], '开始日期和结束日期必须选择');
  });

  it('[MREP-008] days more than 60 apart are refused, in both modes', async () => {
    await expectRefusal({ startDate: dayBefore(61) }, ['endDate'], '日期范围不能超过60天');
    await expectRefusal({ startDate: TODAY, endDate: dayBefore(1) }, ['startDate'], '开始日期不能大于结束日期');
  });

  it('[MREP-009] days in the future are refused, in both modes', async () => {
    await expectRefusal({ endDate: dayBefore(-1) }, ['endDate'], '日期不能晚于今天');
  });

  it('60 days apart are allowed, and 100 rows a page at most', async () => {
    expect(await jobsOf('platformAdmin', BY_EQUIPMENT, { startDate: dayBefore(60) })).toContain('M6');
    expect((await ask('platformAdmin', BY_EQUIPMENT, { pageSize: 100 })).code).toBe(200);
    expect((await ask('platformAdmin', BY_EQUIPMENT, { pageSize: 200 })).code).toBe(400);
  });
});

describe('the document', () => {
  it('[API-084] says every field of the job as the database has it, titled, tagged, A4, with its fonts', async () => {
    const { status, headers, bytes } = await pdfOf('maintenanceSigner', 'M1');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^inline; .*%E7%BB%B4%E4%BF%9D%E8%AE%B0%E5%BD%95M1\.pdf$/);
    // The browser's own reader needs it; what is kept stays in its sandbox.
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; object-src 'self'; /);
    const kept = await pdfOf('maintenanceSigner', 'M1', '?download=1');
    expect(kept.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const letters = pdfLetters(bytes);
    const { rows } = await pool().query<Record<string, unknown>>(
      `SELECT j.*, e.equipment_name, e.building_name, e.address, e.government_no, b.branch_name, r.mnt_owners, r.register_no
         FROM maintenance_job j JOIN equipment e USING (equipment_no) JOIN branch b ON b.branch_code = e.branch_code
         JOIN maintenance_report r USING (job_no) WHERE job_no = 'M1'`,
    );
    const [job = {}] = rows;
    const told = Object.entries(job).filter(
      ([name, value]) =>
        value !== null &&
        !['created', 'create_date', 'updated_at', 'branch_code', 'job_status', 'turn', 'plan_date'].includes(name),
    );
    expect(told.length).toBeGreaterThanOrEqual(20);
    for (const [name, value] of told)
      expect([name, letters]).toEqual([
        name,
        expect.stringContaining(
          name === 'maintenance_type'
            ? '电梯半月保'
            : (value instanceof Date ? formatDateTime(value) : String(value)).replace(/\s/g, ''),
        ),
      ]);
    // A type is printed in words alone.
    expect(letters).not.toContain('YAE_');
    expect(letters).toContain(DAY);
    const items = await db().maintenanceItem.findMany({ where: { jobNo: 'M1' } });
    for (const { item, requirement, result, remark } of items)
      for (const text of [item, requirement, result, remark])
        if (text) expect(letters).toContain(text.replace(/\s/g, ''));
    expect(letters).toContain('制动器闸皮2');
    expect(pdfInfo(bytes)).toMatchObject({ Title: '维保记录 静安中心1号梯', Tagged: 'yes' });
    expect(pdfInfo(bytes)['Page size']).toContain('A4');
    expect(pdfFonts(bytes).every(({ isEmbedded }) => isEmbedded)).toBe(true);
  });

  it('is made once: the second reader, and who asks at the same time, get the same bytes; its hash is kept', async () => {
    const before = paper.drawn();
    const [one, two] = await Promise.all([pdfOf('platformAdmin', 'M5'), pdfOf('platformAdmin', 'M5', '?download=1')]);
    expect(one.headers.get('content-disposition')).toMatch(/^inline/);
    expect(two.headers.get('content-disposition')).toMatch(/^attachment/);
    const drawnAtFirst = paper.drawn() - before;
    expect(drawnAtFirst).toBeLessThanOrEqual(2);
    const three = await pdfOf('platformAdmin', 'M5');
    expect(paper.drawn() - before).toBe(drawnAtFirst);
    expect(new Set([one, two, three].map(({ bytes }) => sha256(bytes))).size).toBe(1);
    const { filePath } = await db().maintenanceReport.findUniqueOrThrow({ where: { jobNo: 'M5' } });
    const stored = await db().storedFile.findMany({ where: { equipmentNo: 'E-3', kind: 'report' } });
    expect(stored.map(({ path, sha256: hash, size }) => [path, hash, size])).toEqual([
      [filePath, sha256(one.bytes), one.bytes.byteLength],
    ]);
  });

  it('of a job whose check items nobody kept says so (readings 93)', async () => {
    expect(pdfLetters((await pdfOf('platformAdmin', 'M5')).bytes)).toContain('检查项目明细未保存');
  });

  it('[MREP-004] that is not generated is not there; of a foreign unit it is refused; an unknown one is not there', async () => {
    expect((await pdfOf('maintenanceSigner', 'M2')).said).toMatchObject({ code: 404, message: '保养报告未生成' });
    expect((await pdfOf('maintenanceSigner', 'M3')).said).toMatchObject({ code: 404, message: '保养报告未生成' });
    expect((await pdfOf('maintenanceSigner', 'M5')).said).toMatchObject({ code: 511 });
    expect((await pdfOf('maintenanceSigner', 'M99')).said).toMatchObject({ code: 404 });
    expect((await pdfOf('customerLite', 'M1')).said).toMatchObject({ code: 403 });
    // Sent to their own phone: also of a unit out of scope.
    expect((await pdfOf('maintenanceSigner', 'M4')).status).toBe(200);
  });

  it('with the gateway away is 503 with a time to come back, and there again with it', async () => {
    await createReport({ jobNo: 'M8', day: DAY });
    await paper.stop();
    const away = await pdfOf('maintenanceSigner', 'M8');
    expect(away.said).toMatchObject({ code: 503, message: '文档服务暂不可用，请稍后再试' });
    expect(away.headers.get('retry-after')).toBe('10');
    expect((await zipOf('maintenanceSigner', ['M1', 'M8'])).said).toMatchObject({ code: 503 });
    await paper.start();
    expect((await pdfOf('maintenanceSigner', 'M8')).status).toBe(200);
  });

  it('shows dates alone to who sees no times, and nothing of it is kept', async () => {
    await db().authority.create({ data: { authority: 'DISABLE_MAINTENANCE_HH_MM_SS' } });
    await db().roleAuthority.create({
      data: { role: 'role-internalStaff', authority: 'DISABLE_MAINTENANCE_HH_MM_SS' },
    });
    forgetActors();
    const kept = await db().storedFile.count();
    const letters = pdfLetters((await pdfOf('internalStaff', 'M1')).bytes);
    expect(letters).toContain(DAY);
    expect(letters).not.toMatch(/\d\d:\d\d/);
    expect(await db().storedFile.count()).toBe(kept);
  });

  it("of an ERP's job is the ERP's, unless it was signed here", async () => {
    await db().setting.create({ data: { key: 'maintenance.erpMaster', value: true } });
    expect(await makeSignedDocuments()).toBe(0);
    await db().setting.deleteMany({ where: { key: 'maintenance.erpMaster' } });
  });

  it('of a signed job is made by the clock of the gateways: 2 becomes 1', async () => {
    expect(await makeSignedDocuments()).toBe(1);
    expect(await db().maintenanceReport.findUniqueOrThrow({ where: { jobNo: 'M2' } })).toMatchObject({ status: '1' });
    expect((await pdfOf('maintenanceSigner', 'M2')).status).toBe(200);
    expect(await makeSignedDocuments()).toBe(0);
  });

  it('many that cannot be made keep no other waiting', async () => {
    const bad = Array.from({ length: 51 }, (_, index) => `BAD-${index}`);
    for (const jobNo of bad) await createReport({ jobNo, status: '2', items: 1 });
    await createReport({ jobNo: 'LAST', status: '2' });
    const behind = process.env.GATEWAY_URL ?? '';
    // Draws all but those.
    const picky = http.createServer((request, response) => {
      void text(request).then(async (body) => {
        if (body.includes('BAD-')) return response.writeHead(422).end('no');
        const headers = { [INTERNAL_HEADER]: String(request.headers[INTERNAL_HEADER]) };
        const drawn = await fetch(new URL(request.url ?? '', behind), { method: 'POST', headers, body });
        return response.writeHead(drawn.status).end(Buffer.from(await drawn.arrayBuffer()));
      });
    });
    await once(picky.listen(0, '127.0.0.1'), 'listening');
    process.env.GATEWAY_URL = `http://127.0.0.1:${(picky.address() as AddressInfo).port}`;
    resetConfig();
    try {
      expect(await makeSignedDocuments()).toBe(1);
      expect(await db().maintenanceReport.findUnique({ where: { jobNo: 'LAST' } })).toMatchObject({ status: '1' });
    } finally {
      picky.close();
      process.env.GATEWAY_URL = behind;
      resetConfig();
      await db().maintenanceReport.deleteMany({ where: { jobNo: { in: [...bad, 'LAST'] } } });
      await db().maintenanceJob.deleteMany({ where: { jobNo: { in: [...bad, 'LAST'] } } });
    }
  });

  it('from plan to paper: locked, worked, completed, signed, then made by the clock, and the same bytes ever after', async () => {
    await db().maintenanceItemTemplate.create({
      data: { maintenanceType: 'YAE_ELE_BI', displayType: 'EV', no: 1, item: '机房环境', requirement: '清洁' },
    });
    await db().maintenanceJob.create({
      data: {
        jobNo: 'L1',
        equipmentNo: 'E-1',
        branchCode: 'B01',
        jobStatus: 'PLAN',
        maintenanceType: 'YAE_ELE_BI',
        planDate: new Date(TODAY),
        planTechnician1Name: '张计划',
        planTechnician1Phone: '13900000001',
      },
    });
    const at = formatDateTime(Date.now() - 60_000);
    const work = { jobNo: 'L1', doneDate: at, actualTechnician1Name: '王实际', actualTechnician1Phone: '13900000003' };
    const post = (path: string, body: object) => call('platformAdmin', 'POST', `maintenance/${path}`, body);
    expect(
      await post('lock', { jobNo: 'L1', lock: true, departureDate: formatDateTime(Date.now() - 3_600_000) }),
    ).toMatchObject({ code: 200 });
    const camera = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    const photo = await handleSms(
      new Request(`${ORIGIN}/sms/file/upload/sms/maintenance`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('platformAdmin')) },
        body: formOf({ name: 'a.jpg', content: camera }, { jobNo: 'L1', no: '1' }),
      }),
    );
    expect(await photo.json()).toMatchObject({ code: 200 });
    expect(await post('complete', work)).toMatchObject({ code: 400 });
    const items = [{ no: 1, result: '正常' }];
    expect(await post('complete', { ...work, items })).toMatchObject({ code: 200 });
    expect((await pdfOf('platformAdmin', 'L1')).said).toMatchObject({ code: 404, message: '保养报告未生成' });
    const strokes = [
      [
        [100, 100, 0],
        [500, 400, 80],
        [900, 120, 160],
      ],
    ];
    expect(
      await call('maintenanceSigner', 'POST', 'maintenance/sign', { jobNo: 'L1', name: '王芳', strokes }),
    ).toMatchObject({ code: 200, data: { jobStatus: 'CONFIRM', reportStatus: '2' } });
    await makeSignedDocuments();
    const [first, second] = [await pdfOf('maintenanceSigner', 'L1'), await pdfOf('platformAdmin', 'L1', '?download=1')];
    expect([first.status, sha256(first.bytes)]).toEqual([200, sha256(second.bytes)]);
    const letters = pdfLetters(first.bytes);
    for (const text of ['王芳', OWN_PHONE, '机房环境', '清洁', '正常', '王实际', at.replace(' ', '')])
      expect(letters).toContain(text);
    // The photo of the item, small, with its number (readings 251).
    for (const text of ['检查照片', '1-1机房环境']) expect(letters).toContain(text);
    expect(letters).not.toContain('照片无法读取');
    expect(pdfImages(first.bytes)).toBe(1);
    const { signDate } = await db().maintenanceJob.findUniqueOrThrow({ where: { jobNo: 'L1' } });
    expect(letters).toContain(formatDateTime(signDate ?? 0).replace(' ', ''));
    // Who is shown neither the unit nor got it sent.
    expect((await pdfOf('branchManager', 'M5')).said).toMatchObject({ code: 511 });
  });
});

describe('the archive', () => {
  it('[API-083] [MREP-013] holds one document a job by its Chinese name, byte for byte as it is shown', async () => {
    const { bytes, headers } = await zipOf('platformAdmin', ['M1', 'M4', 'M1']);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
      `维保记录${days.startDate}至${days.endDate}.zip`,
    );
    const files = unzipped(bytes);
    expect([...files.keys()]).toEqual(['维保记录M1.pdf', '维保记录M4.pdf']);
    expect(sha256(files.get('维保记录M4.pdf') ?? Buffer.of())).toBe(sha256((await pdfOf('platformAdmin', 'M4')).bytes));
  });

  it('[MREP-011] needs reports and days, at most 200, and one bad key refuses all', async () => {
    expect((await zipOf('platformAdmin', [])).said).toMatchObject({ code: 400, message: '请选择保养报告' });
    expect((await zipOf('platformAdmin', undefined)).said).toMatchObject({ code: 400, message: '请选择保养报告' });
    expect((await zipOf('platformAdmin', ['M1'], {})).said).toMatchObject({ message: '开始日期和结束日期必须选择' });
    const many = Array.from({ length: 201 }, (_, index) => `X${index}`);
    expect((await zipOf('platformAdmin', many)).said).toMatchObject({ code: 400 });
    expect((await zipOf('platformAdmin', many.slice(1))).said).toMatchObject({ code: 404 });
    expect((await zipOf('platformAdmin', ['M1', 'M3'])).said).toMatchObject({ code: 404, message: '保养报告未生成' });
    expect((await zipOf('maintenanceSigner', ['M1', 'M5'])).said).toMatchObject({ code: 511 });
    expect((await zipOf('customerLite', ['M1'])).said).toMatchObject({ code: 403 });
  });

  // Two hundred of them take the machine for half a minute; how many are taken stands above.
  const COUNT = isFull ? 200 : 20;
  it(`of ${COUNT} is whole`, async () => {
    const jobNos = Array.from({ length: COUNT }, (_, index) => `Z${index + 1}`);
    for (const jobNo of jobNos) await createReport({ jobNo, day: DAY, equipmentNo: 'E-2', items: 1 });
    const { bytes } = await zipOf('platformAdmin', jobNos);
    expect([...unzipped(bytes).keys()]).toEqual(jobNos.map((jobNo) => `维保记录${jobNo}.pdf`));
    expect(await db().maintenanceReport.count({ where: { equipmentNo: 'E-2', filePath: { not: null } } })).toBe(COUNT);
  }, 120_000);

  it('may not leave where the data strategy keeps files back; the document may still be seen', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'S1',
        strategyName: 'no files',
        level: 'user',
        liveIntervalSec: 1,
        dataGroups: [],
        symptomCategories: [],
        maskTime: false,
        exportAllowed: false,
        enabled: true,
        targets: { create: [{ level: 'user', value: 'maintenanceSigner' }] },
      },
    });
    forgetStrategies();
    expect((await zipOf('maintenanceSigner', ['M1'])).said).toMatchObject({ code: 403, message: '导出已被限制' });
    expect((await pdfOf('maintenanceSigner', 'M1', '?download=1')).said).toMatchObject({ code: 403 });
    expect((await pdfOf('maintenanceSigner', 'M1')).status).toBe(200);
  });
});
