import { keepOffMaintenance } from '@/lib/features/off-maintenance/internal/nightly';
import { planAhead } from '@/lib/features/maintenance/internal/plan';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import type { OffMaintenanceRow } from '@/lib/features/off-maintenance/contract';
import { resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

const DAY = 86_400_000;
const NOW = new Date();
const day = (days: number) => new Date(formatDate(NOW.getTime() + days * DAY));
let admin: Record<string, string> = {};
let branch: Record<string, string> = {};

const contract = (contractNo: string, equipmentNo: string, from: number, until: number, rest: object = {}) => ({
  contractNo,
  equipmentNo,
  branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
  contractStartDate: day(from),
  contractEndDate: day(until),
  effectiveEnd: day(until),
  ...rest,
});

beforeAll(async () => {
  await createPersonas();
  admin = bearer(await sessionOf('platformAdmin'));
  branch = bearer(await sessionOf('branchManager'));
});
beforeEach(async () => {
  resetLimits();
  await db().maintenanceJob.deleteMany();
  await db().contract.deleteMany();
  await db().offMaintenance.deleteMany();
  await db().equipment.updateMany({ data: { serviceStopped: false } });
  await db().setting.deleteMany({ where: { key: 'maintenance.erpMaster' } });
});
afterAll(closePortal);

describe('the nightly plan', () => {
  it('fills 35 days for units under contract, once, and carries the technician on', async () => {
    await db().contract.createMany({
      data: [contract('C-1', 'E-1', -100, 300), contract('C-2', 'E-2', -300, -5), contract('C-3', 'E-3', -10, 20)],
    });
    await db().maintenanceJob.create({
      data: {
        jobNo: 'M-OLD',
        equipmentNo: 'E-1',
        branchCode: 'B01',
        jobStatus: 'DONE',
        maintenanceType: 'YAE_ELE_BI',
        planDate: day(-4),
        doneDate: NOW,
        planTechnician1Name: 'Zhang',
      },
    });
    expect(await planAhead(NOW)).toBeGreaterThan(0);
    const jobs = await db().maintenanceJob.findMany({
      where: { planKey: { not: null } },
      orderBy: { planDate: 'asc' },
    });
    const of = (equipmentNo: string) => jobs.filter((job) => job.equipmentNo === equipmentNo);
    expect(of('E-1').map(({ planDate }) => planDate)).toEqual([day(10), day(24)]);
    expect(of('E-1').map(({ planTechnician1Name, jobStatus }) => [planTechnician1Name, jobStatus])).toEqual([
      ['Zhang', 'PLAN'],
      ['Zhang', 'PLAN'],
    ]);
    // Its contract is over; that of the other ends before the second visit would.
    expect(of('E-2')).toEqual([]);
    expect(of('E-3').every(({ planDate }) => planDate <= day(20))).toBe(true);
    expect(await db().maintenanceStep.count({ where: { step: 'PLANNED' } })).toBe(jobs.length);
    expect(await planAhead(NOW)).toBe(0);
  });

  it('plans nothing for stopped units, nor where an ERP plans', async () => {
    await db().contract.createMany({ data: [contract('C-1', 'E-1', -100, 300)] });
    await db().setting.create({ data: { key: 'maintenance.erpMaster', value: true } });
    expect(await planAhead(NOW)).toBe(0);
    await db().setting.deleteMany({ where: { key: 'maintenance.erpMaster' } });
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { serviceStopped: true } });
    expect(await planAhead(NOW)).toBe(0);
  });
});

describe('[MISC-006] lost-warranty records', () => {
  const list = async (headers: Record<string, string>, body: object = {}) =>
    callSms<{ total: number; records: OffMaintenanceRow[]; lost: number; regained: number }>(
      'POST',
      'equipOffMaintenance/query',
      { body, headers },
    );

  it('are opened the night after the last contract, as SQL says, and closed by a new one', async () => {
    await db().contract.createMany({
      data: [
        contract('C-1', 'E-1', -400, -3),
        contract('C-2', 'E-2', -400, -2, { contractEndDate: day(100), contractActualEndDate: day(-2) }),
        contract('C-3', 'E-3', -400, 40),
      ],
    });
    expect(await keepOffMaintenance(NOW)).toEqual({ opened: 2, closed: 0 });
    expect(await keepOffMaintenance(NOW)).toEqual({ opened: 0, closed: 0 });
    const { records } = (await list(admin, { sortField: 'equipmentNo', sortOrder: 'asc' })).data;
    expect(
      records.map(({ equipmentNo, reason, state, offDays, contractNo }) => [
        equipmentNo,
        reason,
        state,
        offDays,
        contractNo,
      ]),
    ).toEqual([
      ['E-1', 'NOT_RENEWED', 'OPEN', 2, 'C-1'],
      ['E-2', 'TERMINATED', 'OPEN', 1, 'C-2'],
    ]);
    const expected = await db().$queryRaw<{ equipment_no: string }[]>`
      SELECT equipment_no FROM contract GROUP BY equipment_no HAVING max(effective_end) < ${formatDate(NOW)}::date ORDER BY 1`;
    expect(records.map(({ equipmentNo }) => equipmentNo)).toEqual(expected.map((row) => row.equipment_no));

    await db().contract.create({ data: contract('C-4', 'E-1', 0, 365) });
    expect(await keepOffMaintenance(NOW)).toEqual({ opened: 0, closed: 1 });
    const [back] = (await list(admin, { key: 'E-1' })).data.records;
    expect(back).toMatchObject({ state: 'RENEWED', recoverDate: formatDate(NOW) });
  });

  it('are stopped with a note by head office, and a stopped unit comes back with its new contract', async () => {
    await db().contract.create({ data: contract('C-1', 'E-1', -400, -3) });
    await keepOffMaintenance(NOW);
    const [row] = (await list(admin)).data.records;
    const act = (what: string, body: object, headers = admin) =>
      callSms('POST', `equipOffMaintenance/${what}`, { body: { id: row?.id, ...body }, headers });
    expect((await list(branch)).code).toBe(403);
    expect((await act('stop', { note: 'x' }, branch)).code).toBe(403);
    expect((await act('stop', { note: '' })).code).toBe(400);
    expect((await act('followUp', { note: 'called', reason: 'SCRAPPED' })).code).toBe(200);
    expect((await act('resume', {})).code).toBe(409);
    expect((await act('stop', { note: 'box recovered' })).code).toBe(200);
    const unit = () => db().equipment.findUniqueOrThrow({ where: { equipmentNo: 'E-1' } });
    expect((await unit()).serviceStopped).toBe(true);
    expect((await list(admin)).data.records[0]).toMatchObject({
      state: 'STOPPED',
      reason: 'SCRAPPED',
      follower: 'platformAdmin',
      note: 'box recovered',
    });
    await db().contract.create({ data: contract('C-2', 'E-1', 0, 365) });
    expect(await keepOffMaintenance(NOW)).toEqual({ opened: 0, closed: 1 });
    expect((await unit()).serviceStopped).toBe(false);
  });
});
