import { createHmac } from 'node:crypto';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { writeSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';
import { issueSocketToken, verifySocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { config } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { askCode, codeOf, forgetLimits, wrong } from '../../support/codes';
import { forgedTokens } from '../../support/forged-tokens';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { middlewareOutcome } from '../../support/page-outcome';
import { bearer, Browser, callSms, signInBody, tokensOf } from '../../support/sms-client';
import type { Tokens } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** People who would like to be somebody else. */

useFreshDatabase();

const PHONE = '13800000041';
beforeAll(async () => {
  await createPersonas();
  await db().user.update({ where: { username: 'customerElite' }, data: { phone: PHONE } });
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
});
afterAll(closePortal);

const whoAmI = (token: string) => callSms('GET', 'userInfo/getUserProfile', { headers: bearer(token) });
/** At once: every answer takes its third of a second, and what is counted is the same. */
const together = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens that we never made', () => {
  it('none opens a door: no algorithm, a key of another purpose, a claim added, a refresh token as access, an outdated one', async () => {
    const { access_token: access, refresh_token: refresh } = await tokensOf('platformAdmin');
    const sid = access.split('.')[0] ?? '';
    const socket = (await issueSocketToken({ sessionId: sid, username: 'platformAdmin' })).token;
    const forged = await forgedTokens({ sessionId: sid, username: 'platformAdmin' }, 'customerLite');
    for (const [what, token] of Object.entries(forged)) {
      expect([what, (await whoAmI(token)).code]).toEqual([what, 401]);
      expect([what, (await verifySocketToken(token)).ok]).toEqual([what, false]);
      expect([what, (await callSms('POST', 'refreshToken', { body: { refresh_token: token } })).code >= 400]).toEqual([
        what,
        true,
      ]);
    }
    // Tokens of ours at the wrong door.
    expect([(await whoAmI(refresh)).error, (await whoAmI(socket)).error]).toEqual(['invalid_token', 'invalid_token']);
    expect((await verifySocketToken(refresh)).ok).toBe(false);
    expect((await callSms('POST', 'refreshToken', { body: { refresh_token: access } })).error).toBe('invalid_token');
    // None of all this ended the true session.
    expect((await whoAmI(access)).code).toBe(200);
    await pool().query(`UPDATE session SET access_expire_at = now() - interval '1 second' WHERE id = $1`, [sid]);
    forgetActors();
    expect(await whoAmI(access)).toMatchObject({ code: 401, error: 'token_expired', message: 'Token expired!' });
  });

  it('a cookie made elsewhere is nobody, also with the number of a session that is: signed instead of encrypted, of another secret; nor is one of a session that is not', async () => {
    const [sid = ''] = (await tokensOf('platformAdmin')).access_token.split('.');
    const payload = {
      sid,
      username: 'platformAdmin',
      nickName: 'x',
      userType: 0,
      customerType: 0,
      branchName: 'admin',
      authorities: ['SUPER_MASTER'],
      accessVersion: 0,
      customCampus: false,
    };
    const claims = { ...payload, iat: 1, exp: Math.floor(Date.now() / 1000) + 600 };
    const signed = `${part({ alg: 'HS256' })}.${part(claims)}`;
    const cookieOf = async (content: typeof payload, secret: string) =>
      (await writeSessionCookie(content, 600, { ...config().session, secret }, null))[0]?.split(';')[0] ?? '';
    const forged = {
      'another secret': await cookieOf(payload, 'another-secret-of-32-characters!!'),
      'no session': await cookieOf({ ...payload, sid: 'x'.repeat(22) }, config().session.secret),
      'no algorithm': `sms_session=${part({ alg: 'none' })}.${part(claims)}.`,
      'a signature': `sms_session=${signed}.${createHmac('sha256', config().session.secret).update(signed).digest('base64url')}`,
    };
    for (const [what, cookie] of Object.entries(forged)) {
      const answer = await callSms('GET', 'userInfo/getUserProfile', { headers: { cookie } });
      expect([what, answer.code]).toEqual([what, 401]);
    }
    expect(
      (
        await callSms('GET', 'userInfo/getUserProfile', {
          headers: { cookie: await cookieOf(payload, config().session.secret) },
        })
      ).code,
    ).toBe(200);
  });
});

describe('one session under load and theft', () => {
  it('fifty refreshes of one token at once give one pair and sign nobody out', async () => {
    const first = await tokensOf('customerEssence');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        callSms<Tokens>('POST', 'refreshToken', { body: { refresh_token: first.refresh_token } }),
      ),
    );
    expect(answers.filter(({ code }) => code !== 200)).toEqual([]);
    expect(new Set(answers.map(({ data }) => data.refresh_token)).size).toBe(1);
    expect((await whoAmI(answers[0]?.data.access_token ?? '')).code).toBe(200);
  });

  it('a spent token replayed after its 30 s ends the session for thief and owner', async () => {
    const first = await tokensOf('customerLite');
    const second = (await callSms<Tokens>('POST', 'refreshToken', { body: { refresh_token: first.refresh_token } }))
      .data;
    await pool().query(`UPDATE session SET prev_pair_until = now() - interval '1 second'`);
    expect((await callSms('POST', 'refreshToken', { body: { refresh_token: first.refresh_token } })).error).toBe(
      'invalid_token',
    );
    expect((await callSms('POST', 'refreshToken', { body: { refresh_token: second.refresh_token } })).error).toBe(
      'invalid_token',
    );
    expect((await whoAmI(second.access_token)).error).toBe('invalid_token');
  });

  it('an answer on its way for a session that a new sign-in ended does not clear the new cookie', async () => {
    const browser = new Browser();
    await browser.signIn('customerElite');
    const before = browser.header();
    await browser.signIn('customerElite');
    await db().$executeRaw`UPDATE users SET access_version = access_version + 1 WHERE username = 'customerElite'`;
    const late = await callSms('GET', 'userInfo/getUserProfile', { headers: { cookie: before } });
    expect([late.code, late.headers.getSetCookie().filter((line) => line.startsWith('sms_session'))]).toEqual([
      401,
      [],
    ]);
    expect((await browser.call('GET', 'userInfo/getUserProfile')).code).toBe(200);
  });
});

describe('ways out of the portal', () => {
  const AWAY = [
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example/..//evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    ' https://evil.example',
    'http:evil.example',
    '/login',
    '/LOGIN?to=/',
    '/3rd/campus?token=x',
    '/sms/signOut',
    '/api/auth/signout',
    '/_next/x',
    '/..//evil.example',
    '/.//evil.example',
    '/a\r\nSet-Cookie: x=1',
    '@evil.example',
  ];
  const browser = new Browser();
  beforeAll(() => browser.signIn('customerElite'));

  it.each(AWAY)('to=%j leads a signed-in person to no other site and into no circle', async (to) => {
    const outcome = await middlewareOutcome(`/login?to=${encodeURIComponent(to)}`, browser.header());
    expect(outcome).toMatch(/^to \/(?!\/|\\|login|3rd|sms|api|_next)/i);
  });

  it('a partner cannot bind a token to a place outside', async () => {
    const secret = 'hostile-partner-secret';
    await db().partner.create({
      data: {
        partnerId: 'hostile',
        name: 'x',
        secretHash: await hashPassword(secret),
        scopes: ['token'],
        users: { create: { username: 'customerElite' } },
      },
    });
    const headers = { authorization: `Basic ${Buffer.from(`hostile:${secret}`).toString('base64')}` };
    for (const path of AWAY) {
      const answer = await callSms<{ url: string }>('POST', 'thirdParty/token', {
        body: { username: 'customerElite', path },
        headers,
      });
      if (answer.code !== 200) continue;
      const { origin, pathname } = new URL(answer.data.url, 'http://localhost:3000');
      expect([path, origin, /^\/3rd\/(?!\/|\\|login|3rd|sms|api)/i.test(pathname)]).toEqual([
        path,
        'http://localhost:3000',
        true,
      ]);
    }
  });
});

describe('who has an account', () => {
  it("cannot be read from the audit trail's shape: each step is one line, with nothing secret in it", async () => {
    await flushAccessLog();
    await db().apiAccessLog.deleteMany();
    const sent = await askCode({ purpose: 'sign_token', phoneNo: PHONE });
    const code = await codeOf(PHONE);
    await askCode({ purpose: 'sign_token', phoneNo: '13900000017' });
    await callSms('POST', 'signToken', { body: { type: 'code', phoneNo: PHONE, code: wrong(code) } });
    await callSms('POST', 'signToken', { body: { type: 'code', phoneNo: '13900000017', code: wrong(code) } });
    await callSms('POST', 'signToken/verify', { body: { serialNo: sent.data.serialNo, verifyCode: code } });
    await callSms('POST', 'user/changePasswordByCode', {
      body: { phoneNo: PHONE, serialNo: 'x', code, newPassword: 'Secret-Word-9' },
    });
    await callSms('POST', 'signToken/fwtoken', { body: { fwtoken: 'hidden-link-token' } });
    await callSms('POST', 'signToken/thirdParty', { body: { token: 'hidden-third-token', path: '/campus' } });
    await flushAccessLog();
    const lines = await db().apiAccessLog.findMany({ orderBy: { id: 'asc' } });
    expect(lines.map(({ operation, code: result, action }) => [operation, result, action])).toEqual([
      ['requestSmsCode', 200, 'create'],
      ['requestSmsCode', 200, 'create'],
      ['signIn', 400, 'signIn'],
      ['signIn', 400, 'signIn'],
      ['signInVerify', 400, 'signIn'],
      ['changePasswordByCode', 400, 'update'],
      ['signInByLink', 400, 'signIn'],
      ['signInByThirdToken', 400, 'signIn'],
    ]);
    const text = JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [code, wrong(code), PHONE, 'Secret-Word-9', 'hidden-link-token', 'hidden-third-token'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });
});

describe('bombing a phone with messages', () => {
  const messages = () => db().smsLog.count({ where: { phone: PHONE, state: { not: 'SUPPRESSED' } } });
  beforeEach(() => db().smsLog.deleteMany());

  it('a hundred requests from a hundred addresses, by phone and by name, for both purposes: a handful of messages', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        resetRateLimits();
        const body =
          [
            { purpose: 'sign_token', phoneNo: PHONE },
            { purpose: 'reset_password', phoneNo: PHONE },
            { purpose: 'reset_password', username: 'customerElite' },
            { purpose: 'reset_password', username: 'CUSTOMERELITE' },
          ][index % 4] ?? {};
        return askCode(body, `203.0.113.${index}`);
      }),
    );
    expect(await messages()).toBeLessThanOrEqual(2);
  });

  it('an account that asks for ever other phones from ever other addresses sends five messages an hour, also all at once', async () => {
    const headers = bearer((await tokensOf('customerEssence')).access_token);
    const strangers = Array.from({ length: 30 }, (_, index) => `136000000${10 + index}`);
    const answers = await Promise.all(
      strangers.map((phone, index) =>
        callSms('POST', 'userInfo/sendPhoneCode', { body: { phone }, headers, ip: `203.0.113.${index}` }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'rate_limited')).toHaveLength(25);
    expect(await db().smsLog.count({ where: { phone: { in: strangers } } })).toBe(5);
  });

  it("a phone that strangers name as their own new one is in the same budget as its owner's codes", async () => {
    const senders = await Promise.all(
      (['customerLite', 'customerEssence', 'internalStaff', 'branchDispatcher'] as const).map(async (name) =>
        bearer((await tokensOf(name)).access_token),
      ),
    );
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2
          ? callSms('POST', 'userInfo/sendPhoneCode', {
              body: { phone: PHONE },
              headers: senders[index % 4] ?? {},
              ip: `203.0.113.${index}`,
            })
          : askCode({ purpose: 'sign_token', phoneNo: PHONE }, `203.0.113.${index}`),
      ),
    );
    expect(await messages()).toBe(1);
  });

  it('addresses of one IPv6 network are one, an IPv4 address in IPv6 clothes is itself', async () => {
    const codes = await together(32, (index) =>
      askCode({ purpose: 'sign_token', phoneNo: `137000000${10 + index}` }, `2001:db8:1:2:${index.toString(16)}::1`),
    );
    expect(codes.filter(({ code }) => code === 429)).toHaveLength(2);
    await forgetLimits();
    await together(30, (index) =>
      askCode(
        { purpose: 'sign_token', phoneNo: `137000001${10 + index}` },
        index % 2 ? '198.51.100.7' : '::ffff:198.51.100.7',
      ),
    );
    expect((await askCode({ purpose: 'sign_token', phoneNo: '13700000199' }, '198.51.100.7')).code).toBe(429);
  });

  it('a forged address after the first is not believed: our own server writes the first', async () => {
    await together(30, (index) =>
      askCode({ purpose: 'sign_token', phoneNo: `137000002${10 + index}` }, `198.51.100.8, 10.0.0.${index}`),
    );
    expect((await askCode({ purpose: 'sign_token', phoneNo: '13700000299' }, '198.51.100.8, 10.9.9.9')).code).toBe(429);
  });
});

describe('a code that strangers guess', () => {
  const tryFrom = (ip: string, code: string, serialNo?: string) => {
    resetRateLimits();
    return callSms('POST', 'signToken', { body: { type: 'code', phoneNo: PHONE, code, serialNo }, ip });
  };
  const guessed = async () => {
    await forgetLimits();
    const { serialNo } = (await askCode({ purpose: 'sign_token', phoneNo: PHONE })).data;
    const code = await codeOf(PHONE);
    for (let index = 0; index < 8; index += 1)
      expect((await tryFrom(`203.0.113.${index}`, wrong(code))).error).toBe('invalid_grant');
    return { serialNo, code };
  };

  it('still opens for who asked for it, and for nobody who only knows the phone', async () => {
    const { serialNo, code } = await guessed();
    expect((await tryFrom('203.0.113.200', code)).error).toBe('invalid_grant');
    expect((await tryFrom('203.0.113.201', code, 'x'.repeat(serialNo.length))).error).toBe('invalid_grant');
    expect((await tryFrom('203.0.113.202', code, serialNo)).code).toBe(200);
    expect((await tryFrom('203.0.113.203', code, serialNo)).error).toBe('invalid_grant');
  });

  it('has five tries for who asked for it, wherever they come from, and then is void', async () => {
    const { serialNo, code } = await guessed();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => tryFrom(`203.0.113.${100 + index}`, wrong(code), serialNo)),
    );
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => 'invalid_grant'));
    expect((await tryFrom('203.0.113.200', code, serialNo)).error).toBe('invalid_grant');
  });

  it('opens no other phone with its number', async () => {
    const { serialNo, code } = await guessed();
    const other = await callSms('POST', 'signToken', {
      body: { type: 'code', phoneNo: '13700000299', code, serialNo },
      ip: '203.0.113.210',
    });
    expect(other.error).toBe('invalid_grant');
    expect((await tryFrom('203.0.113.211', code, serialNo)).code).toBe(200);
  });
});

it("guessing a code from many addresses is stopped by the code's own five tries, in the words of a wrong one", async () => {
  await askCode({ purpose: 'sign_token', phoneNo: PHONE });
  const code = await codeOf(PHONE);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      resetRateLimits();
      return callSms('POST', 'signToken', {
        body: { type: 'code', phoneNo: PHONE, code: wrong(code) },
        ip: `203.0.113.${index}`,
      });
    }),
  );
  expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(40);
  expect(
    (await callSms('POST', 'signToken', { body: { type: 'code', phoneNo: PHONE, code }, ip: '203.0.113.200' })).error,
  ).toBe('invalid_grant');
  expect(await db().verifyCode.findFirst({ where: { phone: PHONE }, select: { tries: true, usedAt: true } })).toEqual({
    tries: 5,
    usedAt: null,
  });
  // Somebody else's guesses do not lock the password.
  expect((await callSms('POST', 'signToken', { body: signInBody('customerElite', PERSONA_PASSWORD) })).code).toBe(200);
});
