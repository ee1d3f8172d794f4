import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetConfig } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { auditedChange } from '../../../support/audit';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Text messages from the user list (api.md §2.24 sendMessage, §1.9). */

useFreshDatabase();
afterAll(closePortal);

const send = (usernames: readonly string[], content = '今晚 22 点系统维护', name = 'platformAdmin') =>
  call<{ sent: number; skipped: number }>(name, 'POST', 'user/sendMessage', { usernames, content });
const log = () =>
  db().smsLog.findMany({
    orderBy: { id: 'asc' },
    select: { phone: true, username: true, type: true, content: true, state: true, error: true, branchCode: true },
  });

beforeAll(async () => {
  await createPersonas();
  for (const [username, phone] of [
    ['customerLite', '13800000001'],
    ['customerElite', '13800000002'],
    ['branchManager', '13800000001'],
  ] as const)
    await db().user.update({ where: { username }, data: { phone } });
  await db().user.update({ where: { username: 'internalStaff' }, data: { deletedAt: new Date() } });
});
beforeEach(async () => {
  resetLimits();
  await pool().query('DELETE FROM rate_counter');
  await db().smsLog.deleteMany();
});

it('goes to every phone once, is told in the SMS log, and says who was skipped: no phone, or the phone of another one', async () => {
  const answer = await send(['customerLite', 'CUSTOMERLITE', 'customerElite', 'noAuthority', 'branchManager']);
  expect(answer.data).toEqual({ sent: 2, skipped: 2 });
  expect(await log()).toEqual([
    expect.objectContaining({
      phone: '13800000001',
      username: 'customerLite',
      type: 'other',
      content: '今晚 22 点系统维护',
      branchCode: 'B01',
    }),
    expect.objectContaining({ phone: '13800000002', username: 'customerElite', branchCode: 'B02' }),
    expect.objectContaining({ phone: '', username: 'noAuthority', state: 'SUPPRESSED', error: 'noPhone' }),
  ]);
});

it('is for the head office with USER_WRITE alone', async () => {
  expect((await send(['customerLite'], 'x', 'branchManager')).code).toBe(403);
  expect((await send(['customerLite'], 'x', 'customerLite')).code).toBe(403);
});

it('one name that nobody bears sends none; an account that is gone is no one', async () => {
  expect((await send(['customerLite', 'nobodyAtAll'])).code).toBe(404);
  expect((await send(['customerLite', 'internalStaff'])).code).toBe(404);
  expect(await log()).toEqual([]);
});

it.each([
  ['nobody', [], 'x', 'usernames'],
  ['too many', Array.from({ length: 201 }, (_, index) => `u${index}`), 'x', 'usernames'],
  ['no words', ['customerLite'], '   ', 'content'],
  ['too many words', ['customerLite'], '字'.repeat(501), 'content'],
])('is refused at its field: %s', async (_what, usernames, content, field) => {
  const { code, data } = (await send(usernames, content)) as unknown as { code: number; data: { fieldErrors: object } };
  expect([code, Object.keys(data.fieldErrors)]).toEqual([400, [field]]);
});

it('500 characters to 200 names pass', async () => {
  expect(
    (await send(['customerLite', ...Array.from({ length: 199 }, () => 'customerElite')], '字'.repeat(500))).data,
  ).toEqual({ sent: 2, skipped: 0 });
});

it('the audit line names the receivers and the words, and no phone', async () => {
  await send(['customerElite', 'customerLite']);
  const change = await auditedChange('sendMessage');
  expect(change).toMatchObject({
    recipients: { after: ['customerElite', 'customerLite'] },
    content: { after: '今晚 22 点系统维护' },
  });
  expect(JSON.stringify(change)).not.toMatch(/1380000/);
});

it('ten calls a minute and 2000 messages a day; what is refused is not counted', async () => {
  const fill = (count: number) =>
    pool().query(
      `INSERT INTO rate_counter (key, window_start, count)
       VALUES ('send-message:platformAdmin', date_trunc('day', now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai', $1)`,
      [count],
    );
  await fill(1999);
  const refused = await send(['customerLite', 'customerElite']);
  expect([refused.code, refused.message]).toEqual([429, '今日短信已达上限（2000条），请明天再试']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(['customerLite'])).data).toEqual({ sent: 1, skipped: 0 });
  await pool().query('DELETE FROM rate_counter');
  const codes = [];
  for (let index = 0; index < 9; index += 1) codes.push((await send(['customerLite'])).code);
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
});

it('without a provider everybody is skipped, and the log says why', async () => {
  process.env.SMS_PROVIDER = 'none';
  resetConfig();
  try {
    expect((await send(['customerLite'])).data).toEqual({ sent: 0, skipped: 1 });
    expect(await log()).toEqual([expect.objectContaining({ state: 'SUPPRESSED', error: 'noProvider' })]);
  } finally {
    delete process.env.SMS_PROVIDER;
    resetConfig();
  }
});
