import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { startJobs } from '@/lib/programs/gateway/jobs';
import { removeUnusedFiles } from '@/lib/programs/gateway/unused-files';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { formOf, PDF, PNG } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';

/** Files that were sent in and never taken into anything. */

useFreshDatabase();
const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR);
const dataDir = useDataDir();

beforeAll(async () => {
  await createPersonas();
  await db().roleAuthority.createMany({
    data: ['CAMPUS_VIEW_READ', 'CAMPUS_VIEW_WRITE'].map((authority) => ({ role: 'role-customerLite', authority })),
  });
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const place = (path: string) => join(dataDir.path, 'uploads', path.slice(0, 2), path);
async function upload(
  name: PersonaName,
  kind: 'invoice' | 'feedback' | 'campus',
  content: Uint8Array,
  fields: Record<string, string> = {},
): Promise<string> {
  const file = { name: kind === 'invoice' ? 'a.pdf' : 'a.png', content };
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/${kind}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
      body: formOf(file, fields),
    }),
  );
  const { code, data } = (await response.json()) as { code: number; data: { path: string } };
  expect(code).toBe(200);
  expect(existsSync(place(data.path))).toBe(true);
  return data.path;
}
const post = (path: string, body: object) => call('customerLite', 'POST', path, body);
const state = async (paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => [(await db().storedFile.count({ where: { path } })) === 1, existsSync(place(path))]),
  );
/** A file on the disk that no row knows, written so many hours ago. */
function orphan(name: string, hoursAgo: number): string {
  mkdirSync(join(dataDir.path, 'uploads', name.slice(0, 2)), { recursive: true });
  writeFileSync(place(name), PNG);
  utimesSync(place(name), later(-hoursAgo), later(-hoursAgo));
  return name;
}

describe('files that nothing took', () => {
  it('go after a day, with their rows; what a form has taken stays', async () => {
    const unused = [
      await upload('branchManager', 'invoice', PDF, { username: 'cn50001' }),
      await upload('customerLite', 'feedback', PNG),
      await upload('customerLite', 'campus', PNG, { kind: 'logo' }),
    ];
    const invoices = [
      await upload('branchManager', 'invoice', PDF, { username: 'cn50002' }),
      await upload('branchManager', 'invoice', PDF, { username: 'cn50003' }),
      await upload('branchManager', 'invoice', PDF, { username: 'cn50004' }),
    ];
    const images = [await upload('customerLite', 'feedback', PNG), await upload('customerLite', 'feedback', PNG)];
    const pictures = [
      await upload('customerLite', 'campus', PNG, { kind: 'logo' }),
      await upload('customerLite', 'campus', PNG, { kind: 'background' }),
    ];
    await db().user.update({ where: { username: 'customerLite' }, data: { invoiceAttachmentPath: invoices[0] } });
    await db().userApproval.create({
      data: {
        approvalId: 'A1',
        kind: 'invoice',
        applicant: 'branchManager',
        username: 'customerLite',
        branchCode: 'B01',
        payload: {},
        attachmentPath: invoices[1],
        state: 'PENDING',
      },
    });
    await db().userApproval.create({
      data: {
        approvalId: 'A2',
        kind: 'role',
        applicant: 'branchManager',
        username: 'customerLite',
        branchCode: 'B01',
        payload: { invoiceAttachmentPath: invoices[2] },
        state: 'PENDING',
      },
    });
    const first = await post('user/feedback/save', {
      type: 'data',
      content: '3号梯楼层显示不正确',
      images: [images[0]],
    });
    expect(first).toMatchObject({ code: 200 });
    expect(
      await post('user/feedback/save', {
        feedbackId: first.data.feedbackId,
        type: 'data',
        content: '3号梯楼层显示不正确',
        images: [images[1]],
      }),
    ).toMatchObject({ code: 200 });
    expect(
      await post('campusview/saveOrUpdate', {
        campusView: { title: '滨江', logo: pictures[0], background: pictures[1] },
        equipmentList: [],
      }),
    ).toMatchObject({ code: 200 });

    const taken = [...invoices, ...images, ...pictures];
    await removeUnusedFiles(later(23));
    expect(await state([...unused, ...taken])).toEqual([...unused, ...taken].map(() => [true, true]));
    await removeUnusedFiles(later(25));
    expect(await state(unused)).toEqual(unused.map(() => [false, false]));
    expect(await state(taken)).toEqual(taken.map(() => [true, true]));
  });

  it('go when only their bytes are left, but not the bytes of a file that is just arriving', async () => {
    const kept = await upload('customerLite', 'feedback', PNG);
    await db().storedFile.update({ where: { path: kept }, data: { createDate: later(0) } });
    const [old, young, removed] = [
      orphan(`${'a'.repeat(32)}.png`, 25),
      orphan(`${'b'.repeat(32)}.png`, 1),
      orphan(`${'c'.repeat(32)}.png`, 25),
    ];
    await db().storedFile.create({
      data: {
        path: removed,
        kind: 'campus',
        name: 'a.png',
        mime: 'image/png',
        size: 1,
        sha256: 'x',
        deletedAt: new Date(),
      },
    });
    const foreign = orphan('notes.txt', 100);
    mkdirSync(join(dataDir.path, 'uploads/waiting'), { recursive: true });
    const waiting = join(dataDir.path, 'uploads/waiting/broken-off');
    writeFileSync(waiting, 'x');
    utimesSync(waiting, later(-25), later(-25));
    await removeUnusedFiles(new Date());
    expect([old, young, removed, kept, foreign].map((name) => existsSync(place(name)))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(existsSync(waiting)).toBe(false);
  });

  it('are left alone by a gateway that has not the folder, and by one whose database knows no file at all', async () => {
    const unused = await upload('customerLite', 'feedback', PNG);
    process.env.DATA_DIR = join(dataDir.path, 'elsewhere');
    resetConfig();
    await removeUnusedFiles(later(25));
    expect(await db().storedFile.count({ where: { path: unused } })).toBe(1);
    process.env.DATA_DIR = dataDir.path;
    resetConfig();
    await db().storedFile.deleteMany();
    await removeUnusedFiles(later(25));
    expect(existsSync(place(unused))).toBe(true);
  });

  it('are cleared by the gateway by itself', async () => {
    const unused = await upload('customerLite', 'feedback', PNG);
    const stop = startJobs(() => later(25).getTime());
    await until(
      async () => !existsSync(place(unused)) && (await db().storedFile.count({ where: { path: unused } })) === 0,
    );
    await stop();
  });
});
