import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { calendarSpan } from '@/lib/features/maintenance/months';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import { formatDate } from '@/lib/platform/i18n/format';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

type Name = 'platformAdmin' | 'branchManager' | 'maintenanceSigner' | 'customerLite' | 'datesOnly';
const STATES = ['PLAN', 'LOCK', 'DONE', 'CONFIRM'];
const UNITS = ['E-1', 'E-2', 'E-3'];

beforeAll(async () => {
  await createPersonas();
  await createPersona(
    {
      ...persona('branchManager'),
      username: 'datesOnly',
      authorities: ['MAINTENANCE_READ', 'DISABLE_MAINTENANCE_HH_MM_SS'],
    },
    'x',
  );
  // Every third day from 28 January to 3 April of a leap year, each time another state and unit.
  const first = Date.UTC(2028, 0, 28);
  await db().maintenanceJob.createMany({
    data: Array.from({ length: 60 }, (_, index) => {
      const equipmentNo = UNITS[index % 3] ?? 'E-1';
      const jobStatus = STATES[Math.floor(index / 2) % 4] ?? 'PLAN';
      const planDate = new Date(first + Math.floor((index * 67) / 60) * 86_400_000);
      return {
        jobNo: `K-${String(index).padStart(3, '0')}`,
        equipmentNo,
        branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
        jobStatus,
        maintenanceType: index % 4 === 0 ? 'YAE_ELE_Q' : 'YAE_ELE_BI',
        planDate,
        doneDate: ['DONE', 'CONFIRM'].includes(jobStatus) ? new Date(planDate.getTime() + 30 * 3_600_000) : null,
        planTechnician1Name: 'Plan',
        actualTechnician1Name: 'Zhang',
        actualTechnician2Name: 'Li',
      };
    }),
  });
});
beforeEach(resetLimits);
afterAll(closePortal);

const calendar = (name: Name, body: object) =>
  call<Record<string, string[]>>(name, 'POST', 'maintenance/getMaintenanceStatus', body);
const list = async (name: Name, body: object, headers: object = {}) =>
  callSms<{ total: number; records: MaintenanceRow[] }>('POST', 'maintenance/query', {
    body: { pageSize: 200, ...body },
    headers: { ...(await headersOf(name)), ...headers },
  });

/** Hand-written: the dots of days as SQL says them. */
async function dots(from: string, to: string, units: string[], extra = 'true') {
  const rows = await db().$queryRawUnsafe<{ day: string; states: string[] }[]>(
    `SELECT to_char(plan_date, 'YYYY-MM-DD') AS day,
            array_agg(DISTINCT CASE job_status WHEN 'CONFIRM' THEN 'DONE' ELSE job_status END) AS states
       FROM maintenance_job WHERE plan_date BETWEEN $1::date AND $2::date AND equipment_no = ANY($3) AND ${extra} GROUP BY 1`,
    from,
    to,
    units,
  );
  return Object.fromEntries(rows.map(({ day, states }) => [day, [...states].sort()]));
}
const sorted = (answer: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(answer).map(([day, states]) => [day, [...states].sort()]));

describe('the calendar', () => {
  it('[MAINT-006] [MAINT-009] [API-079] shows dots for planned and done days from the first of the month to two months later, as SQL does', async () => {
    const span = calendarSpan('2028-02');
    expect(span).toEqual({ from: '2028-02-01', to: '2028-04-01' });
    const { data } = await calendar('platformAdmin', span);
    expect(sorted(data)).toEqual(await dots('2028-02-01', '2028-04-01', UNITS));
    expect(Object.keys(data)).toContain('2028-02-29');
    expect(Object.values(data).flat()).not.toContain('CONFIRM');
    expect(sorted((await calendar('branchManager', span)).data)).toEqual(
      await dots(span.from, span.to, ['E-1', 'E-2']),
    );
    expect(sorted((await calendar('maintenanceSigner', span)).data)).toEqual(await dots(span.from, span.to, ['E-1']));
    expect(sorted((await calendar('platformAdmin', { ...span, jobStatus: 'DONE', key: 'e-2' })).data)).toEqual(
      await dots(span.from, span.to, ['E-2'], `job_status IN ('DONE', 'CONFIRM')`),
    );
    expect(sorted((await calendar('platformAdmin', { ...span, maintenanceType: 'YAE_ELE_Q' })).data)).toEqual(
      await dots(span.from, span.to, UNITS, `maintenance_type = 'YAE_ELE_Q'`),
    );
  });

  it('[MAINT-007] a day loads its table, and every dot has its rows', async () => {
    const { data } = await calendar('branchManager', calendarSpan('2028-02'));
    for (const [day, states] of Object.entries(data)) {
      const { records } = (await list('branchManager', { planDate: day })).data;
      const rows = await db().$queryRaw<{ job_no: string }[]>`
        SELECT job_no FROM maintenance_job WHERE plan_date = ${day}::date AND branch_code = 'B01' ORDER BY turn, job_no`;
      expect(
        (await list('branchManager', { planDate: day, sortField: 'turn', sortOrder: 'asc' })).data.records.map(
          ({ jobNo }) => jobNo,
        ),
      ).toEqual(rows.map(({ job_no: jobNo }) => jobNo));
      expect(
        [...new Set(records.map(({ jobStatus }) => (jobStatus === 'CONFIRM' ? 'DONE' : jobStatus)))].sort(),
      ).toEqual([...states].sort());
    }
  });

  it('is asked for 92 days at most, by who may read maintenance', async () => {
    expect((await calendar('platformAdmin', { from: '2028-01-01', to: '2028-04-02' })).code).toBe(200);
    expect((await calendar('platformAdmin', { from: '2028-01-01', to: '2028-04-03' })).code).toBe(400);
    expect((await calendar('platformAdmin', { from: '2028-03-01', to: '2028-01-01' })).code).toBe(400);
    expect((await calendar('customerLite', calendarSpan('2028-02'))).code).toBe(403);
  });
});

describe('the list', () => {
  it('[API-056] [API-078] takes key, maintenanceType and jobStatus; PLAN also finds LOCK, DONE also CONFIRM', async () => {
    const states = async (jobStatus: string) =>
      [...new Set((await list('platformAdmin', { jobStatus })).data.records.map((row) => row.jobStatus))].sort();
    expect(await states('PLAN')).toEqual(['LOCK', 'PLAN']);
    expect(await states('DONE')).toEqual(['CONFIRM', 'DONE']);
    const { total, records } = (await list('platformAdmin', { key: 'e-3', maintenanceType: 'YAE_ELE_Q' })).data;
    expect(total).toBe(records.length);
    expect(records.every((row) => row.equipmentNo === 'E-3' && row.maintenanceType === 'YAE_ELE_Q')).toBe(true);
    expect((await list('customerLite', {})).code).toBe(403);
  });

  it('stands open jobs first by their day, then done ones newest first', async () => {
    const { records } = (await list('platformAdmin', { sortField: 'turn', sortOrder: 'asc' })).data;
    const open = records.filter(({ jobStatus }) => ['PLAN', 'LOCK'].includes(jobStatus));
    const done = records.filter(({ jobStatus }) => ['DONE', 'CONFIRM'].includes(jobStatus));
    expect(records).toEqual([...open, ...done]);
    const days = (rows: MaintenanceRow[]) => rows.map(({ planDate }) => planDate);
    expect(days(open)).toEqual([...days(open)].sort());
    expect(days(done)).toEqual([...days(done)].sort().reverse());
  });

  it('[MAINT-013] [MAINT-017] a job carries its fields, and dates alone for who sees dates only', async () => {
    const [row] = (await list('platformAdmin', { jobStatus: 'DONE' })).data.records;
    expect(Object.keys(row ?? {}).sort()).toEqual(
      [
        'equipmentNo',
        'equipmentName',
        'jobNo',
        'jobStatus',
        'maintenanceType',
        'jobType',
        'planDate',
        'planEndDate',
        'departureDate',
        'doneDate',
        'planTechnician1Name',
        'planTechnician1Phone',
        'planTechnician2Name',
        'planTechnician2Phone',
        'actualTechnician1Name',
        'actualTechnician1Phone',
        'actualTechnician2Name',
        'actualTechnician2Phone',
      ].sort(),
    );
    const at = new Date();
    await db().maintenanceJob.updateMany({
      where: { jobStatus: { in: ['DONE', 'CONFIRM'] } },
      data: { planEndDate: at, departureDate: at, doneDate: at },
    });
    const datesOf = async (who: 'platformAdmin' | 'datesOnly') => {
      const found = (await list(who, { jobStatus: 'DONE' })).data.records[0];
      return [found?.planDate, found?.planEndDate, found?.departureDate, found?.doneDate];
    };
    const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as unknown;
    const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as unknown;
    expect(await datesOf('platformAdmin')).toEqual([day, moment, moment, moment]);
    expect(await datesOf('datesOnly')).toEqual([day, day, day, day]);
  });

  it('is narrowed by the focus projects', async () => {
    const all = (await list('branchManager', {})).data.total;
    const focused = (await list('branchManager', {}, { projectid: 'P-1' })).data;
    expect(focused.total).toBeLessThan(all);
    expect(focused.records.every(({ equipmentNo }) => equipmentNo === 'E-1')).toBe(true);
  });
});

it('says how many jobs of a day are open and how many are done, as many as the list of the day has', async () => {
  const body = { from: '2028-02-01', to: '2028-04-01' };
  const { data } = await callSms<Record<string, { open: number; done: number }>>('POST', 'maintenance/dayCounts', {
    body,
    headers: await headersOf('branchManager'),
  });
  expect(Object.keys(data).length).toBeGreaterThan(10);
  for (const [planDate, { open, done }] of Object.entries(data).slice(0, 4)) {
    const rows = (await list('branchManager', { planDate })).data.records.map(({ jobStatus }) => jobStatus);
    const isOpen = (status: string) => status === 'PLAN' || status === 'LOCK';
    expect([open, done]).toEqual([rows.filter(isOpen).length, rows.filter((status) => !isOpen(status)).length]);
  }
});

it('finds what was planned for an earlier day and is not done', async () => {
  const job = (jobNo: string, jobStatus: string, planDate: string) => ({
    jobNo,
    jobStatus,
    equipmentNo: 'E-1',
    branchCode: 'B01',
    maintenanceType: 'YAE_ELE_BI',
    planDate: new Date(planDate),
  });
  const today = formatDate(Date.now());
  await db().maintenanceJob.createMany({
    data: [
      job('L-1', 'PLAN', '2020-03-01'),
      job('L-2', 'LOCK', '2020-03-02'),
      job('L-3', 'DONE', '2020-03-02'),
      job('L-4', 'PLAN', today),
    ],
  });
  const { data } = await list('branchManager', { jobStatus: 'OVERDUE', sortField: 'planDate', sortOrder: 'asc' });
  expect(data.records.map(({ jobNo }) => jobNo)).toEqual(['L-1', 'L-2']);
  await db().maintenanceJob.deleteMany({ where: { jobNo: { startsWith: 'L-' } } });
});
