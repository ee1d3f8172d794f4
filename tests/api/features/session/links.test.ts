import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { createPersonas, persona, createPersona } from '../../../support/personas';
import { bearer, Browser, callSms, sessionOf } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';

/** Links that sign in, and partners' one-time tokens (doc1 §2, api.md §2.1). */

useFreshDatabase();

const SECRET = 'partner-secret-of-the-test';
const basic = (id = 'tower', secret = SECRET) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

beforeAll(async () => {
  await createPersonas();
  await createPersona({ ...persona('customerLite'), username: 'disabledOne' }, await quickHash('x'));
  await db().user.update({ where: { username: 'disabledOne' }, data: { enabled: false } });
  const secretHash = await quickHash(SECRET);
  for (const [partnerId, scopes, enabled] of [
    ['tower', ['token'], true],
    ['importer', ['import'], true],
    ['gone', ['token'], false],
  ] as const) {
    await db().partner.create({ data: { partnerId, name: partnerId, secretHash, scopes: [...scopes], enabled } });
  }
  await db().partnerUser.createMany({
    data: [
      { partnerId: 'tower', username: 'customerElite' },
      { partnerId: 'tower', username: 'disabledOne' },
    ],
  });
});
beforeEach(async () => {
  resetRateLimits();
  await pool().query('DELETE FROM rate_counter');
});
afterAll(closePortal);

interface Third {
  token: string;
  expiresIn: number;
  url: string;
}
const mint = (body: Record<string, unknown> = {}, headers: Record<string, string> = basic()) =>
  callSms<Third>('POST', 'thirdParty/token', { body: { username: 'customerElite', ...body }, headers });
const use = (token: string, path?: string) =>
  callSms<{ path: string; username: string }>('POST', 'signToken/thirdParty', { body: { token, path } });

interface Link {
  fwtoken: string;
  url: string;
  expireAt: string;
}
const link = async (username: string, caller = 'platformAdmin', extra: Record<string, unknown> = {}) =>
  callSms<Link>('POST', 'user/createLoginLink', {
    body: { username, ...extra },
    headers: bearer(await sessionOf(caller)),
  });
const follow = (fwtoken: string) => callSms('POST', 'signToken/fwtoken', { body: { fwtoken } });

describe('a token of a partner', () => {
  it('[AUTH-005] signs in once and says where to continue', async () => {
    const { data } = await mint({ path: '/monitor/elevator' });
    expect(data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 120,
      url: `/3rd/monitor/elevator?token=${data.token}`,
    });
    expect(await db().oneTimeToken.count({ where: { tokenHash: data.token } })).toBe(0);
    expect((await use(data.token, '/monitor/elevator')).data).toMatchObject({
      username: 'customerElite',
      path: '/monitor/elevator',
    });
    expect(await use(data.token, '/monitor/elevator')).toMatchObject({
      code: 400,
      error: 'invalid_grant',
      message: '链接已失效',
    });
  });

  it('[AUTH-006] continues from campusview to the wall', async () => {
    const bound = (await mint({ path: '/campusview' })).data;
    expect(bound.url).toBe(`/3rd/campus?token=${bound.token}`);
    expect((await use(bound.token, '/campusview')).data.path).toBe('/campus');
    expect((await use((await mint()).data.token, '/campusview')).data.path).toBe('/campus');
    expect((await use((await mint()).data.token)).data.path).toBe('/');
  });

  it('that is bound to one path opens no other, and is not used up by trying', async () => {
    const { token } = (await mint({ path: '/campus' })).data;
    expect((await use(token, '/userList')).error).toBe('access_denied');
    expect((await use(token, '/campus')).code).toBe(200);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/login',
    '/sms/signOut',
    '/3rd/campus',
    '/api/auth/session',
    '/a\u0000b',
    '/%0d%0aset-cookie:x'.replace('%0d%0a', '\r\n'),
  ])('continues to no other place: %j', async (path) => {
    const { token } = (await mint()).data;
    const answer = await use(token, path);
    // Doubled slashes are one path of ours; everything else is refused.
    expect(answer.code === 200 ? answer.data.path : answer.error).toEqual(
      path === '//evil.example' ? '/evil.example' : expect.stringMatching(/^(access_denied|validation_failed)$/),
    );
  });

  it('lives as long as asked for, 30 to 600 s', async () => {
    expect((await mint({ ttl: 29 })).code).toBe(400);
    expect((await mint({ ttl: 601 })).code).toBe(400);
    const { token, expiresIn } = (await mint({ ttl: 30 })).data;
    expect(expiresIn).toBe(30);
    await pool().query(`UPDATE one_time_token SET expire_at = expire_at - interval '31 seconds'`);
    expect((await use(token)).error).toBe('invalid_grant');
  });

  it('is given for granted accounts only, to partners that may ask', async () => {
    expect((await mint({ username: 'customerLite' })).error).toBe('access_denied');
    expect((await mint({ username: 'nobody' })).error).toBe('not_found');
    expect((await mint({ username: 'disabledOne' })).error).toBe('account_disabled');
    expect((await mint({}, basic('importer'))).error).toBe('access_denied');
    for (const headers of [basic('tower', 'wrong'), basic('nobody'), basic('gone'), {}])
      expect((await mint({}, headers)).error).toBe('invalid_token');
  });

  it('is void when the grant or the partner ended meanwhile', async () => {
    const { token } = (await mint()).data;
    await db().partner.update({ where: { partnerId: 'tower' }, data: { enabled: false } });
    expect((await use(token)).error).toBe('invalid_grant');
    await db().partner.update({ where: { partnerId: 'tower' }, data: { enabled: true } });
    expect((await use(token)).code).toBe(200);
  });

  it('is given 60 times a minute to a partner', async () => {
    const codes: number[] = [];
    for (let count = 0; count < 61; count += 1)
      codes.push(
        (
          await callSms('POST', 'thirdParty/token', {
            body: { username: 'customerElite' },
            headers: basic(),
            ip: `192.0.2.${count}`,
          })
        ).code,
      );
    expect([codes.filter((code) => code === 200).length, codes[60]]).toEqual([60, 429]);
  });

  it('ends the session that the browser had, and gives a cookie instead of tokens', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const { token } = (await mint()).data;
    const answer = await browser.call<Record<string, unknown>>('POST', 'signToken/thirdParty', {
      body: { token, path: '/campus' },
    });
    expect(answer.data).toMatchObject({ username: 'customerElite', path: '/campus' });
    expect('access_token' in answer.data).toBe(false);
    expect(await db().session.count({ where: { username: 'customerLite', revokedAt: null } })).toBe(0);
  });
});

describe('a login link', () => {
  it('[AUTH-002] signs in once', async () => {
    const { data } = await link('customerLite');
    expect(data).toEqual({
      fwtoken: expect.stringMatching(/^[\w-]{43}$/),
      url: `http://localhost:3000/login?fwtoken=${data.fwtoken}`,
      expireAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const answers = await Promise.all(Array.from({ length: 3 }, () => follow(data.fwtoken)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await follow(data.fwtoken)).toMatchObject({ code: 400, error: 'invalid_grant', message: '链接已失效' });
  });

  it('[AUTH-003] that is unknown, outdated or of another kind is void', async () => {
    expect(await follow('never-made')).toMatchObject({ code: 400, error: 'invalid_grant', message: '链接已失效' });
    const third = (await mint()).data.token;
    expect((await follow(third)).error).toBe('invalid_grant');
    const { fwtoken } = (await link('customerLite', 'platformAdmin', { validHours: 1 })).data;
    expect((await use(fwtoken)).error).toBe('invalid_grant');
    await pool().query(`UPDATE one_time_token SET expire_at = expire_at - interval '61 minutes'`);
    expect((await follow(fwtoken)).error).toBe('invalid_grant');
  });

  it('of an account to be reset is told so, and stays good', async () => {
    await db().user.update({ where: { username: 'customerEssence' }, data: { mustReset: true } });
    const { fwtoken } = (await link('customerEssence')).data;
    expect(await follow(fwtoken)).toMatchObject({
      code: 511,
      data: { needResetPassword: true, username: 'customerEssence' },
    });
    await db().user.update({ where: { username: 'customerEssence' }, data: { mustReset: false } });
    expect((await follow(fwtoken)).code).toBe(200);
  });

  it('is made by who may write users and holds SUPER_MASTER, for accounts that are not stronger', async () => {
    expect((await link('customerLite', 'branchManager')).error).toBe('access_denied');
    expect((await link('nobody')).error).toBe('not_found');
    expect((await link('disabledOne')).error).toBe('account_disabled');
    await db().authority.create({ data: { authority: 'EXTRA_RIGHT' } });
    await db().role.create({
      data: {
        role: 'extra',
        description: 'x',
        authorities: { create: { authority: 'EXTRA_RIGHT' } },
        users: { create: { username: 'customerElite' } },
      },
    });
    expect((await link('customerElite')).error).toBe('access_denied');
    expect((await link('customerLite', 'platformAdmin', { validHours: 73 })).code).toBe(400);
  });

  it('is not found by trying: fifty wrong ones from an address, links and tokens together, and it has to wait; others go on', async () => {
    const { fwtoken } = (await link('customerLite')).data;
    const guess = (index: number) =>
      index % 2
        ? callSms('POST', 'signToken/fwtoken', { body: { fwtoken: `guess-${index}` }, ip: '203.0.113.9' })
        : callSms('POST', 'signToken/thirdParty', { body: { token: `guess-${index}` }, ip: '203.0.113.9' });
    const answers = await Promise.all(Array.from({ length: 55 }, (_, index) => guess(index)));
    expect([
      answers.filter(({ error }) => error === 'invalid_grant').length,
      answers.filter(({ error }) => error === 'rate_limited').length,
    ]).toEqual([50, 5]);
    expect((await callSms('POST', 'signToken/fwtoken', { body: { fwtoken }, ip: '203.0.113.9' })).error).toBe(
      'rate_limited',
    );
    expect((await follow(fwtoken)).code).toBe(200);
  });

  it('of another branch is refused with 511', async () => {
    await db().role.update({
      where: { role: 'role-branchManager' },
      data: { authorities: { create: { authority: 'SUPER_MASTER' } } },
    });
    expect((await link('customerElite', 'branchManager')).code).toBe(511);
    expect((await link('customerLite', 'branchManager')).code).toBe(200);
  });
});
