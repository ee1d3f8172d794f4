import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { formOf, PNG } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';

/** Photos of check items (silent-screens E1, readings 251). */

useFreshDatabase();
const dataDir = useDataDir();
beforeAll(createPersonas);
beforeEach(async () => {
  resetLimits();
  await db().maintenanceJob.deleteMany();
  await db().maintenanceJob.create({
    data: {
      jobNo: 'J-1',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      jobStatus: 'LOCK',
      maintenanceType: 'YAE_ELE_BI',
      planDate: new Date('2026-03-01'),
      items: { create: [{ no: 1, item: '机房环境' }] },
    },
  });
});
afterAll(closePortal);

/** A picture that says where it was taken. */
const TOLD_CHUNK = Buffer.from('0000000a744558744750530073656372657400000000', 'hex');
const TOLD = Buffer.concat([PNG.subarray(0, 33), TOLD_CHUNK, PNG.subarray(33)]);

async function add(who: string, no = '1') {
  const form = formOf({ name: 'a.png', content: TOLD }, { jobNo: 'J-1', no });
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/maintenance`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(who)) },
      body: form,
    }),
  );
  return (await response.json()) as { code: number; data: MaintenanceDetail };
}
const bytesOf = (path: string) => readFileSync(join(dataDir.path, 'uploads', path.slice(0, 2), path));

it('are kept without their place, shown with the item and taken away again', async () => {
  expect(TOLD.includes('secret')).toBe(true);
  const { code, data } = await add('branchManager');
  expect(code).toBe(200);
  const [path = ''] = data.items[0]?.photos ?? [];
  expect(bytesOf(path).equals(PNG)).toBe(true);
  const view = await handleSms(
    new Request(`${ORIGIN}/sms/file/view/${path}`, { headers: await headersOf('branchManager') }),
  );
  expect([view.status, view.headers.get('content-type')]).toEqual([200, 'image/png']);
  const gone = await call<MaintenanceDetail>('branchManager', 'POST', 'maintenance/photo/remove', {
    jobNo: 'J-1',
    no: 1,
    path,
  });
  expect(gone.data.items[0]?.photos).toEqual([]);
  expect(readdirSync(join(dataDir.path, 'uploads', path.slice(0, 2)))).toEqual([]);
});

it('are six at most, of items that the job has, and only while it is worked on', async () => {
  for (let made = 0; made < 6; made += 1) expect((await add('branchManager')).code).toBe(200);
  expect((await add('branchManager')).code).toBe(400);
  expect((await add('branchManager', '9')).code).toBe(400);
  await db().maintenanceJob.updateMany({ data: { jobStatus: 'DONE' } });
  expect((await add('branchManager')).code).toBe(409);
});
