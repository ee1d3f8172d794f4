import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { createPersona, createWorld, persona } from '../../../support/personas';
import { askCode, codeOf, codesOf, forgetLimits, passTime, wrong } from '../../../support/codes';
import { Browser, callSms } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';

/** Sign-in by a code sent to the phone (doc1 §2, §4; api.md §2.1, §1.9). */

useFreshDatabase();

const ONE = '13800000011';
const MANY = '13800000012';
const OFF = '13800000013';
const MUST_RESET = '13800000014';
const NOBODY = '13899999999';

beforeAll(async () => {
  await createWorld();
  const hash = await quickHash('Code-Test-1');
  for (const [username, phone] of [
    ['one', ONE],
    ['manyA', MANY],
    ['manyB', MANY],
    ['manyOff', MANY],
    ['off', OFF],
    ['fresh', MUST_RESET],
  ] as const) {
    await createPersona({ ...persona('customerLite'), username }, hash);
    await db().user.update({
      where: { username },
      data: { phone, enabled: username !== 'off' && username !== 'manyOff', mustReset: username === 'fresh' },
    });
  }
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await db().smsLog.deleteMany();
});
afterAll(closePortal);

const ask = (phoneNo: string, ip?: string) => askCode({ purpose: 'sign_token', phoneNo }, ip);
const signIn = (phoneNo: string, code: string, extra: Record<string, unknown> = {}) =>
  callSms('POST', 'signToken', { body: { type: 'code', phoneNo, code, ...extra } });

it('[AUTH-009] [AUTH-011] the code sent to the phone signs in, in words of the language asked for', async () => {
  const sent = await ask(ONE);
  expect(sent).toMatchObject({ code: 200, data: { phone: '138****0011', intervalSeconds: 60, expireSeconds: 300 } });
  expect(sent.data.serialNo).toMatch(/^[\w-]{32}$/);
  expect((await signIn(ONE, await codeOf(ONE))).data).toMatchObject({
    username: 'one',
    access_token: expect.any(String),
  });
  await passTime(61);
  await askCode({ purpose: 'sign_token', phoneNo: ONE }, undefined, { 'accept-language': 'en' });
  expect((await db().smsLog.findMany({ orderBy: { id: 'asc' } })).map(({ content }) => content)).toEqual([
    '【梯望】验证码 ******，5分钟内有效，请勿告知他人。',
    expect.stringMatching(/^\[\w+.*\] Your code is \*{6}\. /),
  ]);
});

describe('[AUTH-013] [AUTH-017] phone and code are both required', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, '请填写手机号码和验证码'],
    [{ phoneNo: ONE }, '请填写手机号码和验证码'],
    [{ phoneNo: ONE, code: '' }, '请填写手机号码和验证码'],
    [{ code: '123456' }, '请填写手机号码和验证码'],
    [{ phoneNo: '12345', code: '123456' }, '请输入正确手机号'],
    [{ phoneNo: '23800000011', code: '123456' }, '请输入正确手机号'],
    [{ phoneNo: ONE, code: '12345' }, '请输入验证码'],
  ])('%j: %s', async (fields, message) => {
    expect(await callSms('POST', 'signToken', { body: { type: 'code', ...fields } })).toMatchObject({
      code: 400,
      error: 'validation_failed',
      message,
    });
  });
});

it('a code is used up by the session it opened, and by nothing before', async () => {
  await ask(MANY);
  const code = await codeOf(MANY);
  expect(await signIn(MANY, code)).toMatchObject({
    code: 511,
    data: {
      selectRequired: true,
      selectableUsers: [
        { username: 'manyA', nickName: 'manyA' },
        { username: 'manyB', nickName: 'manyB' },
      ],
    },
  });
  expect((await signIn(MANY, code, { username: 'one' })).error).toBe('invalid_grant');
  expect((await signIn(MANY, code, { username: 'manyB' })).data).toMatchObject({ username: 'manyB' });
  expect(await signIn(MANY, code, { username: 'manyA' })).toMatchObject({
    code: 400,
    error: 'invalid_grant',
    message: '验证码错误或已失效',
  });
});

it('one code opens one session, however many calls carry it at once', async () => {
  await ask(ONE);
  const code = await codeOf(ONE);
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(ONE, code)));
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
});

it('five wrong codes make the right one void; parallel guesses share the five', async () => {
  await ask(ONE);
  const code = await codeOf(ONE);
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(ONE, wrong(code))));
  expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(5);
  expect((await db().verifyCode.findFirstOrThrow({ where: { phone: ONE } })).tries).toBe(5);
  await db().$executeRaw`DELETE FROM rate_counter`;
  expect((await signIn(ONE, code)).error).toBe('invalid_grant');
});

it('a code lives 300 s', async () => {
  await ask(ONE);
  const code = await codeOf(ONE);
  await passTime(301);
  expect((await signIn(ONE, code)).error).toBe('invalid_grant');
  await ask(ONE);
  await passTime(299);
  expect((await signIn(ONE, await codeOf(ONE))).code).toBe(200);
});

it('an account to be reset is told so and keeps its code; a disabled one is told so', async () => {
  await ask(MUST_RESET);
  expect(await signIn(MUST_RESET, await codeOf(MUST_RESET))).toMatchObject({
    code: 511,
    data: { needResetPassword: true, username: 'fresh', phone: '138****0014' },
  });
  await ask(OFF);
  expect((await signIn(OFF, await codeOf(OFF))).error).toBe('account_disabled');
});

it('a code for one purpose is none for another', async () => {
  await askCode({ purpose: 'reset_password', phoneNo: ONE });
  expect((await signIn(ONE, await codeOf(ONE))).error).toBe('invalid_grant');
});

it('a browser gets its session as a cookie, no token', async () => {
  await ask(ONE);
  const browser = new Browser();
  const answer = await browser.call('POST', 'signToken', {
    body: { type: 'code', phoneNo: ONE, code: await codeOf(ONE) },
  });
  expect([answer.code, 'access_token' in answer.data, browser.cookies.has('sms_session')]).toEqual([200, false, true]);
});

describe('how often a code is sent', () => {
  it('[AUTH-010] once in 60 s for a phone', async () => {
    await ask(ONE);
    const again = await ask(ONE, '192.0.2.77');
    expect(again).toMatchObject({ status: 429, error: 'rate_limited', message: '请60秒后再获取验证码' });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(55);
    await passTime(60);
    expect((await ask(ONE)).code).toBe(200);
    expect(await codesOf(ONE)).toHaveLength(2);
  });

  it('five an hour and ten a day for a phone, known or not, in the same words', async () => {
    for (const phone of [ONE, NOBODY]) {
      const codes: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        codes.push((await ask(phone, `198.51.100.${count}`)).code);
        await passTime(61);
      }
      await passTime(3600);
      for (let count = 0; count < 6; count += 1) {
        codes.push((await ask(phone, `198.51.100.${count}`)).code);
        await passTime(61);
      }
      await passTime(3600);
      codes.push((await ask(phone)).code);
      expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429, 200, 200, 200, 200, 200, 429, 429]);
    }
    expect(await codesOf(ONE)).toHaveLength(10);
  });

  it('thirty an hour for an address, whatever the phones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, index) => ask(`139000000${10 + index}`, '203.0.113.8')),
    );
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(4);
    expect((await ask('13900000099', '203.0.113.9')).code).toBe(200);
  });

  it('parallel requests for one phone send one message', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(ONE, `198.51.100.${index}`)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await codesOf(ONE)).toHaveLength(1);
  });

  it('without a provider the answer says so, for every phone alike', async () => {
    process.env.SMS_PROVIDER = 'none';
    resetConfig();
    try {
      for (const phone of [ONE, NOBODY])
        expect(await ask(phone)).toMatchObject({ code: 503, message: '未配置短信通道，请联系管理员' });
    } finally {
      delete process.env.SMS_PROVIDER;
      resetConfig();
    }
  });
});

describe('what a stranger learns', () => {
  it('a phone without an account gets the same answer and no message; its code signs nobody in', async () => {
    const [known, unknown, off] = [await ask(ONE), await ask(NOBODY), await ask(OFF)];
    const shape = ({ data, headers: _headers, ...rest }: typeof known) => ({
      ...rest,
      data: { ...data, serialNo: data.serialNo.length, phone: data.phone?.length },
    });
    expect([shape(unknown), shape(off)]).toEqual([shape(known), shape(known)]);
    expect(await db().smsLog.count({ where: { phone: NOBODY } })).toBe(0);
    expect(await signIn(NOBODY, '000000')).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '验证码错误或已失效',
      data: null,
    });
    expect(await signIn(ONE, wrong(await codeOf(ONE)))).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '验证码错误或已失效',
      data: null,
    });
  });

  it('asking by user name does not tell whose phone it is: the phone itself can still be asked for, and no second message leaves at once', async () => {
    expect((await askCode({ purpose: 'reset_password', username: 'one' })).data).toMatchObject({ phone: null });
    expect((await askCode({ purpose: 'reset_password', phoneNo: ONE })).code).toBe(200);
    const rows = await db().smsLog.findMany({ orderBy: { id: 'asc' } });
    expect(rows).toHaveLength(2);
    expect((rows[1]?.nextAt?.getTime() ?? 0) - (rows[0]?.createDate.getTime() ?? 0)).toBeGreaterThanOrEqual(60_000);
  });
});
