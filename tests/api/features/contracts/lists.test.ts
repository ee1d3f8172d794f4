import type { ContractRow } from '@/lib/features/contracts/contract';
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
  await db().user.update({ where: { username: 'branchManager' }, data: { contract: 60 } });
  branch = bearer(await sessionOf('branchManager'));
  customer = bearer(await sessionOf('customerLite'));
  const row = (contractNo: string, start: number | null, end: number | null, actual?: number) => ({
    contractNo,
    equipmentNo: contractNo.startsWith('X') ? 'E-3' : 'E-1',
    branchCode: contractNo.startsWith('X') ? 'B02' : 'B01',
    contractStartDate: start === null ? null : day(start),
    contractEndDate: end === null ? null : day(end),
    contractActualEndDate: actual === undefined ? null : day(actual),
    effectiveEnd: end === null ? null : day(actual ?? end),
  });
  await db().contract.createMany({
    data: [
      row('RUN', -10, 61),
      row('LAST-DAY', -10, 0),
      row('SOON', 0, 60),
      row('OVER', -100, -1),
      row('CUT', -100, 100, -1),
      row('FUTURE', 1, 100),
      row('NONE', null, null),
      row('TURNED', -5, -50),
      row('XRUN', -10, 100),
    ],
  });
});
beforeEach(resetLimits);
afterAll(closePortal);

const ask = async (path: string, body: object = {}, headers: Record<string, string> = branch) =>
  (
    await callSms<{ total: number; records: ContractRow[]; updatedAt: string | null }>(
      'POST',
      `sapTdContract/${path}`,
      { body, headers },
    )
  ).data;
const names = async (path: string, body: object = {}, headers: Record<string, string> = branch) =>
  (await ask(path, { sortField: 'contractNo', sortOrder: 'asc', ...body }, headers)).records.map(
    ({ contractNo }) => contractNo,
  );

describe('contracts', () => {
  it('[API-109] each stands in one of the three lists, by the actual end where there is one', async () => {
    expect(await names('queryNotExpired')).toEqual(['LAST-DAY', 'RUN', 'SOON']);
    expect(await names('queryExpired')).toEqual(['CUT', 'OVER']);
    expect(await names('queryOther')).toEqual(['FUTURE', 'NONE', 'TURNED']);
    expect(await names('queryNotExpired', { days: 60 })).toEqual(['LAST-DAY', 'SOON']);
    expect(await names('queryNotExpired', { contractNo: 'soo' })).toEqual(['SOON']);
  });

  it('says what is left, and that it ends within the caller’s days', async () => {
    const { records, updatedAt } = await ask('queryNotExpired', { sortField: 'contractNo', sortOrder: 'asc' });
    expect(records.map(({ daysLeft, endsSoon }) => [daysLeft, endsSoon])).toEqual([
      [0, true],
      [61, false],
      [60, true],
    ]);
    expect(updatedAt).toMatch(/^\d{4}-\d{2}-\d{2} /);
  });

  it('is followed up by those in charge, which customers do not read', async () => {
    const follow = (body: object, headers: Record<string, string> = branch) =>
      callSms('POST', 'sapTdContract/followUp', { body: { contractNo: 'SOON', equipmentNo: 'E-1', ...body }, headers });
    expect((await follow({ note: 'x' }, customer)).code).toBe(403);
    expect((await follow({ note: '' })).code).toBe(400);
    expect((await follow({ note: 'x', nextDate: dayText(-1) })).code).toBe(400);
    expect((await follow({ note: 'x', contractNo: 'XRUN', equipmentNo: 'E-3' })).code).toBe(511);
    expect((await follow({ note: 'x', contractNo: 'NOBODY' })).code).toBe(404);
    expect((await follow({ note: 'offer sent', nextDate: dayText(7) })).code).toBe(200);
    const read = async (headers: Record<string, string>) =>
      (await ask('queryNotExpired', { contractNo: 'SOON' }, headers)).records[0]?.followUp;
    expect(await read(branch)).toEqual({ note: 'offer sent', nextDate: dayText(7) });
    expect(await read(customer)).toBeNull();
  });
});
