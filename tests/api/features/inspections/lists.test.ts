import type { InspectionRecord, InspectionRow } from '@/lib/features/inspections/contract';
import { keepRows } from '@/lib/features/inspections/internal/save';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

const DAY = 86_400_000;
const dayText = (days: number) => formatDate(Date.now() + days * DAY);
const day = (days: number) => new Date(dayText(days));
let branch: Record<string, string> = {};
let customer: Record<string, string> = {};

beforeAll(async () => {
  await createPersonas();
  await db().user.update({ where: { username: 'branchManager' }, data: { inspection: 30 } });
  branch = bearer(await sessionOf('branchManager'));
  customer = bearer(await sessionOf('customerLite'));
});
beforeEach(async () => {
  resetLimits();
  await db().inspectionHistory.deleteMany();
  await db().inspection.deleteMany();
});
afterAll(closePortal);

const ask = async (path: string, body: object = {}, headers: Record<string, string> = branch) =>
  (await callSms<{ total: number; records: InspectionRow[] }>('POST', `equipmentInspection/${path}`, { body, headers }))
    .data;
const numbers = async (path: string, body: object = {}, headers: Record<string, string> = branch) =>
  (await ask(path, { sortField: 'equipmentNo', sortOrder: 'asc', ...body }, headers)).records.map(
    ({ equipmentNo }) => equipmentNo,
  );
const save = (body: object, headers: Record<string, string> = branch) =>
  callSms('POST', 'equipmentInspection/saveOrUpdate', { body: { equipmentNo: 'E-1', ...body }, headers });
const plant = (equipmentNo: string, next: number | null, rest: object = {}) =>
  db().inspection.create({
    data: {
      equipmentNo,
      branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
      nextInspectionDate: next === null ? null : day(next),
      ...rest,
    },
  });

describe('annual inspections', () => {
  it('[ANN-004] [API-108] approaching within the caller’s days, expired or failed, all; each carries its dates, branch, technician, comments', async () => {
    await plant('E-1', 30, { technicianName: 'Zhang', comments: 'roof', lastInspectionDate: day(-335) });
    await plant('E-2', 31);
    await plant('E-4', -1);
    await plant('E-3', 5);
    expect(await numbers('queryApproachingInspection')).toEqual(['E-1']);
    expect(await numbers('queryApproachingInspection', { days: 31 })).toEqual(['E-1', 'E-2']);
    expect(await numbers('queryExpiredInspection')).toEqual(['E-4']);
    expect(await numbers('query')).toEqual(['E-1', 'E-2', 'E-4']);
    expect(await numbers('query', {}, customer)).toEqual(['E-1']);
    expect(await numbers('query', { assigned: true })).toEqual(['E-1']);
    expect(await numbers('query', { key: 'zhang' })).toEqual(['E-1']);
    const [row] = (await ask('queryApproachingInspection')).records;
    expect(row).toMatchObject({
      lastInspectionDate: dayText(-335),
      nextInspectionDate: dayText(30),
      branchCode: 'B01',
      technicianName: 'Zhang',
      comments: 'roof',
      state: 'DUE_SOON',
      daysLeft: 30,
    });
    await db().inspection.update({ where: { equipmentNo: 'E-1' }, data: { result: 'fail' } });
    expect(await numbers('queryApproachingInspection')).toEqual([]);
    expect(await numbers('queryExpiredInspection')).toEqual(['E-1', 'E-4']);
  });

  it('units without a date are listed as not registered', async () => {
    expect(await keepRows()).toBe(4);
    expect(await keepRows()).toBe(0);
    expect((await ask('query')).records.map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
  });

  it('is assigned, recorded with its next date, and kept in the history', async () => {
    await plant('E-1', 3);
    expect((await save({ action: 'assign' })).code).toBe(400);
    expect((await save({ action: 'assign', technicianName: 'Li', plannedDate: dayText(-1) })).code).toBe(400);
    expect((await save({ action: 'assign', technicianName: 'Li', plannedDate: dayText(2) })).code).toBe(200);
    const record = {
      action: 'record',
      inspectionDate: dayText(0),
      kind: 'inspection',
      nextInspectionDate: dayText(365),
    };
    expect(await save({ ...record, result: 'pass', inspectionDate: '' })).toMatchObject({
      code: 400,
      message: '请选择检验日期',
    });
    expect((await save({ ...record, result: 'pass', inspectionDate: dayText(1) })).code).toBe(400);
    expect((await save({ ...record, result: 'pass', nextInspectionDate: dayText(0) })).code).toBe(400);
    expect((await save({ ...record, result: 'fail' })).code).toBe(400);
    expect((await save({ ...record, result: 'fail', comments: 'brake' })).code).toBe(200);
    expect(await numbers('queryExpiredInspection')).toEqual(['E-1']);
    expect((await save({ ...record, result: 'repass' })).code).toBe(200);
    expect(await numbers('queryExpiredInspection')).toEqual([]);
    const history = await callSms<InspectionRecord[]>('GET', 'equipmentInspection/history/E-1', { headers: branch });
    expect(history.data.map(({ result, technicianName }) => [result, technicianName])).toEqual([
      ['repass', null],
      ['fail', 'Li'],
    ]);
    // An older paper changes nothing of what is due.
    expect(
      (await save({ ...record, inspectionDate: dayText(-700), nextInspectionDate: dayText(-300), result: 'pass' }))
        .code,
    ).toBe(200);
    expect((await ask('query')).records[0]).toMatchObject({ nextInspectionDate: dayText(365) });
    expect((await save({ ...record, equipmentNo: 'E-3', result: 'pass' })).code).toBe(511);
    expect((await save({ ...record, result: 'pass', certificatePath: 'nobody' })).code).toBe(400);
  });
});
