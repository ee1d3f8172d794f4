import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import type { ErrorLogRow } from '@/lib/features/error-log/contract';
import { resetErrorLimits } from '@/lib/features/error-log/service';
import { formatDate } from '@/lib/platform/i18n/format';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
let admin: Record<string, string>;
let customer: Record<string, string>;

beforeAll(async () => {
  await createPersonas();
  admin = bearer(await sessionOf('platformAdmin'));
  customer = bearer(await sessionOf('customerLite'));
});
beforeEach(async () => {
  resetRateLimits();
  resetErrorLimits();
  await db().errorLog.deleteMany();
});
afterAll(closePortal);

const save = (body: object, rest: object = {}) => callSms('POST', 'errorLog/save', { body, ...rest });
const query = async (filters: object = {}) =>
  (await callSms<{ records: ErrorLogRow[] }>('POST', 'errorLog/query', { body: filters, headers: admin })).data.records;

it('[MISC-018] errors of browsers are kept, with the account when there is one, without secrets, and head office reads them', async () => {
  expect(
    await save(
      {
        level: 'error',
        message: 'token=abc.def failed for 13812345678',
        stack: 'Error\n at x (authorization: Bearer eyJhbGciOi.eyJzdWIi.sig)',
        route: '/equipmentlist',
        version: '0.1.0',
      },
      { headers: customer },
    ),
  ).toMatchObject({ code: 200 });
  expect(await save({ level: 'warn', message: 'slow' })).toMatchObject({ code: 200 });
  const [anonymous, named] = await query();
  expect(anonymous).toMatchObject({ level: 'warn', username: null });
  expect(named).toMatchObject({
    level: 'error',
    message: 'token=*** failed for 138****5678',
    route: '/equipmentlist',
    username: 'customerLite',
    version: '0.1.0',
  });
  expect(named?.stack).not.toMatch(/eyJ/);
  expect(await callSms('POST', 'errorLog/query', { body: {}, headers: customer })).toMatchObject({ code: 403 });
});
it('narrow by level, account, words and days', async () => {
  await save({ level: 'error', message: 'first 100%' }, { headers: customer });
  await save({ level: 'warn', message: 'second' });
  const today = formatDate(Date.now());
  const messages = async (filters: object) => (await query(filters)).map(({ message }) => message);
  expect(await messages({ level: 'warn' })).toEqual(['second']);
  expect(await messages({ username: 'customerLite' })).toEqual(['first 100%']);
  expect(await messages({ key: '%' })).toEqual(['first 100%']);
  expect(await messages({ startDate: today, endDate: today })).toHaveLength(2);
  expect(await messages({ startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual([]);
});
it('thirty a minute and address are enough', async () => {
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => save({ level: 'error', message: 'loop' }, { ip: '198.51.100.9' })),
  );
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(1);
  expect(await save({ level: 'error', message: 'other' }, { ip: '198.51.100.10' })).toMatchObject({ code: 200 });
  expect(await save({ level: 'fatal', message: '' }, { ip: '198.51.100.11' })).toMatchObject({ code: 400 });
});
