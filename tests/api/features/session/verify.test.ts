import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { parsePolicy, SIGN_IN_POLICY_KEY } from '@/lib/features/session/policy';
import { createPersona, createWorld, persona } from '../../../support/personas';
import { askCode, codeOf, codesOf, forgetLimits, passTime, wrong } from '../../../support/codes';
import type { CodeSent } from '../../../support/codes';
import { Browser, callSms, signInBody } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';

/** The second step of a password sign-in (doc1 §4, api.md §2.1 needVerify). */

useFreshDatabase();

const PASSWORD = 'Verify-Test-1';
const PHONE = '13800000021';

beforeAll(async () => {
  await createWorld();
  const hash = await quickHash(PASSWORD);
  for (const [username, customerType, phone] of [
    ['external', 2, PHONE],
    ['internal', 1, '13800000022'],
    ['phoneless', 2, null],
  ] as const) {
    await createPersona({ ...persona('customerLite'), username, customerType }, hash);
    await db().user.update({ where: { username }, data: { phone } });
  }
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await db().smsLog.deleteMany();
  await db().session.deleteMany();
});
afterAll(closePortal);

const policy = (value: object) =>
  db().setting.upsert({
    where: { key: SIGN_IN_POLICY_KEY },
    create: { key: SIGN_IN_POLICY_KEY, value },
    update: { value },
  });
type Challenge = CodeSent & { needVerify: boolean };
const signIn = (username = 'external', ip?: string) =>
  callSms<Challenge>('POST', 'signToken', { body: signInBody(username, PASSWORD), ip });
const verify = (serialNo: string, verifyCode: string, ip?: string) =>
  callSms('POST', 'signToken/verify', { body: { serialNo, verifyCode }, ip });
const resend = (serialNo: string) => callSms<CodeSent>('POST', 'verifyCode/resend', { body: { serialNo } });

describe('when the policy asks always', () => {
  beforeEach(() => policy({ verify: 'always' }));

  it('[AUTH-014] [AUTH-016] [AUTH-034] the password is answered by a challenge, and serialNo with the six digits by tokens', async () => {
    const challenge = await signIn();
    expect(challenge).toMatchObject({
      status: 511,
      code: 511,
      error: 'verification',
      data: { needVerify: true, phone: '138****0021', intervalSeconds: 60, expireSeconds: 300 },
    });
    expect(await db().session.count()).toBe(0);
    const code = await codeOf(PHONE);
    expect(code).toMatch(/^\d{6}$/);
    expect((await verify(challenge.data.serialNo, code)).data).toMatchObject({
      username: 'external',
      access_token: expect.any(String),
    });
    expect((await verify(challenge.data.serialNo, code)).error).toBe('invalid_grant');
  });

  it('[AUTH-017] fewer than six digits are no code yet, six wrong ones are a wrong code', async () => {
    const { data } = await signIn();
    expect(await verify(data.serialNo, '12345')).toMatchObject({
      code: 400,
      error: 'validation_failed',
      message: '请输入验证码',
    });
    expect(await verify(data.serialNo, wrong(await codeOf(PHONE)))).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '验证码错误或已失效',
    });
    expect((await verify('no-such-number', '123456')).error).toBe('invalid_grant');
  });

  it('[AUTH-015] a code is sent again by serialNo after 60 s, and only the new one counts', async () => {
    const { data } = await signIn();
    const first = await codeOf(PHONE);
    expect(await resend(data.serialNo)).toMatchObject({ code: 429, message: '请60秒后再获取验证码' });
    await passTime(60);
    expect(await resend(data.serialNo)).toMatchObject({
      code: 200,
      data: { serialNo: data.serialNo, phone: '138****0021', intervalSeconds: 60 },
    });
    const second = await codeOf(PHONE);
    expect(await codesOf(PHONE)).toHaveLength(2);
    // Once in a million the two are alike; the first is then wrong in another way.
    expect((await verify(data.serialNo, first === second ? wrong(second) : first)).error).toBe('invalid_grant');
    expect((await verify(data.serialNo, second)).code).toBe(200);
    expect(await resend(data.serialNo)).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '验证已失效，请重新登录',
    });
    expect((await resend('no-such-number')).message).toBe('验证已失效，请重新登录');
  });

  it('a right password forgets the wrong ones before it, though a code is asked for', async () => {
    const guess = () => callSms('POST', 'signToken', { body: signInBody('external', 'Wrong-Word-1') });
    for (let round = 0; round < 2; round += 1) {
      for (let nr = 0; nr < 4; nr += 1) expect((await guess()).error).toBe('invalid_grant');
      expect((await signIn()).error).toBe('verification');
    }
  });

  it('without a provider no code is promised again, and the old one still counts', async () => {
    const { data } = await signIn();
    const code = await codeOf(PHONE);
    await passTime(61);
    process.env.SMS_PROVIDER = 'none';
    resetConfig();
    try {
      expect(await resend(data.serialNo)).toMatchObject({ code: 503, message: '未配置短信通道，请联系管理员' });
    } finally {
      delete process.env.SMS_PROVIDER;
      resetConfig();
    }
    expect((await verify(data.serialNo, code)).code).toBe(200);
  });

  it('a code sent again counts for the address like every other', async () => {
    const { data } = await signIn();
    for (let index = 0; index < 29; index += 1)
      await askCode({ purpose: 'sign_token', phoneNo: `137000003${10 + index}` });
    await passTime(61);
    expect((await resend(data.serialNo)).error).toBe('rate_limited');
    await passTime(3600);
    expect((await signIn()).code).toBe(511);
  });

  it('a code is sent again as long as the phone has messages left for the hour', async () => {
    const { data } = await signIn();
    const answers: (string | undefined)[] = [];
    for (let again = 0; again < 5; again += 1) {
      await passTime(61);
      answers.push((await resend(data.serialNo)).error);
    }
    expect(answers).toEqual([undefined, undefined, undefined, undefined, 'rate_limited']);
    expect(await db().smsLog.count({ where: { state: { not: 'SUPPRESSED' } } })).toBe(5);
  });

  it('a sign-in repeated within 60 s takes the same challenge up again instead of failing for the interval', async () => {
    const first = await signIn();
    await passTime(20);
    const second = await signIn();
    expect(second.data.serialNo).toBe(first.data.serialNo);
    expect(second.data.intervalSeconds).toBeLessThanOrEqual(40);
    expect(await codesOf(PHONE)).toHaveLength(1);
    await passTime(41);
    expect((await signIn()).data.serialNo).not.toBe(first.data.serialNo);
  });

  it('five wrong codes make the challenge void', async () => {
    const { data } = await signIn();
    const code = await codeOf(PHONE);
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => verify(data.serialNo, wrong(code), `198.51.100.${index}`)),
    );
    expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(9);
    expect(
      await db().verifyCode.findUniqueOrThrow({ where: { serialNo: data.serialNo }, select: { tries: true } }),
    ).toEqual({ tries: 5 });
    await db().$executeRaw`DELETE FROM rate_counter`;
    expect((await verify(data.serialNo, code)).error).toBe('invalid_grant');
  });

  it.each([
    [
      'its password changed',
      async () => {
        await db().user.update({ where: { username: 'external' }, data: { passwordAt: new Date() } });
      },
      'invalid_grant',
    ],
    [
      'its phone changed',
      async () => {
        await db().user.update({ where: { username: 'external' }, data: { phone: '13800000029' } });
      },
      'invalid_grant',
    ],
    [
      'it was disabled',
      async () => {
        await db().user.update({ where: { username: 'external' }, data: { enabled: false } });
      },
      'invalid_grant',
    ],
  ])('the challenge of an account is void when %s meanwhile', async (_what, change, error) => {
    const { data } = await signIn();
    const code = await codeOf(PHONE);
    await change();
    expect((await verify(data.serialNo, code)).error).toBe(error);
    await db().user.update({ where: { username: 'external' }, data: { phone: PHONE, enabled: true } });
    expect(await db().session.count()).toBe(0);
  });

  it('an account without a phone cannot be asked, so it cannot come in', async () => {
    expect(await signIn('phoneless')).toMatchObject({
      code: 403,
      error: 'access_denied',
      message: '账号未绑定手机号，无法完成短信验证，请联系管理员',
    });
  });

  it('a wrong password learns nothing of the second step', async () => {
    expect(await callSms('POST', 'signToken', { body: signInBody('external', 'Wrong-Pass-1') })).toMatchObject({
      error: 'invalid_grant',
      data: null,
    });
    expect(await db().smsLog.count()).toBe(0);
  });

  it('when the phone has had its messages of the hour the sign-in waits instead of asking for a code that never comes', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn()).code).toBe(511);
      await passTime(61);
    }
    expect(await signIn()).toMatchObject({ code: 429, message: '请60秒后再获取验证码' });
  });
});

describe('who is asked', () => {
  const asked = async (browser: Browser, username = 'external') =>
    (await browser.signIn(username, PASSWORD)).code === 511;

  it('never: nobody; the rule of a customerType stands over the general one', async () => {
    await policy({ verify: 'never', verifyByCustomerType: { 2: 'always' } });
    expect([(await signIn('external')).code, (await signIn('internal')).code]).toEqual([511, 200]);
    await policy({ verify: 'always', verifyByCustomerType: { 1: 'never' } });
    expect((await signIn('internal')).code).toBe(200);
  });

  it('newBrowser: a browser is asked once for an account, another one and a program again', async () => {
    await policy({ verify: 'newBrowser' });
    const browser = new Browser();
    const challenge = await browser.call<Challenge>('POST', 'signToken', { body: signInBody('external', PASSWORD) });
    expect(challenge.code).toBe(511);
    await browser.call('POST', 'signToken/verify', {
      body: { serialNo: challenge.data.serialNo, verifyCode: await codeOf(PHONE) },
    });
    await browser.call('POST', 'signOut', { body: {} });
    expect(await asked(browser)).toBe(false);
    expect(await asked(browser, 'internal')).toBe(true);
    await passTime(61);
    expect([await asked(new Browser()), (await signIn()).code]).toEqual([true, 511]);
  });

  it('the mark of a browser is kept as a hash and cannot be guessed or borrowed', async () => {
    await policy({ verify: 'never' });
    const browser = new Browser();
    await browser.signIn('external', PASSWORD);
    const mark = browser.cookies.get('sms_device') ?? '';
    expect(mark).toMatch(/^[\w-]{32}\.[\w-]{43}$/);
    const { deviceId } = await db().session.findFirstOrThrow({ where: { username: 'external' } });
    expect(mark).not.toContain(deviceId);
    await policy({ verify: 'newBrowser' });
    const thief = new Browser();
    thief.cookies.set('sms_device', deviceId ?? '');
    expect(await asked(thief)).toBe(true);
  });

  it("a mark of somebody else's making is none, and the next sign-in puts one of ours in its place", async () => {
    await policy({ verify: 'never' });
    const forged = 'f'.repeat(32);
    for (const value of [forged, `${forged}.${'A'.repeat(43)}`, `${forged}.`]) {
      const browser = new Browser();
      browser.cookies.set('sms_device', value);
      await browser.signIn('external', PASSWORD);
      const mark = browser.cookies.get('sms_device') ?? '';
      expect([value, mark.includes(forged), mark]).toEqual([
        value,
        false,
        expect.stringMatching(/^[\w-]{32}\.[\w-]{43}$/),
      ]);
    }
  });

  it('a policy that cannot be read asks everybody', () => {
    for (const value of ['x', { verify: 'sometimes' }, { verfy: 'never' }, [], 5])
      expect([value, parsePolicy(value).verifyRule(2)]).toEqual([value, 'always']);
    expect(parsePolicy(undefined).verifyRule(2)).toBe('never');
  });

  it('a password older than the policy allows must be renewed', async () => {
    await policy({ passwordMaxAgeDays: 90 });
    await db().user.update({
      where: { username: 'internal' },
      data: { passwordAt: new Date(Date.now() - 91 * 24 * 3600_000) },
    });
    expect(await signIn('internal')).toMatchObject({
      code: 511,
      message: '密码已过期，请重置密码',
      data: { needResetPassword: true },
    });
  });
});
