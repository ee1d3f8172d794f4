import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { SIGN_IN_POLICY_KEY } from '@/lib/features/session/policy';
import { few } from '../../../support/full';
import { askCode, codeOf, codesOf, forgetLimits } from '../../../support/codes';
import type { CodeSent } from '../../../support/codes';
import { createPersona, createPersonas, persona, PERSONA_PASSWORD } from '../../../support/personas';
import { bearer, callSms, sessionOf, signInBody } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';
import { adminSave } from '../users/support/world';

/** What proves an account ends with what it was made for (readings 118): every proof, with every change that ends it. */

useFreshDatabase();

const NAME = 'proven';
const [PHONE, NEXT] = ['13800000061', '13800000062'];
const NEW = 'Quite-New-9';
const SECRET = 'partner-secret-of-the-test';
let passwordHash = '';

beforeAll(async () => {
  await createPersonas();
  passwordHash = await quickHash(PERSONA_PASSWORD);
  await createPersona({ ...persona('customerLite'), username: NAME }, passwordHash);
  await db().partner.create({
    data: {
      partnerId: 'tower',
      name: 'x',
      secretHash: await quickHash(SECRET),
      scopes: ['token'],
      users: { create: { username: NAME } },
    },
  });
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await db().smsLog.deleteMany();
  await db().oneTimeToken.deleteMany();
  await restore();
});
afterAll(closePortal);

/** As it was: what has ended does not come back with it. */
async function restore(): Promise<void> {
  await db().user.update({
    where: { username: NAME },
    data: {
      passwordHash,
      phone: PHONE,
      nickName: NAME,
      enabled: true,
      deletedAt: null,
      mustReset: false,
      branchCode: 'B01',
    },
  });
  await db().setting.deleteMany({ where: { key: SIGN_IN_POLICY_KEY } });
}

const freeLimits = () => pool().query('DELETE FROM rate_counter');
const as = async (name: string) => bearer(await sessionOf(name));
const codeFor = async (purpose: 'sign_token' | 'reset_password') => {
  await freeLimits();
  const { data } = await askCode({ purpose, phoneNo: PHONE });
  return { serialNo: data.serialNo, code: await codeOf(PHONE) };
};
const resetWith = ({ serialNo, code }: { serialNo: string; code: string }, newPassword: string) =>
  callSms('POST', 'user/changePasswordByCode', { body: { phoneNo: PHONE, serialNo, code, newPassword } });

type Use = () => Promise<{ code: number }>;
/** Makes a proof and says how it is used. */
const PROOFS: Readonly<Record<string, () => Promise<Use>>> = {
  'a login link': async () => {
    const { data } = await callSms<{ fwtoken: string }>('POST', 'user/createLoginLink', {
      body: { username: NAME },
      headers: await as('platformAdmin'),
    });
    return () => callSms('POST', 'signToken/fwtoken', { body: { fwtoken: data.fwtoken } });
  },
  "a partner's token": async () => {
    const headers = { authorization: `Basic ${Buffer.from(`tower:${SECRET}`).toString('base64')}` };
    const { data } = await callSms<{ token: string }>('POST', 'thirdParty/token', {
      body: { username: NAME },
      headers,
    });
    return () => callSms('POST', 'signToken/thirdParty', { body: { token: data.token } });
  },
  'a code to sign in': async () => {
    const { code } = await codeFor('sign_token');
    return () => callSms('POST', 'signToken', { body: { type: 'code', phoneNo: PHONE, code } });
  },
  'a code to reset the password': async () => {
    const proof = await codeFor('reset_password');
    return () => resetWith(proof, 'Another-One-8');
  },
  'a code of the second step': async () => {
    await freeLimits();
    await db().setting.create({ data: { key: SIGN_IN_POLICY_KEY, value: { verify: 'always' } } });
    const { data } = await callSms<CodeSent>('POST', 'signToken', { body: signInBody(NAME) });
    const verifyCode = await codeOf(PHONE);
    await db().setting.deleteMany({ where: { key: SIGN_IN_POLICY_KEY } });
    return () => callSms('POST', 'signToken/verify', { body: { serialNo: data.serialNo, verifyCode } });
  },
  'a code for a new phone': async () => {
    await freeLimits();
    await callSms('POST', 'userInfo/sendPhoneCode', { body: { phone: '13800000063' }, headers: await as(NAME) });
    const [code = ''] = await codesOf('13800000063');
    const body = {
      user: {
        username: NAME,
        nickName: 'x',
        email: 'a@example.com',
        phone: '13800000063',
        inspection: 30,
        contract: 60,
      },
      code,
    };
    return async () => callSms('POST', 'user/saveUser', { body, headers: await as(NAME) });
  },
};

const saved = (change: { user?: object }) => ({
  ...adminSave(NAME, { ...change, roleNameList: [{ username: NAME, roleName: `role-${NAME}` }] }),
  modelType: 1,
});
/** What ends them. */
const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'their own password changed': async () =>
    callSms('POST', 'user/updatePw', {
      body: { user: { username: NAME, password: PERSONA_PASSWORD }, newPassword: NEW },
      headers: await as(NAME),
    }),
  'the password reset by an administrator': async () =>
    callSms('POST', 'user/resetPw', {
      body: { user: { username: NAME, password: NEW } },
      headers: await as('platformAdmin'),
    }),
  'the password reset by a code': async () => resetWith(await codeFor('reset_password'), NEW),
  'the phone changed by an administrator': async () =>
    callSms('POST', 'user', {
      body: saved({ user: { phone: NEXT, nickName: NAME } }),
      headers: await as('platformAdmin'),
    }),
  'their own phone changed': async () => {
    await freeLimits();
    const headers = await as(NAME);
    await callSms('POST', 'userInfo/sendPhoneCode', { body: { phone: NEXT }, headers });
    return callSms('POST', 'user/saveUser', {
      body: {
        user: { username: NAME, nickName: 'x', email: 'a@example.com', phone: NEXT, inspection: 30, contract: 60 },
        code: await codeOf(NEXT),
      },
      headers,
    });
  },
  'the account deleted': async () => callSms('DELETE', `user/${NAME}`, { headers: await as('platformAdmin') }),
  // By hand: no page does it.
  'the account disabled': async () => {
    await db().user.update({ where: { username: NAME }, data: { enabled: false } });
    return { code: 200 };
  },
};

describe.each(Object.keys(PROOFS))('%s', (proof) => {
  // Other ends for each proof; in a full run all of them.
  it.each(few(Object.keys(ENDS), 3, proof))('ends with %s, also when that is taken back', async (end) => {
    const use = await PROOFS[proof]?.();
    expect(await ENDS[end]?.()).toMatchObject({ code: 200 });
    await restore();
    expect(await use?.()).toMatchObject({ code: 400 });
  });

  it('is good until then, whatever else is written', async () => {
    const use = await PROOFS[proof]?.();
    expect(
      await callSms('POST', 'user', {
        body: saved({ user: { phone: PHONE, nickName: 'renamed' } }),
        headers: await as('platformAdmin'),
      }),
    ).toMatchObject({ code: 200 });
    expect(await use?.()).toMatchObject({ code: 200 });
  });
});

it('the proofs of others stay, also of an account with the same phone that a code names', async () => {
  await db().user.update({ where: { username: 'customerElite' }, data: { phone: NEXT } });
  const { data } = await askCode({ purpose: 'reset_password', username: 'customerElite' });
  const code = await codeOf(NEXT);
  const link = await callSms<{ fwtoken: string }>('POST', 'user/createLoginLink', {
    body: { username: 'customerElite' },
    headers: await as('platformAdmin'),
  });
  for (const end of Object.values(ENDS)) {
    await end();
    await restore();
  }
  expect(await callSms('POST', 'signToken/fwtoken', { body: { fwtoken: link.data.fwtoken } })).toMatchObject({
    code: 200,
  });
  expect(
    await callSms('POST', 'user/changePasswordByCode', {
      body: { username: 'customerElite', serialNo: data.serialNo, code, newPassword: NEW },
    }),
  ).toMatchObject({ code: 200 });
  await db().user.update({ where: { username: 'customerElite' }, data: { phone: null } });
});

it('a code for a phone of several accounts ends when one of them changes', async () => {
  await db().user.update({ where: { username: 'customerEssence' }, data: { phone: PHONE } });
  const { serialNo, code } = await codeFor('reset_password');
  await ENDS['the password reset by an administrator']?.();
  expect(
    await callSms('POST', 'user/changePasswordByCode', {
      body: { username: 'customerEssence', serialNo, code, newPassword: NEW },
    }),
  ).toMatchObject({ code: 400 });
  await db().user.update({ where: { username: 'customerEssence' }, data: { phone: null } });
});

it('an administrator and the owner with a code at the same moment: neither gets an error of the server', async () => {
  for (let round = 0; round < 5; round += 1) {
    await restore();
    const proof = await codeFor('reset_password');
    const headers = await as('platformAdmin');
    const answers = await Promise.all([
      resetWith(proof, NEW),
      callSms('POST', 'user/resetPw', { body: { user: { username: NAME, password: 'Fresh-Start-7' } }, headers }),
    ]);
    expect(answers.map(({ code }) => code).filter((code) => code >= 500)).toEqual([]);
  }
});
