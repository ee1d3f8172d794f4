import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { SIGN_IN_POLICY_KEY } from '@/lib/features/session/policy';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { bearer, callSms, sessionOf, tokensOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The calls of document 1 §7 by which somebody signs in and keeps their own account, sent and read exactly as they are written there. */

useFreshDatabase();
const PHONE = '13800000011';
const NEW_PASSWORD = 'Another-Pass-2';

beforeAll(async () => {
  await createPersonas();
  await db().user.update({ where: { username: 'customerLite' }, data: { phone: PHONE } });
});
beforeEach(async () => {
  resetRateLimits();
  await pool().query('DELETE FROM rate_counter');
  await db().smsLog.deleteMany();
});
afterAll(closePortal);

const post = <T = Record<string, unknown>>(path: string, body: object, headers = {}) =>
  callSms<T>('POST', path, { body, headers });
const codeTo = async (phone: string) => /\d{6}/.exec((await readOutbox({ phone, limit: 1 }))[0]?.text ?? '')?.[0] ?? '';
const as = async (username: string) => bearer(await sessionOf(username));

const setPolicy = (verify: string) =>
  db().setting.upsert({
    where: { key: SIGN_IN_POLICY_KEY },
    create: { key: SIGN_IN_POLICY_KEY, value: { verify } },
    update: { value: { verify } },
  });

describe('signing in', () => {
  it('[API-001] refreshToken takes refresh_token and answers access_token and refresh_token', async () => {
    const { refresh_token } = await tokensOf('customerLite');
    const { code, data } = await post('refreshToken', { refresh_token });
    expect(code).toBe(200);
    expect(data).toMatchObject({
      access_token: expect.any(String) as string,
      refresh_token: expect.any(String) as string,
    });
    expect(data.refresh_token).not.toBe(refresh_token);
    expect((await callSms('GET', 'userInfo/getUserProfile', { headers: bearer(String(data.access_token)) })).code).toBe(
      200,
    );
  });

  it('[API-002] signToken takes type with username and password, or type with phoneNo and code; of several accounts one is chosen; a forgotten password is asked for again; fwtoken is a link', async () => {
    expect(
      await post('signToken', { type: 'password', username: 'customerLite', password: PERSONA_PASSWORD }),
    ).toMatchObject({ code: 200, data: { username: 'customerLite' } });
    await post('verifyCode/send', { purpose: 'sign_token', phoneNo: PHONE });
    expect(await post('signToken', { type: 'code', phoneNo: PHONE, code: await codeTo(PHONE) })).toMatchObject({
      code: 200,
      data: { username: 'customerLite' },
    });

    await db().user.update({ where: { username: 'customerElite' }, data: { phone: PHONE } });
    expect(await post('signToken', { type: 'password', username: PHONE, password: PERSONA_PASSWORD })).toMatchObject({
      code: 511,
      data: {
        selectRequired: true,
        selectableUsers: [
          { username: 'customerElite', nickName: 'customerElite' },
          { username: 'customerLite', nickName: 'customerLite' },
        ],
      },
    });
    expect(
      await post('signToken', { type: 'password', username: 'customerElite', password: PERSONA_PASSWORD }),
    ).toMatchObject({ code: 200, data: { username: 'customerElite' } });
    await db().user.update({ where: { username: 'customerElite' }, data: { phone: null, mustReset: true } });
    expect(
      await post('signToken', { type: 'password', username: 'customerElite', password: PERSONA_PASSWORD }),
    ).toMatchObject({ code: 511, data: { needResetPassword: true, username: 'customerElite' } });
    await db().user.update({ where: { username: 'customerElite' }, data: { mustReset: false } });

    const { data } = await post<{ fwtoken: string }>(
      'user/createLoginLink',
      { username: 'customerLite' },
      await as('platformAdmin'),
    );
    expect(await post('signToken/fwtoken', { fwtoken: data.fwtoken })).toMatchObject({
      code: 200,
      data: { username: 'customerLite' },
    });
  });

  it('[API-003] signToken/verify takes the serialNo of the challenge and the verifyCode', async () => {
    await setPolicy('always');
    const challenge = await post('signToken', {
      type: 'password',
      username: 'customerLite',
      password: PERSONA_PASSWORD,
    });
    expect(challenge).toMatchObject({ code: 511, data: { needVerify: true, phone: '138****0011' } });
    expect(
      await post('signToken/verify', { serialNo: challenge.data.serialNo, verifyCode: await codeTo(PHONE) }),
    ).toMatchObject({ code: 200, data: { username: 'customerLite' } });
    await setPolicy('never');
  });

  it("[API-004] verifyCode/send takes phoneNo and the purpose 'sign_token'", async () => {
    expect(await post('verifyCode/send', { phoneNo: PHONE, purpose: 'sign_token' })).toMatchObject({
      code: 200,
      data: { serialNo: expect.any(String) as string, phone: '138****0011', intervalSeconds: 60, expireSeconds: 300 },
    });
    expect(await codeTo(PHONE)).toMatch(/^\d{6}$/);
  });
});

describe('their own account', () => {
  it('[API-005] userInfo/getUserProfile and userInfo/getUserInfo answer user, userType, customerType and authority', async () => {
    const headers = await as('customerLite');
    for (const path of ['userInfo/getUserProfile', 'userInfo/getUserInfo']) {
      expect((await callSms('GET', path, { headers })).data).toMatchObject({
        user: { username: 'customerLite', nickName: 'customerLite', phone: PHONE },
        userType: 1,
        customerType: 2,
        authority: expect.arrayContaining(['HOMEPAGE_READ', 'MONITOR_READ']) as string[],
      });
    }
  });

  it('[API-006] [API-007] userInfo/updateProfile and user/saveUser take the user, and the code that userInfo/sendPhoneCode sent to another phone', async () => {
    const headers = await as('customerLite');
    const user = {
      username: 'customerLite',
      nickName: '静安物业',
      email: 'lite@example.com',
      phone: PHONE,
      inspection: 20,
      contract: 90,
    };
    for (const [path, phone] of [
      ['userInfo/updateProfile', '13800000021'],
      ['user/saveUser', PHONE],
    ] as const) {
      expect(await post('userInfo/sendPhoneCode', { phone }, headers)).toMatchObject({
        code: 200,
        data: { phone: `138****${phone.slice(-4)}` },
      });
      expect((await post(path, { user: { ...user, phone } }, headers)).code).toBe(400);
      expect((await post(path, { user: { ...user, phone }, code: await codeTo(phone) }, headers)).code).toBe(200);
      expect((await callSms('GET', 'userInfo/getUserProfile', { headers })).data.user).toMatchObject({
        ...user,
        phone,
      });
    }
    expect((await post('user/saveUser', { user: { ...user, nickName: '静安' } }, headers)).code).toBe(200);
  });

  it('[API-008] user/updatePw takes the user with the old password, and newPassword', async () => {
    const headers = await as('customerEssence');
    expect(
      (
        await post(
          'user/updatePw',
          { user: { username: 'customerEssence', password: 'Wrong-Pass-1' }, newPassword: NEW_PASSWORD },
          headers,
        )
      ).message,
    ).toBe('原密码错误');
    expect(
      (
        await post(
          'user/updatePw',
          { user: { username: 'customerEssence', password: PERSONA_PASSWORD }, newPassword: NEW_PASSWORD },
          headers,
        )
      ).code,
    ).toBe(200);
    expect((await tokensOf('customerEssence', NEW_PASSWORD)).access_token).toEqual(expect.any(String));
  });

  it('[API-009] user/resetPw gives another account a password; user/changePasswordByCode one by the code sent to its phone', async () => {
    expect(
      (
        await post(
          'user/resetPw',
          { user: { username: 'customerLite', password: NEW_PASSWORD } },
          await as('platformAdmin'),
        )
      ).code,
    ).toBe(200);
    expect(
      await post('signToken', { type: 'password', username: 'customerLite', password: NEW_PASSWORD }),
    ).toMatchObject({ code: 511, data: { needResetPassword: true } });
    const { data } = await post('verifyCode/send', { purpose: 'reset_password', username: 'customerLite' });
    expect(
      (
        await post('user/changePasswordByCode', {
          username: 'customerLite',
          serialNo: data.serialNo,
          code: await codeTo(PHONE),
          newPassword: PERSONA_PASSWORD,
        })
      ).code,
    ).toBe(200);
    expect(
      await post('signToken', { type: 'password', username: 'customerLite', password: PERSONA_PASSWORD }),
    ).toMatchObject({ code: 200 });
  });
});
