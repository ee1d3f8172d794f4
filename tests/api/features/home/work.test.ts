import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { formatDate } from '@/lib/platform/i18n/format';
import type { HomeWork } from '@/lib/features/home/contract';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** The day's work on paper (readings 197): by the right of each list, in scope, as many as the list has. */

useFreshDatabase();

type Name = 'platformAdmin' | 'branchManager' | 'maintenanceSigner' | 'customerElite' | 'otherBranch';
const DAY = 86_400_000;
const NOW = Date.now();
const dayOf = (days: number) => formatDate(NOW + days * DAY);
const dateOf = (days: number) => new Date(dayOf(days));
const branchOf = (equipmentNo: string) => (equipmentNo === 'E-3' ? 'B02' : 'B01');

const job = (jobNo: string, equipmentNo: string, days: number, rest: object = {}) => ({
  jobNo,
  equipmentNo,
  branchCode: branchOf(equipmentNo),
  jobStatus: 'PLAN',
  maintenanceType: 'YAE_ELE_BI',
  planDate: dateOf(days),
  ...rest,
});
const contract = (contractNo: string, equipmentNo: string, end: number, followNextDate?: number) => ({
  contractNo,
  equipmentNo,
  branchCode: branchOf(equipmentNo),
  contractStartDate: dateOf(-300),
  contractEndDate: dateOf(end),
  effectiveEnd: dateOf(end),
  ...(followNextDate === undefined
    ? {}
    : { followNote: 'called', followBy: 'x', followNextDate: dateOf(followNextDate) }),
});

beforeAll(async () => {
  await createPersonas();
  await createPersona(
    { ...persona('branchManager'), username: 'otherBranch', branchCode: 'B02', branches: ['B02'] },
    'x',
  );
  await db().user.update({
    where: { username: persona('maintenanceSigner').username },
    data: { phone: '13900001111' },
  });
  await db().maintenanceJob.createMany({
    data: [
      job('M-LATE', 'E-1', -3, { planTechnician1Name: '王工', planTechnician2Name: '李工' }),
      job('M-TODAY', 'E-1', 0, { jobStatus: 'LOCK' }),
      job('M-TOMORROW', 'E-1', 1),
      job('M-DONE', 'E-1', 0, { jobStatus: 'DONE', doneDate: new Date() }),
      job('M-OTHER', 'E-3', 0),
    ],
  });
  await db().maintenanceReport.create({
    data: {
      jobNo: 'M-DONE',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      equipmentDesc: 'E-1 梯',
      mntDate: new Date(dayOf(0)),
      mntType: 'YAE_ELE_BI',
      status: '3',
      mntOwners: '王工',
      receivers: { create: [{ phone: '13900001111' }] },
    },
  });
  await db().inspection.createMany({
    data: [
      { equipmentNo: 'E-1', branchCode: 'B01', nextInspectionDate: dateOf(0) },
      { equipmentNo: 'E-2', branchCode: 'B01', nextInspectionDate: dateOf(-5) },
      { equipmentNo: 'E-3', branchCode: 'B02', nextInspectionDate: dateOf(40), plannedDate: dateOf(0) },
    ],
  });
  await db().contract.createMany({
    data: [contract('V-END', 'E-1', 0), contract('V-CALL', 'E-2', 40, -1), contract('V-FAR', 'E-1', 90, 10)],
  });
}, 60_000);
beforeEach(() => {
  resetLimits();
  forgetCounts();
});
afterAll(closePortal);

const work = async (name: Name) => {
  const { data } = await call<HomeWork>(name, 'GET', 'home/work');
  return data as HomeWork;
};
const total = async (name: Name, path: string, body: object) =>
  (
    await callSms<{ total: number }>('POST', path, {
      body: { pageIndex: 1, pageSize: 1, ...body },
      headers: await headersOf(name),
    })
  ).data?.total;

it('a branch reads what is due today and before, the oldest first, as many as its lists have', async () => {
  const { jobs, inspections, contracts } = await work('branchManager');
  expect(jobs).toMatchObject({ total: 2, overdue: 1 });
  expect(jobs?.rows.map(({ jobNo, jobStatus, technicians }) => [jobNo, jobStatus, technicians])).toEqual([
    ['M-LATE', 'PLAN', '王工、李工'],
    ['M-TODAY', 'LOCK', null],
  ]);
  expect(jobs?.total).toBe(await total('branchManager', 'maintenance/query', { jobStatus: 'PLAN', endDate: dayOf(0) }));
  expect(inspections).toMatchObject({ total: 1, overdue: 1, rows: [{ equipmentNo: 'E-1' }] });
  expect(contracts?.rows.map(({ contractNo, daysLeft }) => [contractNo, daysLeft])).toEqual([
    ['V-END', 0],
    ['V-CALL', 40],
  ]);
});

it('somebody else’s work is not there: head office has all, the other branch its own', async () => {
  const all = await work('platformAdmin');
  expect([all.jobs?.total, all.inspections?.total, all.contracts?.total]).toEqual([3, 2, 2]);
  const other = await work('otherBranch');
  expect(other.jobs?.rows.map(({ jobNo }) => jobNo)).toEqual(['M-OTHER']);
  expect(other.inspections?.rows.map(({ equipmentNo }) => equipmentNo)).toEqual(['E-3']);
  expect(other.contracts?.total).toBe(0);
});

it('a signer reads what awaits their own signature, and nothing of lists that are not theirs', async () => {
  const signer = await work('maintenanceSigner');
  expect(signer.toSign).toMatchObject({
    total: 1,
    rows: [{ jobNo: 'M-DONE', mntType: 'YAE_ELE_BI', mntDate: dayOf(0), mntOwners: '王工' }],
  });
  const has = (authority: string) => persona('maintenanceSigner').authorities.includes(authority as never);
  expect([signer.jobs !== null, signer.inspections !== null, signer.contracts !== null]).toEqual([
    has('MAINTENANCE_READ'),
    has('EQUIPMENT_READ'),
    has('EQUIPMENT_READ'),
  ]);
});

it('whoever may not sign is asked for nothing', async () => {
  expect((await work('branchManager')).toSign === null).toBe(
    !persona('branchManager').authorities.includes('E_SIGN_WRITE'),
  );
});
