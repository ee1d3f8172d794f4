import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { createPersonas } from '../../../support/personas';
import { bearer, Browser, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** Their own account (api.md §2.2): profile, the code for a new phone, the sessions. */

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(async () => {
  resetRateLimits();
  await pool().query('DELETE FROM rate_counter');
  await db().user.update({ where: { username: 'customerLite' }, data: { phone: OLD } });
});
afterAll(closePortal);

const OLD = '13900000001';
const NEW = '13900000002';
const profile = (changes: object = {}) => ({
  nickName: '陈敏',
  email: 'a@example.com',
  phone: OLD,
  inspection: 20,
  contract: 40,
  ...changes,
});
const stored = () => db().user.findUniqueOrThrow({ where: { username: 'customerLite' } });
const asLite = async () => bearer(await sessionOf('customerLite'));
const save = async (user: object, code?: string, path = 'userInfo/updateProfile') =>
  callSms('POST', path, { body: { user, code }, headers: await asLite() });
const askCode = async (phone: string, username = 'customerLite') =>
  callSms<{ serialNo: string; phone: string; intervalSeconds: number; expireSeconds: number }>(
    'POST',
    'userInfo/sendPhoneCode',
    { body: { phone }, headers: bearer(await sessionOf(username)) },
  );
const codeFor = async (phone: string) =>
  /\d{6}/.exec((await readOutbox({ phone, limit: 1 }))[0]?.text ?? '')?.[0] ?? '';

describe('their own profile', () => {
  it('[HEAD-003] [HEAD-004] carries the days of both reminders, 30 and 60 until they are changed', async () => {
    await db().user.create({
      data: {
        username: 'fresh',
        usernameLower: 'fresh',
        nickName: 'fresh',
        passwordHash: (await stored()).passwordHash,
        passwordAt: new Date(),
        userType: 1,
      },
    });
    const read = async (username: string) =>
      (
        await callSms<{ user: { inspection: number; contract: number } }>('GET', 'userInfo/getUserProfile', {
          headers: bearer(await sessionOf(username)),
        })
      ).data.user;
    expect(await read('fresh')).toMatchObject({ inspection: 30, contract: 60 });
    expect((await save(profile())).code).toBe(200);
    expect(await read('customerLite')).toMatchObject({ inspection: 20, contract: 40 });
  });

  const refused = [
    ['inspection', '', '请输入年检提前提醒时间'],
    ['inspection', null, '请输入年检提前提醒时间'],
    ['inspection', 'x', '请输入年检提前提醒时间'],
    ['contract', '', '请输入合同提前提醒时间'],
    ['contract', undefined, '请输入合同提前提醒时间'],
    ['inspection', 366, '内容不正确'],
    ['contract', -1, '内容不正确'],
    ['contract', 1.5, '内容不正确'],
    ['email', '', '邮箱格式不正确'],
    ['email', 'a@', '邮箱格式不正确'],
    ['phone', '', '请输入正确手机号'],
  ] as const;
  it.each(refused)('[HEAD-005] [HEAD-006] [HEAD-007] refuses %s = %j', async (field, value, message) => {
    expect(await save(profile({ [field]: value }))).toMatchObject({
      code: 400,
      data: { fieldErrors: { [`user.${field}`]: message } },
    });
  });
});

describe('a new phone number', () => {
  it('[HEAD-010] is taken with the code sent to it, once', async () => {
    expect((await askCode(NEW)).data).toMatchObject({ phone: '139****0002', intervalSeconds: 60, expireSeconds: 300 });
    const code = await codeFor(NEW);
    expect(await save(profile({ phone: NEW }))).toMatchObject({
      code: 400,
      data: { fieldErrors: { code: '请输入验证码' } },
    });
    expect(await save(profile({ phone: NEW }), '12345')).toMatchObject({
      code: 400,
      data: { fieldErrors: { code: '请输入验证码' } },
    });
    expect((await stored()).phone).toBe(OLD);
    expect((await save(profile({ phone: NEW }), code, 'user/saveUser')).code).toBe(200);
    expect((await stored()).phone).toBe(NEW);
    await db().user.update({ where: { username: 'customerLite' }, data: { phone: OLD } });
    expect(await save(profile({ phone: NEW }), code)).toMatchObject({
      data: { fieldErrors: { code: '验证码错误或已失效' } },
    });
  });

  it('[HEAD-009] gets another code only after 60 seconds', async () => {
    expect((await askCode(NEW)).code).toBe(200);
    const refused = await askCode(NEW);
    expect([refused.code, refused.message]).toEqual([429, '请60秒后再获取验证码']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  it('needs its own code: not that of another number, nor one that somebody else asked for', async () => {
    await askCode(NEW);
    const code = await codeFor(NEW);
    expect(await save(profile({ phone: '13900000003' }), code)).toMatchObject({
      data: { fieldErrors: { code: '验证码错误或已失效' } },
    });
    await pool().query('DELETE FROM rate_counter');
    await askCode('13900000004', 'customerElite');
    expect(await save(profile({ phone: '13900000004' }), await codeFor('13900000004'))).toMatchObject({
      data: { fieldErrors: { code: '验证码错误或已失效' } },
    });
    expect((await stored()).phone).toBe(OLD);
  });

  it('is no matter when it is the old one, and no number without eleven digits', async () => {
    expect(await askCode(OLD)).toMatchObject({ code: 409, message: '手机号未变更' });
    expect(await askCode('123')).toMatchObject({ code: 400, data: { fieldErrors: { phone: '请输入正确手机号' } } });
  });
});

describe('their own sessions', () => {
  interface Row {
    sessionId: string;
    current: boolean;
    ip: string;
    userAgent: string;
  }
  const list = async (browser: Browser) => (await browser.call<Row[]>('GET', 'userInfo/sessions')).data;
  const open = async (username: string, userAgent: string) => {
    const browser = new Browser();
    await browser.call('POST', 'signToken', {
      body: { type: 'password', username, password: 'Persona-Test-1' },
      headers: { 'user-agent': userAgent },
    });
    return browser;
  };
  /** Ended within 5 s (readings 59): every process forgets it as soon as it hears of it. */
  const hasEnded = async (browser: Browser) => {
    for (const end = Date.now() + 5000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
      if (!(await isAlive(browser))) return true;
    return false;
  };
  const isAlive = async (browser: Browser) => (await browser.call('GET', 'userInfo/getUserInfo')).code === 200;
  beforeEach(async () => {
    await db().session.deleteMany();
  });

  it('are listed, this one first; those of others are not among them', async () => {
    const [phone, desk] = [await open('customerElite', 'Phone'), await open('customerElite', 'Desk')];
    await open('customerEssence', 'Elsewhere');
    expect((await list(phone)).map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['Phone', true],
      ['Desk', false],
    ]);
    expect((await list(desk))[0]).toMatchObject({ userAgent: 'Desk', current: true, ip: '192.0.2.1' });
    expect(JSON.stringify(await list(desk))).not.toMatch(/hash|token/i);
  });

  it('end one by one or all but this one', async () => {
    const [here, there, old] = [
      await open('customerElite', 'Here'),
      await open('customerElite', 'There'),
      await open('customerElite', 'Old'),
    ];
    const idOf = async (name: string) => (await list(here)).find(({ userAgent }) => userAgent === name)?.sessionId;
    expect(await here.call('POST', 'userInfo/endSessions', { body: { sessionId: await idOf('There') } })).toMatchObject(
      { code: 200, data: { ended: 1 } },
    );
    expect([await hasEnded(there), await isAlive(here), await isAlive(old)]).toEqual([true, true, true]);
    expect(await here.call('POST', 'userInfo/endSessions', { body: {} })).toMatchObject({ data: { ended: 1 } });
    expect([await hasEnded(old), await isAlive(here)]).toEqual([true, true]);
    expect((await list(here)).map(({ userAgent }) => userAgent)).toEqual(['Here']);
  });

  it('of others cannot be ended, and their own ends by signing out', async () => {
    const [mine, theirs] = [await open('customerElite', 'Mine'), await open('customerEssence', 'Theirs')];
    const foreign = (await list(theirs))[0]?.sessionId;
    expect((await mine.call('POST', 'userInfo/endSessions', { body: { sessionId: foreign } })).code).toBe(404);
    expect((await mine.call('POST', 'userInfo/endSessions', { body: { sessionId: 'nothing' } })).code).toBe(404);
    expect(
      (await mine.call('POST', 'userInfo/endSessions', { body: { sessionId: (await list(mine))[0]?.sessionId } })).code,
    ).toBe(409);
    expect([await isAlive(mine), await isAlive(theirs)]).toEqual([true, true]);
  });
});
