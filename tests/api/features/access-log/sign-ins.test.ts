import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { SIGN_IN_POLICY_KEY } from '@/lib/features/session/policy';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { askCode, codeOf, forgetLimits, wrong } from '../../../support/codes';
import type { CodeSent } from '../../../support/codes';
import { createPersonas, PERSONA_PASSWORD } from '../../../support/personas';
import { quickHash } from '../../../support/quick-hash';
import { bearer, callSms, ORIGIN, signInBody, tokensOf } from '../../../support/sms-client';
import type { Answer } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** Every way in, and every way it can end: each is one line, under the account that it was about. */

useFreshDatabase();

const ONE = '13800000061';
const MANY = '13800000062';
const SECRET = 'partner-secret-of-the-log';

beforeAll(async () => {
  await createPersonas();
  const change = (username: string, data: object) => db().user.update({ where: { username }, data });
  await change('customerElite', { phone: ONE });
  await change('customerLite', { phone: MANY });
  await change('customerEssence', { phone: MANY });
  await change('internalStaff', { enabled: false });
  await change('branchDispatcher', { mustReset: true });
  await db().partner.create({
    data: {
      partnerId: 'tower',
      name: 'x',
      secretHash: await quickHash(SECRET),
      scopes: ['token'],
      users: { create: { username: 'customerElite' } },
    },
  });
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await flushAccessLog();
  await db().apiAccessLog.deleteMany();
});
afterAll(closePortal);

const policy = (value: object) =>
  db().setting.upsert({
    where: { key: SIGN_IN_POLICY_KEY },
    create: { key: SIGN_IN_POLICY_KEY, value },
    update: { value },
  });
const post = <T = Record<string, unknown>>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<T>> => callSms<T>('POST', path, { body, headers });
const signIn = <T = Record<string, unknown>>(username: string, password = PERSONA_PASSWORD, more: object = {}) =>
  post<T>('signToken', { ...signInBody(username, password), ...more });
async function lines() {
  await flushAccessLog();
  return (await db().apiAccessLog.findMany({ orderBy: { id: 'asc' } })).map(({ operation, code, action, username }) => [
    operation,
    code,
    action,
    username,
  ]);
}

it('by password: right, wrong, nobody, empty, disabled, to be renewed, one of several, chosen, from elsewhere, locked', async () => {
  await signIn('customerElite');
  await signIn('CUSTOMERELITE', 'Wrong-1234');
  await signIn('nobody-here');
  await post('signToken', {});
  await signIn('internalStaff');
  await signIn('branchDispatcher');
  await signIn(MANY);
  await signIn('customerLite');
  await post('signToken', signInBody('customerLite'), { 'x-session': 'cookie', origin: `${ORIGIN}.evil.example` });
  for (let tries = 0; tries < 6; tries += 1) await signIn('customerEssence', 'Wrong-1234');
  expect(await lines()).toEqual([
    ['signIn', 200, 'signIn', 'customerElite'],
    ['signIn', 400, 'signIn', 'customerElite'],
    ['signIn', 400, 'signIn', 'nobody-here'],
    ['signIn', 400, 'signIn', null],
    ['signIn', 403, 'refused', 'internalStaff'],
    ['signIn', 511, 'signIn', 'branchDispatcher'],
    ['signIn', 511, 'signIn', '138****0062'],
    ['signIn', 200, 'signIn', 'customerLite'],
    ['signIn', 403, 'refused', null],
    ...Array.from({ length: 5 }, () => ['signIn', 400, 'signIn', 'customerEssence']),
    ['signIn', 429, 'signIn', 'customerEssence'],
  ]);
});

it('in two steps: asked for a code, asked again too soon, a wrong one, the right one', async () => {
  await policy({ verify: 'always' });
  const { serialNo } = (await signIn<CodeSent>('customerElite')).data;
  await post('verifyCode/resend', { serialNo });
  const code = await codeOf(ONE);
  await post('signToken/verify', { serialNo, verifyCode: wrong(code) });
  await post('signToken/verify', { serialNo, verifyCode: code });
  await policy({});
  expect(await lines()).toEqual([
    ['signIn', 511, 'signIn', 'customerElite'],
    ['resendVerify', 429, 'create', null],
    ['signInVerify', 400, 'signIn', null],
    ['signInVerify', 200, 'signIn', 'customerElite'],
  ]);
});

it('by code: asked for, asked too soon, a wrong one, the right one; the password set by one', async () => {
  await askCode({ purpose: 'sign_token', phoneNo: ONE });
  await askCode({ purpose: 'sign_token', phoneNo: ONE });
  const code = await codeOf(ONE);
  await post('signToken', { type: 'code', phoneNo: ONE, code: wrong(code) });
  await post('signToken', { type: 'code', phoneNo: ONE, code });
  await forgetLimits();
  const {
    data: { serialNo },
  } = await askCode({ purpose: 'reset_password', username: 'customerElite' });
  const reset = { username: 'customerElite', serialNo, newPassword: 'Another-Word-2' };
  await post('user/changePasswordByCode', { ...reset, code: wrong(await codeOf(ONE)) });
  await post('user/changePasswordByCode', { ...reset, code: await codeOf(ONE) });
  expect(await lines()).toEqual([
    ['requestSmsCode', 200, 'create', null],
    ['requestSmsCode', 429, 'create', null],
    ['signIn', 400, 'signIn', null],
    ['signIn', 200, 'signIn', 'customerElite'],
    ['requestSmsCode', 200, 'create', 'customerElite'],
    ['changePasswordByCode', 400, 'update', 'customerElite'],
    ['changePasswordByCode', 200, 'update', 'customerElite'],
  ]);
});

it("by link and by a partner's token: made, used, used again, used elsewhere; and the way out", async () => {
  const { access_token } = await tokensOf('platformAdmin');
  const { fwtoken } = (
    await post<{ fwtoken: string }>('user/createLoginLink', { username: 'customerLite' }, bearer(access_token))
  ).data;
  await post('signToken/fwtoken', { fwtoken });
  await post('signToken/fwtoken', { fwtoken });
  const partner = { authorization: `Basic ${Buffer.from(`tower:${SECRET}`).toString('base64')}` };
  const { token } = (
    await post<{ token: string }>('thirdParty/token', { username: 'customerElite', path: '/campus' }, partner)
  ).data;
  await post('thirdParty/token', { username: 'customerLite' }, partner);
  await post('signToken/thirdParty', { token, path: '/userList' });
  await post('signToken/thirdParty', { token, path: '/campus' });
  await post('signToken/thirdParty', { token, path: '/campus' });
  await post('signOut', {}, bearer(access_token));
  expect(await lines()).toEqual([
    ['signIn', 200, 'signIn', 'platformAdmin'],
    ['createLoginLink', 200, 'create', 'platformAdmin'],
    ['signInByLink', 200, 'signIn', 'customerLite'],
    ['signInByLink', 400, 'signIn', null],
    ['mintThirdToken', 200, 'create', 'customerElite'],
    ['mintThirdToken', 403, 'refused', 'customerLite'],
    ['signInByThirdToken', 403, 'refused', null],
    ['signInByThirdToken', 200, 'signIn', 'customerElite'],
    ['signInByThirdToken', 400, 'signIn', null],
    ['signOut', 200, 'signOut', 'platformAdmin'],
  ]);
});
