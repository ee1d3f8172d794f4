import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { readSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';
import { sessionEnd } from '@/lib/platform/auth/sessions/session-end';
import { config } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { createPersonas } from '../../../../support/personas';
import { bearer, Browser, callSms, signInBody, tokensOf } from '../../../../support/sms-client';
import type { Tokens } from '../../../../support/sms-client';
import { useFreshDatabase } from '../../../support/database';

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetRateLimits);
afterAll(closePortal);

const refresh = (refresh_token: string) => callSms<Tokens>('POST', 'refreshToken', { body: { refresh_token } });
const whoAmI = (token: string) => callSms('GET', 'userInfo/getUserInfo', { headers: bearer(token) });

/** Moves a moment of every session of the user into the past. */
async function backdate(username: string, column: 'access_expire_at' | 'expire_at' | 'prev_pair_until'): Promise<void> {
  await pool().query(`UPDATE session SET ${column} = now() - interval '1 second' WHERE username = $1`, [username]);
  forgetActors();
}

describe('tokens of a program', () => {
  it('[AUTH-021] [AUTH-027] a sign-in gives both tokens for 30 minutes, and the access token says who calls with which rights', async () => {
    const answer = await callSms<Tokens>('POST', 'signToken', { body: signInBody('customerLite') });
    expect(answer).toMatchObject({
      code: 200,
      data: { token_type: 'bearer', expires_in: 1800, username: 'customerLite', userType: 1, customerType: 2 },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const info = await whoAmI(answer.data.access_token);
    expect(info.data).toMatchObject({
      user: { username: 'customerLite', branchName: '上海分公司', inspection: 30, contract: 60 },
      userType: 1,
      customerType: 2,
      authority: ['CALLBACK_READ', 'EQUIPMENT_READ', 'HOMEPAGE_READ', 'MONITOR_READ'],
    });
  });

  it('stores hashes only', async () => {
    const { access_token, refresh_token } = await tokensOf('customerLite');
    await refresh(refresh_token);
    const { rows } = await pool().query<{ row: string }>('SELECT row_to_json(s)::text AS row FROM session s');
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).not.toContain(access_token.split('.')[1]);
    expect(all).not.toContain(refresh_token.split('.')[1]);
  });

  it('[AUTH-030] [AUTH-031] an expired access token answers exactly "Token expired!"; the new one repeats the call', async () => {
    const tokens = await tokensOf('customerEssence');
    await backdate('customerEssence', 'access_expire_at');
    expect(await whoAmI(tokens.access_token)).toMatchObject({
      status: 401,
      code: 401,
      error: 'token_expired',
      message: 'Token expired!',
    });
    const kept = () =>
      db().session.findFirstOrThrow({ where: { username: 'customerEssence' }, orderBy: { createDate: 'desc' } });
    const before = await kept();
    const renewed = await refresh(tokens.refresh_token);
    expect(renewed.code).toBe(200);
    expect([
      renewed.data.access_token === tokens.access_token,
      renewed.data.refresh_token === tokens.refresh_token,
    ]).toEqual([false, false]);
    const after = await kept();
    expect(after.id).toBe(before.id);
    expect(after).not.toEqual(before);
    expect(await whoAmI(renewed.data.access_token)).toMatchObject({
      code: 200,
      data: { user: { username: 'customerEssence' } },
    });
    expect(await whoAmI(tokens.access_token)).toMatchObject({ error: 'token_expired' });
    // What was stored is what the next renewal goes by.
    expect((await refresh(renewed.data.refresh_token)).code).toBe(200);
  });

  it('a call in flight with the former access token is told to repeat, not to sign in again', async () => {
    const tokens = await tokensOf('customerEssence');
    await whoAmI(tokens.access_token);
    const renewed = await refresh(tokens.refresh_token);
    expect((await whoAmI(renewed.data.access_token)).code).toBe(200);
    expect(await whoAmI(tokens.access_token)).toMatchObject({ code: 401, error: 'token_expired' });
  });

  it('50 parallel refreshes with one token get one and the same new pair', async () => {
    const { refresh_token } = await tokensOf('customerElite');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => `${data.access_token} ${data.refresh_token}`)).size).toBe(1);
    expect((await whoAmI(answers[0]?.data.access_token ?? '')).code).toBe(200);
  });

  it('after the grace a token used twice ends the session', async () => {
    const { refresh_token } = await tokensOf('customerLite');
    const next = await refresh(refresh_token);
    const { prevPairUntil } = await db().session.findFirstOrThrow({
      where: { username: 'customerLite', revokedAt: null },
      orderBy: { createDate: 'desc' },
    });
    expect(Math.abs((prevPairUntil?.getTime() ?? 0) - Date.now() - 30_000)).toBeLessThan(5000);
    await backdate('customerLite', 'prev_pair_until');
    expect(await refresh(refresh_token)).toMatchObject({
      code: 401,
      error: 'invalid_token',
      message: '登录已过期，请重新登录',
    });
    expect((await whoAmI(next.data.access_token)).error).toBe('invalid_token');
    expect((await refresh(next.data.refresh_token)).error).toBe('invalid_token');
  });

  it('a token from two rotations ago ends the session too, within the grace or not', async () => {
    const first = await tokensOf('customerLite');
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.data.refresh_token);
    expect((await refresh(first.refresh_token)).code).toBe(401);
    expect((await whoAmI(third.data.access_token)).error).toBe('invalid_token');
  });

  it.each(['', 'x', 'a.b.c', 'Bearer', `${'A'.repeat(22)}.${'B'.repeat(43)}.${'C'.repeat(22)}`])(
    'a token that is none of ours is refused: %j',
    async (token) => {
      expect((await refresh(token)).code).toBe(401);
      expect((await whoAmI(token)).code).toBe(401);
    },
  );

  it('a session ends for good: 7 days without a refresh, and 30 days whatever happens', async () => {
    const tokens = await tokensOf('internalStaff');
    const session = await db().session.findFirstOrThrow({ where: { username: 'internalStaff' } });
    expect(session.expireAt.getTime() - session.createDate.getTime()).toBe(7 * 86_400_000);
    await pool().query(`UPDATE session SET create_date = now() - interval '29 days' WHERE id = $1`, [session.id]);
    const renewed = await refresh(tokens.refresh_token);
    const late = await db().session.findFirstOrThrow({ where: { id: session.id } });
    expect(Math.abs(late.expireAt.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await backdate('internalStaff', 'expire_at');
    expect((await refresh(renewed.data.refresh_token)).error).toBe('invalid_token');
    expect((await whoAmI(renewed.data.access_token)).error).toBe('invalid_token');
  });

  it('what a dashboard is told of its end is 30 days after the sign-in, however much it was used since', async () => {
    const { refresh_token } = await tokensOf('customerLite');
    await refresh(refresh_token);
    const { rows } = await pool().query<{ id: string; ends: string }>(
      `UPDATE session SET create_date = now() - interval '28 days' WHERE id = (SELECT id FROM session WHERE username = 'customerLite' ORDER BY create_date DESC LIMIT 1)
       RETURNING id, (extract(epoch FROM create_date + interval '30 days') * 1000)::bigint::text AS ends`,
    );
    expect(await sessionEnd(rows[0]?.id ?? '')).toBe(Number(rows[0]?.ends));
    expect(await sessionEnd('gone', 5)).toBe(5);
  });

  it('refreshing a session more than 30 times a minute is refused with Retry-After', async () => {
    let { refresh_token } = await tokensOf('customerElite');
    let last = await refresh(refresh_token);
    for (let count = 1; count < 30; count += 1) {
      refresh_token = last.data.refresh_token;
      last = await refresh(refresh_token);
    }
    expect(last.code).toBe(200);
    const refused = await refresh(last.data.refresh_token);
    expect([refused.code, refused.error, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });

  it('signing out ends the session of the refresh token; it always succeeds', async () => {
    const tokens = await tokensOf('customerLite');
    expect(await callSms('POST', 'signOut', { body: { refresh_token: tokens.refresh_token } })).toMatchObject({
      code: 200,
      data: null,
    });
    expect((await whoAmI(tokens.access_token)).error).toBe('invalid_token');
    expect((await callSms('POST', 'signOut', { body: { refresh_token: 'nonsense' } })).code).toBe(200);
    expect((await callSms('POST', 'signOut', {})).code).toBe(200);
  });

  it('notes the day a person was active, once', async () => {
    const tokens = await tokensOf('branchDispatcher');
    await whoAmI(tokens.access_token);
    await whoAmI(tokens.access_token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now());
    const days = await db().userActiveDay.findMany({ where: { username: 'branchDispatcher' } });
    expect(days.map(({ day }) => day.toISOString().slice(0, 10))).toEqual([today]);
  });
});

describe('the session of a browser', () => {
  const cookieOf = (browser: Browser) => readSessionCookie(browser.header(), config().session);

  it('[AUTH-028] the cookie carries who one is and what one may open, never a token; the answer has none either', async () => {
    const browser = new Browser();
    const answer = await browser.signIn('airportCustomer');
    expect(Object.keys(answer.data).sort()).toEqual([
      'customerType',
      'expires_in',
      'token_type',
      'userType',
      'username',
    ]);
    const [line = ''] = answer.headers.getSetCookie();
    expect(line).toMatch(/^sms_session=[^;]+; Path=\/; Max-Age=60(?:48|47)\d\d; HttpOnly; SameSite=Lax$/);
    const payload = await cookieOf(browser);
    expect(payload).toMatchObject({
      username: 'airportCustomer',
      userType: 1,
      customerType: 2,
      branchName: '上海分公司',
      authorities: ['CALLBACK_READ', 'CAMPUS_VIEW_READ', 'EQUIPMENT_READ', 'HOMEPAGE_READ', 'MONITOR_READ'],
    });
    expect(Object.keys(payload ?? {}).filter((name) => /token/i.test(name))).toEqual([]);
    expect((await browser.call('GET', 'userInfo/getUserInfo')).data).toMatchObject({
      user: { username: 'airportCustomer' },
    });
  });

  it('[AUTH-029] the branch name is "admin" for a user without a branch', async () => {
    const browser = new Browser();
    await browser.signIn('platformAdmin');
    expect(await cookieOf(browser)).toMatchObject({ branchName: 'admin' });
  });

  it('a cookie user never sees an expiry: 20 parallel calls renew once', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    await backdate('customerLite', 'access_expire_at');
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call('GET', 'userInfo/getUserInfo')));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(answers.some(({ headers }) => headers.getSetCookie().length > 0)).toBe(true);
    const payload = await cookieOf(browser);
    const session = await db().session.findUniqueOrThrow({ where: { id: payload?.sid } });
    expect(session.accessExpireAt.getTime()).toBeGreaterThan(Date.now() + 29 * 60_000);
  });

  it('refreshToken without a body continues the cookie session, and shows no tokens', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const answer = await browser.call('POST', 'refreshToken', { body: {} });
    expect(answer).toMatchObject({ code: 200, data: { token_type: 'bearer' } });
    expect(answer.data).not.toHaveProperty('access_token');
    expect((await new Browser().call('POST', 'refreshToken', { body: {} })).error).toBe('invalid_token');
  });

  it('a header wins over the cookie, also a bad one', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const { access_token } = await tokensOf('branchManager');
    expect((await browser.call('GET', 'userInfo/getUserInfo', { headers: bearer(access_token) })).data).toMatchObject({
      user: { username: 'branchManager' },
    });
    expect(
      (await browser.call('GET', 'userInfo/getUserInfo', { headers: { authorization: 'Bearer nonsense' } })).error,
    ).toBe('invalid_token');
    expect((await browser.call('GET', 'userInfo/getUserInfo', { headers: { authorization: '' } })).error).toBe(
      'invalid_token',
    );
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'csrf_failed'],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' }, 'csrf_failed'],
    [{ 'sec-fetch-site': '', origin: '' }, 'csrf_failed'],
    [{ 'sec-fetch-site': '', origin: 'http://localhost:3000' }, undefined],
    [{ 'sec-fetch-site': 'same-origin' }, undefined],
  ] as const)('a write by cookie has to come from our own pages: %j', async (headers, error) => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    expect((await browser.call('POST', 'project/getListByUsername', { body: {}, headers })).error).toBe(error);
  });

  it('signing out clears every cookie of the session and ends it', async () => {
    const browser = new Browser();
    await browser.signIn('platformAdmin');
    const before = browser.header();
    await browser.call('POST', 'signOut', { body: {} });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('sms_session'))).toEqual([]);
    expect((await callSms('GET', 'userInfo/getUserInfo', { headers: { cookie: before } })).error).toBe('invalid_token');
  });

  it('signing in again ends the former session of that browser', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const first = await cookieOf(browser);
    await browser.signIn('customerElite');
    expect((await db().session.findUniqueOrThrow({ where: { id: first?.sid } })).revokedAt).not.toBeNull();
    expect(await cookieOf(browser)).toMatchObject({ username: 'customerElite' });
  });

  it('a changed or foreign cookie is nobody', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const value = browser.cookies.get('sms_session') ?? '';
    browser.cookies.set('sms_session', `${value.slice(0, -4)}AAAA`);
    expect((await browser.call('GET', 'userInfo/getUserInfo')).error).toBe('invalid_token');
  });
});
