import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { createPersona, createWorld, persona } from '../../../../support/personas';
import { Browser, callSms, signInBody } from '../../../../support/sms-client';
import { useFreshDatabase } from '../../../support/database';

useFreshDatabase();

const ONE = 'First-Pass-1';
const TWO = 'Second-Pass-2';

/** Accounts around one phone number, and one of each state. */
async function createAccounts(): Promise<void> {
  await createWorld();
  const [one, two] = await Promise.all([hashPassword(ONE), hashPassword(TWO)]);
  const base = persona('customerLite');
  for (const [username, hash] of [
    ['Alice', one],
    ['alice_b', one],
    ['carol', two],
    ['disabled', one],
    ['fresh', one],
    ['solo', one],
    ['lockme', one],
  ] as const) {
    await createPersona({ ...base, username }, hash);
  }
  await db().user.updateMany({
    where: { username: { in: ['Alice', 'alice_b', 'carol'] } },
    data: { phone: '13800000001' },
  });
  await db().user.updateMany({ where: { username: 'solo' }, data: { phone: '13800000002' } });
  await db().user.updateMany({ where: { username: 'disabled' }, data: { enabled: false, phone: '13800000003' } });
  await db().user.updateMany({ where: { username: 'fresh' }, data: { mustReset: true, phone: '13800000004' } });
}

beforeAll(createAccounts);
beforeEach(async () => {
  resetRateLimits();
  await pool().query('DELETE FROM rate_counter');
});
afterAll(closePortal);

const signIn = (username: string, password: string, ip?: string, headers?: Record<string, string>) =>
  callSms('POST', 'signToken', { body: signInBody(username, password), ip, headers });

describe('who signs in', () => {
  it('[AUTH-008] [AUTH-011] an account is found by username in any case, or by phone', async () => {
    expect((await signIn('Alice', ONE)).data).toMatchObject({ username: 'Alice' });
    expect((await signIn('ALICE', ONE)).data).toMatchObject({ username: 'Alice' });
    expect((await signIn(' alice ', ONE)).data).toMatchObject({ username: 'Alice' });
    expect((await signIn('13800000002', ONE)).data).toMatchObject({ username: 'solo' });
  });

  it('passwords are not trimmed', async () => {
    expect((await signIn('Alice', ` ${ONE}`)).error).toBe('invalid_grant');
  });

  it.each([
    [{}],
    [{ username: '', password: 'x' }],
    [{ username: 'Alice' }],
    [{ username: 'Alice', password: '' }],
    [{ username: '   ', password: 'x' }],
  ])('[AUTH-012] account and password are required: %j', async (fields) => {
    const answer = await callSms('POST', 'signToken', { body: { type: 'password', ...fields } });
    expect(answer).toMatchObject({
      status: 400,
      code: 400,
      error: 'validation_failed',
      message: '请填写账号/手机号码和密码',
    });
  });

  it('messages follow Accept-Language', async () => {
    const answer = await signIn('Alice', 'wrong', undefined, { 'accept-language': 'en' });
    expect(answer.message).not.toMatch(/[\u4e00-\u9fa5]/);
  });
});

describe('challenges', () => {
  it('[AUTH-018] [AUTH-034] a phone with several accounts asks which one, and names only those whose password fits', async () => {
    expect(await signIn('13800000001', ONE)).toMatchObject({
      status: 511,
      code: 511,
      error: 'verification',
      data: {
        selectRequired: true,
        selectableUsers: [
          { username: 'Alice', nickName: 'Alice' },
          { username: 'alice_b', nickName: 'alice_b' },
        ],
      },
    });
    expect((await signIn('13800000001', TWO)).data).toMatchObject({ username: 'carol' });
  });

  it('[AUTH-019] the sign-in repeated with the chosen username succeeds', async () => {
    expect((await signIn('alice_b', ONE)).data).toMatchObject({ username: 'alice_b' });
  });

  it('[AUTH-020] an account to be reset is told so, with its masked phone; no session is opened', async () => {
    const browser = new Browser();
    expect(await browser.signIn('fresh', ONE)).toMatchObject({
      code: 511,
      error: 'verification',
      message: '首次登录请重置密码',
      data: { needResetPassword: true, username: 'fresh', phone: '138****0004' },
    });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('sms_session'))).toEqual([]);
    expect(await db().session.count({ where: { username: 'fresh' } })).toBe(0);
  });

  it('a disabled account is told so, but only who knows its password', async () => {
    expect(await signIn('disabled', ONE)).toMatchObject({
      status: 403,
      error: 'account_disabled',
      message: '账号已停用，请联系管理员',
    });
    expect((await signIn('disabled', 'wrong')).error).toBe('invalid_grant');
    expect((await signIn('13800000003', ONE)).error).toBe('account_disabled');
  });
});

describe('guessing', () => {
  it('unknown and known accounts answer alike; that it takes as long is in sign-in-times.test', async () => {
    const answerOf = async (username: string) => {
      const { headers: _headers, ...answer } = await signIn(username, 'Wrong-Pass-9', '192.0.2.9');
      return answer;
    };
    const known = await answerOf('Alice');
    expect(known).toMatchObject({
      status: 400,
      code: 400,
      error: 'invalid_grant',
      message: '账号或密码错误',
      data: null,
    });
    for (const other of ['nobody-here', '13800000001', '13899999999', 'disabled'])
      expect(await answerOf(other)).toEqual(known);
  });

  it('five wrong passwords stop an address for the account for 15 minutes, right password or not; others go on', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await signIn('lockme', 'wrong', '192.0.2.77')).error).toBe('invalid_grant');
    const refused = await signIn('LockMe', ONE, '192.0.2.77');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await signIn('solo', ONE, '192.0.2.77')).code).toBe(200);
    expect((await signIn('lockme', ONE, '192.0.2.78')).code).toBe(200);
  });

  it('an unknown name locks the same way', async () => {
    for (let count = 0; count < 5; count += 1) await signIn('ghost', 'wrong');
    expect((await signIn('ghost', 'wrong')).error).toBe('rate_limited');
  });

  it('parallel guesses get five tries together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signIn('lockme', `wrong-${index}`, '198.51.100.7')),
    );
    expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'rate_limited')).toHaveLength(15);
  });

  it('a right password clears the count', async () => {
    for (let count = 0; count < 4; count += 1) await signIn('solo', 'wrong');
    expect((await signIn('solo', ONE)).code).toBe(200);
    for (let count = 0; count < 4; count += 1) await signIn('solo', 'wrong');
    expect((await signIn('solo', ONE)).code).toBe(200);
  });

  it('wrong passwords by phone count for the accounts behind it; a locked account is not told apart by its phone', async () => {
    for (let count = 0; count < 5; count += 1) await signIn('solo', 'wrong', '192.0.2.99');
    expect((await signIn('13800000002', ONE, '192.0.2.99')).error).toBe('invalid_grant');
    await pool().query('DELETE FROM rate_counter');
    for (let count = 0; count < 5; count += 1) await signIn('13800000002', 'wrong', '192.0.2.99');
    expect((await signIn('solo', ONE, '192.0.2.99')).error).toBe('rate_limited');
  });

  it('fifty failures from one address lock the address, whatever the account; other addresses go on', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => signIn(`sprayed-${index}`, 'wrong', '203.0.113.5')));
    expect((await signIn('solo', ONE, '203.0.113.5')).error).toBe('rate_limited');
    expect((await signIn('solo', ONE, '203.0.113.6')).code).toBe(200);
  });

  it('many right sign-ins at once from one address are no failures', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('solo', ONE, '203.0.113.7')));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    const { rows } = await pool().query<{ left: number }>(
      'SELECT coalesce(sum(count), 0)::int AS left FROM rate_counter',
    );
    expect(rows[0]?.left).toBe(0);
  });

  it('120 calls a minute from an address without a session, then 429 with Retry-After', async () => {
    let last = await callSms('POST', 'signOut', { body: {}, ip: '203.0.113.9' });
    for (let count = 1; count < 120; count += 1)
      last = await callSms('POST', 'signOut', { body: {}, ip: '203.0.113.9' });
    expect(last.code).toBe(200);
    const refused = await callSms('POST', 'signOut', { body: {}, ip: '203.0.113.9' });
    expect([refused.status, refused.error, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });
});
