import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { createPersona, createWorld, persona } from '../../../support/personas';
import { askCode, codeOf, forgetLimits, passTime, wrong } from '../../../support/codes';
import { callSms, signInBody, tokensOf } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';

/** The forgotten and the forced password (silent-screens B10, api.md §2.2 changePasswordByCode). */

useFreshDatabase();

const OLD = 'Reset-Test-1';
const NEW = 'Quite-New-22';
const ONE = '13800000031';
const MANY = '13800000032';

beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await db().smsLog.deleteMany();
  await db().user.deleteMany();
  await db().role.deleteMany();
  if ((await db().branch.count()) === 0) await createWorld();
  const hash = await quickHash(OLD);
  for (const [username, phone] of [
    ['one', ONE],
    ['manyA', MANY],
    ['manyB', MANY],
    ['off', '13800000033'],
    ['admin', null],
  ] as const) {
    await createPersona({ ...persona('customerLite'), username }, hash);
    await db().user.update({
      where: { username },
      data: { phone, enabled: username !== 'off', mustReset: username === 'admin' },
    });
  }
});
afterAll(closePortal);

const reset = (body: Record<string, unknown>, ip?: string) =>
  callSms('POST', 'user/changePasswordByCode', { body: { newPassword: NEW, ...body }, ip });
const ask = async (asked: { phoneNo: string } | { username: string }) =>
  (await askCode({ purpose: 'reset_password', ...asked })).data;
const signIn = (username: string, password: string) =>
  callSms('POST', 'signToken', { body: signInBody(username, password) });

it('by phone: the code sets a new password, ends all sessions and opens none', async () => {
  await tokensOf('one', OLD);
  const { serialNo } = await ask({ phoneNo: ONE });
  expect(await reset({ phoneNo: ONE, serialNo, code: await codeOf(ONE) })).toMatchObject({ code: 200, data: null });
  expect(await db().session.count({ where: { username: 'one', revokedAt: null } })).toBe(0);
  expect([(await signIn('one', OLD)).code, (await signIn('one', NEW)).code]).toEqual([400, 200]);
});

it('by user name (forced reset): the answer names no phone, and the must-reset flag is gone afterwards', async () => {
  await db().user.update({ where: { username: 'one' }, data: { mustReset: true } });
  const sent = await ask({ username: 'ONE' });
  expect(sent.phone).toBeNull();
  expect((await reset({ username: 'one', serialNo: sent.serialNo, code: await codeOf(ONE) })).code).toBe(200);
  expect((await signIn('one', NEW)).code).toBe(200);
});

it('a phone with several accounts asks which one, and the code goes on to be good', async () => {
  const { serialNo } = await ask({ phoneNo: MANY });
  const code = await codeOf(MANY);
  expect(await reset({ phoneNo: MANY, serialNo, code })).toMatchObject({
    code: 511,
    data: {
      selectRequired: true,
      selectableUsers: [
        { username: 'manyA', nickName: 'manyA' },
        { username: 'manyB', nickName: 'manyB' },
      ],
    },
  });
  expect((await reset({ phoneNo: MANY, username: 'manyB', serialNo, code })).code).toBe(200);
  expect([(await signIn('manyA', OLD)).code, (await signIn('manyB', NEW)).code]).toEqual([200, 200]);
});

it("nobody else's password can be set with the code of one's own phone", async () => {
  const { serialNo } = await ask({ phoneNo: ONE });
  const code = await codeOf(ONE);
  for (const body of [
    { username: 'manyA' },
    { phoneNo: MANY },
    { username: 'manyA', phoneNo: MANY },
    { username: 'nobody' },
  ]) {
    expect(await reset({ serialNo, code, ...body })).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '验证码错误或已失效',
      data: null,
    });
  }
  await db().user.update({ where: { username: 'one' }, data: { phone: '13800000039' } });
  expect((await reset({ phoneNo: ONE, serialNo, code })).error).toBe('invalid_grant');
});

it.each<[Record<string, unknown>, string, string]>([
  [{ phoneNo: ONE, serialNo: 'x', code: '12345' }, 'code', '请输入验证码'],
  [{ phoneNo: ONE, serialNo: 'x' }, 'code', '请输入验证码'],
  [{ phoneNo: '123', serialNo: 'x', code: '123456' }, 'phoneNo', '请输入正确手机号'],
  [{ serialNo: 'x', code: '123456' }, 'phoneNo', '请输入正确手机号'],
  [
    { phoneNo: ONE, serialNo: 'x', code: '123456', newPassword: 'alllowercase' },
    'newPassword',
    '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种',
  ],
  [{ phoneNo: ONE, serialNo: 'x', code: '123456', newPassword: 'Password123' }, 'newPassword', '密码过于常见，请更换'],
])('[AUTH-017] %j is refused under the field %s: %s', async (body, field, message) => {
  expect(await reset(body)).toMatchObject({
    code: 400,
    error: 'validation_failed',
    message,
    data: { fieldErrors: { [field]: message } },
  });
});

it('the old password is no new one, and refusing it does not cost the code', async () => {
  const { serialNo } = await ask({ phoneNo: ONE });
  const code = await codeOf(ONE);
  expect(await reset({ phoneNo: ONE, serialNo, code, newPassword: OLD })).toMatchObject({
    code: 400,
    message: '新密码不能与原密码相同',
  });
  expect((await reset({ phoneNo: ONE, serialNo, code })).code).toBe(200);
  expect((await reset({ phoneNo: ONE, serialNo, code, newPassword: 'Another-New-3' })).error).toBe('invalid_grant');
});

it('one code sets one password, however many calls carry it at once', async () => {
  const { serialNo } = await ask({ phoneNo: ONE });
  const code = await codeOf(ONE);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => reset({ phoneNo: ONE, serialNo, code, newPassword: `Parallel-${index}x` })),
  );
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
});

it('five wrong codes make it void, 300 s as well; a disabled account is told so', async () => {
  const { serialNo } = await ask({ phoneNo: ONE });
  const code = await codeOf(ONE);
  for (let count = 0; count < 5; count += 1)
    expect((await reset({ phoneNo: ONE, serialNo, code: wrong(code) })).error).toBe('invalid_grant');
  await db().$executeRaw`DELETE FROM rate_counter WHERE key LIKE 'signin:%'`;
  expect((await reset({ phoneNo: ONE, serialNo, code })).error).toBe('invalid_grant');
  const late = await ask({ phoneNo: MANY });
  const lateCode = await codeOf(MANY);
  await passTime(301);
  expect((await reset({ phoneNo: MANY, serialNo: late.serialNo, code: lateCode })).error).toBe('invalid_grant');
  const off = await ask({ phoneNo: '13800000033' });
  expect(
    await reset({ phoneNo: '13800000033', serialNo: off.serialNo, code: await codeOf('13800000033') }),
  ).toMatchObject({ code: 403, message: '账号已停用，请联系管理员' });
});

it('an account locked by guesses is free again for who has its phone', async () => {
  for (let count = 0; count < 5; count += 1) await signIn('one', 'Wrong-Pass-1');
  expect((await signIn('one', OLD)).error).toBe('rate_limited');
  const { serialNo } = await ask({ phoneNo: ONE });
  await reset({ phoneNo: ONE, serialNo, code: await codeOf(ONE) });
  expect((await signIn('one', NEW)).code).toBe(200);
});

describe('an account without a phone', () => {
  it('renews its one-time password with that password, for no code can reach it', async () => {
    expect(await signIn('admin', OLD)).toMatchObject({
      code: 511,
      data: { needResetPassword: true, username: 'admin', phone: null },
    });
    expect((await reset({ username: 'admin', password: OLD, newPassword: OLD })).message).toBe(
      '新密码不能与原密码相同',
    );
    expect((await reset({ username: 'admin', password: OLD })).code).toBe(200);
    expect((await signIn('admin', NEW)).code).toBe(200);
  });

  it('a wrong password does not show that the account exists; the tries count as failed sign-ins', async () => {
    for (const username of ['admin', 'one', 'nobody', 'off'])
      expect(await reset({ username, password: 'Wrong-Pass-1' })).toMatchObject({
        code: 400,
        error: 'invalid_grant',
        message: '账号或密码错误',
        data: null,
      });
    for (let count = 0; count < 4; count += 1) await reset({ username: 'admin', password: 'Wrong-Pass-1' });
    expect((await reset({ username: 'admin', password: OLD })).error).toBe('rate_limited');
    expect((await signIn('admin', OLD)).error).toBe('rate_limited');
  });

  it('is the only kind: with a phone the code decides', async () => {
    expect(await reset({ username: 'one', password: OLD })).toMatchObject({
      code: 403,
      message: '该账号已绑定手机号，请使用短信验证码重置密码',
    });
  });
});
