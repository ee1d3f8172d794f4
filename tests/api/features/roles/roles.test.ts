import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { seedStandardAccess } from '@/lib/features/roles/standard-access';
import { db, pool } from '@/lib/platform/db/client';
import type { RoleRow } from '@/lib/features/roles/contract';
import { call } from '../../../support/callers';
import { auditedChange } from '../../../support/audit';
import { createPersona, createPersonas } from '../../../support/personas';
import { PERSONA_PASSWORD } from '../../../support/personas';
import { Browser } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { until } from '../../../support/until';
import { closeClients, connect, openSession, startGateway } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';

/** Roles through the door: who may see, add, change and delete them, and how soon the change is felt. */

useFreshDatabase();

beforeAll(async () => {
  await createPersonas();
  await seedStandardAccess();
  // Head office with the right to write roles, without SUPER_MASTER.
  await createPersona(
    {
      username: 'roleClerk',
      userType: 0,
      customerType: 0,
      branchCode: null,
      projects: [],
      branches: [],
      authorities: ['ROLE_READ', 'ROLE_WRITE', 'EQUIPMENT_READ'],
    },
    await quickHash(PERSONA_PASSWORD),
  );
  await createPersona(
    {
      username: 'branchClerk',
      userType: 2,
      customerType: 0,
      branchCode: 'B01',
      projects: [],
      branches: ['B01'],
      authorities: ['ROLE_READ', 'ROLE_WRITE', 'USER_READ'],
    },
    await quickHash(PERSONA_PASSWORD),
  );
});
beforeEach(resetRateLimits);
afterEach(closeClients);
afterAll(closePortal);

type Page = { total: number; records: RoleRow[] };
const ask = <T = Page>(who: string, method: string, path: string, body?: object) => call<T>(who, method, path, body);
const entries = (role: string, ...names: string[]) => names.map((authorityName) => ({ role, authorityName }));
const stored = (role: string) =>
  db().role.findUnique({ where: { role }, include: { authorities: { orderBy: { authority: 'asc' } } } });
const namesOf = async (role: string) => (await stored(role))?.authorities.map(({ authority }) => authority);
const add = (who: string, role: string, names: string[], rest: object = {}) =>
  ask(who, 'PUT', 'role', { role, description: `${role}的描述`, authorityNameList: entries(role, ...names), ...rest });
const update = (who: string, role: string, names: string[], rest: object = {}) =>
  ask(who, 'POST', 'role', { role, description: `${role}的描述`, authorityNameList: entries(role, ...names), ...rest });

describe('finding roles', () => {
  it('[ROLE-005] carry name, description, scope, time of creation and their authorities, as they were given', async () => {
    expect(
      await add('platformAdmin', '值班', ['CALLBACK_READ', 'EQUIPMENT_READ'], {
        description: '夜间值班',
        scope: 'night',
      }),
    ).toMatchObject({ code: 200 });
    const [row] = (await ask('platformAdmin', 'POST', 'role/search', { searchKey: '值班' })).data.records;
    expect(row).toEqual({
      role: '值班',
      description: '夜间值班',
      scope: 'night',
      createDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as string,
      branchAssignable: false,
    });
    const authorities = (
      await ask<{ authority: string }[]>('platformAdmin', 'POST', 'authority/listByRole', { role: '值班' })
    ).data;
    expect(authorities.map(({ authority }) => authority)).toEqual(['CALLBACK_READ', 'EQUIPMENT_READ']);
    await ask('platformAdmin', 'DELETE', `role/${encodeURIComponent('值班')}`);
  });
  it('[ROLE-001] [ROLE-010] searches name and description, and knows the roles that every installation has', async () => {
    const { data } = await ask('platformAdmin', 'POST', 'role/search', {
      pageIndex: 1,
      pageSize: 1000,
      sortField: 'role',
      sortOrder: 'asc',
    });
    const names = data.records.map(({ role }) => role);
    for (const role of [
      '保养电子发票',
      'App用户角色',
      'App电子签名',
      '保养报告下载',
      '健康报告角色',
      'LITE角色',
      'ESSENCE角色',
      'ELITE角色',
    ])
      expect(names).toContain(role);
    expect(data.total).toBe(names.length);
    const found = await ask('platformAdmin', 'POST', 'role/search', { searchKey: 'lite' });
    expect(found.data.records.map(({ role }) => role).sort()).toEqual([
      'ELITE角色',
      'LITE角色',
      'role-customerElite',
      'role-customerLite',
    ]);
    expect(Object.keys(found.data.records[0] ?? {}).sort()).toEqual([
      'branchAssignable',
      'createDate',
      'description',
      'role',
      'scope',
    ]);
    expect((await ask('platformAdmin', 'POST', 'role/search', { searchKey: '%' })).data.total).toBe(0);
  });
  it('outside the head office and without ROLE_READ only roles that may be given', async () => {
    for (const who of ['branchClerk', 'branchManager']) {
      const { data } = await ask(who, 'POST', 'role/search', { pageSize: 1000 });
      expect(data.records.map(({ role }) => role)).toEqual(
        expect.arrayContaining(['ELITE角色', 'ESSENCE角色', 'LITE角色']),
      );
      expect([data.total, data.records.filter(({ branchAssignable }) => !branchAssignable)]).toEqual([
        await db().role.count({ where: { branchAssignable: true } }),
        [],
      ]);
    }
    expect(await ask('branchDispatcher', 'POST', 'role/search', {})).toMatchObject({
      code: 403,
      error: 'access_denied',
    });
  });
  it('of an account in scope: all of them, other accounts 511, unknown ones 404', async () => {
    const rolesOf = (who: string, username: string) => ask<RoleRow[]>(who, 'POST', 'role/listByUsername', { username });
    expect((await rolesOf('branchManager', 'CustomerLite')).data.map(({ role }) => role)).toEqual([
      'role-customerLite',
    ]);
    expect(await rolesOf('branchManager', 'customerElite')).toMatchObject({ code: 511, error: 'no_object_permission' });
    expect(await rolesOf('branchManager', 'platformAdmin')).toMatchObject({ code: 511 });
    expect(await rolesOf('branchManager', 'nobody')).toMatchObject({ code: 404 });
  });
});

describe('writing roles', () => {
  it('[ROLE-007] PUT adds with entries {role, authorityName}; POST updates; each refuses the other’s case', async () => {
    expect(await add('platformAdmin', '巡检员', ['EQUIPMENT_READ', 'CALLBACK_READ', 'EQUIPMENT_READ'])).toMatchObject({
      code: 200,
      data: null,
    });
    expect(await stored('巡检员')).toMatchObject({
      description: '巡检员的描述',
      scope: 'sms',
      branchAssignable: false,
      seeded: false,
      createBy: 'platformAdmin',
    });
    expect(await namesOf('巡检员')).toEqual(['CALLBACK_READ', 'EQUIPMENT_READ']);
    expect(await add('platformAdmin', '巡检员', ['EQUIPMENT_READ'])).toMatchObject({
      code: 409,
      message: '角色已存在',
      data: { fieldErrors: { role: '角色已存在' } },
    });
    expect(await update('platformAdmin', '没有的角色', ['EQUIPMENT_READ'])).toMatchObject({ code: 404 });
    expect(
      await update('platformAdmin', '巡检员', ['SYMPTOM_READ', 'CALLBACK_READ'], { description: '改过' }),
    ).toMatchObject({ code: 200 });
    expect(await stored('巡检员')).toMatchObject({ description: '改过' });
    expect(await namesOf('巡检员')).toEqual(['CALLBACK_READ', 'SYMPTOM_READ']);
  });
  it('[ROLE-006] [ROLE-008] [ROLE-009] needs name, description and an authority; at most 200 characters', async () => {
    expect(await ask('platformAdmin', 'PUT', 'role', {})).toMatchObject({
      code: 400,
      data: { fieldErrors: { role: '必填', description: '必填', authorityNameList: expect.any(String) as string } },
    });
    expect(await add('platformAdmin', '空', [])).toMatchObject({
      code: 400,
      data: { fieldErrors: { authorityNameList: '请输入权限' } },
    });
    expect(await add('platformAdmin', '长'.repeat(201), ['EQUIPMENT_READ'])).toMatchObject({
      code: 400,
      data: { fieldErrors: { role: '内容过长' } },
    });
    expect(await add('platformAdmin', '长', ['EQUIPMENT_READ'], { description: '长'.repeat(201) })).toMatchObject({
      code: 400,
      data: { fieldErrors: { description: '内容过长' } },
    });
    expect(
      await add('platformAdmin', '长'.repeat(200), ['EQUIPMENT_READ'], { description: '长'.repeat(200) }),
    ).toMatchObject({ code: 200 });
    expect(await add('platformAdmin', '  ', ['EQUIPMENT_READ'])).toMatchObject({ code: 400 });
  });
  it.each(['a/b', 'a\\b', 'a?b', 'a#b', 'a%b', 'a\u0001b', '..', 'search', 'listByUsername'])(
    'refuses the name %j, which no path could carry',
    async (role) => {
      expect(await add('platformAdmin', role, ['EQUIPMENT_READ'])).toMatchObject({
        code: 400,
        data: { fieldErrors: { role: expect.any(String) as string } },
      });
    },
  );
  it('tells the audit log what was and what is', async () => {
    await add('platformAdmin', '留痕', ['EQUIPMENT_READ', 'CALLBACK_READ']);
    expect(await auditedChange('addRole')).toEqual({
      description: { before: null, after: '留痕的描述' },
      scope: { before: null, after: 'sms' },
      branchAssignable: { before: null, after: false },
      authorities: { before: [], after: ['CALLBACK_READ', 'EQUIPMENT_READ'] },
    });
    await update('platformAdmin', '留痕', ['EQUIPMENT_READ', 'SYMPTOM_READ'], { branchAssignable: true });
    expect(await auditedChange('updateRole')).toEqual({
      branchAssignable: { before: false, after: true },
      authorities: { before: ['CALLBACK_READ'], after: ['SYMPTOM_READ'] },
    });
    await ask('platformAdmin', 'DELETE', `role/${encodeURIComponent('留痕')}`);
    expect(await auditedChange('deleteRole')).toMatchObject({
      description: { before: '留痕的描述', after: null },
      authorities: { before: ['EQUIPMENT_READ', 'SYMPTOM_READ'], after: [] },
    });
  });
  it('refuses an unknown authority and writes nothing', async () => {
    expect(await add('platformAdmin', '半个', ['EQUIPMENT_READ', 'NO_SUCH'])).toMatchObject({
      code: 404,
      message: '权限NO_SUCH不存在',
      data: { fieldErrors: { authorityNameList: '权限NO_SUCH不存在' } },
    });
    expect(await stored('半个')).toBeNull();
  });
  it('is the head office’s alone (readings 64)', async () => {
    expect(await add('branchClerk', '越权', ['ROLE_READ'])).toMatchObject({ code: 403 });
    expect(await update('branchClerk', 'LITE角色', ['ROLE_READ'])).toMatchObject({ code: 403 });
    expect(await ask('branchClerk', 'DELETE', `role/${encodeURIComponent('LITE角色')}`)).toMatchObject({ code: 403 });
    expect(await stored('越权')).toBeNull();
  });
  it('gives nothing that the writer lacks, unless he is SUPER_MASTER; what the role has already may stay', async () => {
    expect(await add('roleClerk', '提权', ['EQUIPMENT_READ', 'SUPER_MASTER'])).toMatchObject({
      code: 403,
      message: '您没有权限SUPER_MASTER，不能授予',
    });
    expect(await stored('提权')).toBeNull();
    await add('platformAdmin', '混合', ['CALLBACK_READ']);
    expect(await update('roleClerk', '混合', ['CALLBACK_READ', 'EQUIPMENT_READ'])).toMatchObject({ code: 200 });
    expect(await update('roleClerk', '混合', ['CALLBACK_READ', 'SYMPTOM_READ'])).toMatchObject({ code: 403 });
    expect(await namesOf('混合')).toEqual(['CALLBACK_READ', 'EQUIPMENT_READ']);
    expect(await add('platformAdmin', '隐藏', ['KA_NOT_CAMPUS_VIEW'])).toMatchObject({ code: 200 });
  });
  it('branchAssignable is honoured from SUPER_MASTER only (readings 65)', async () => {
    await add('roleClerk', '可分配一', ['EQUIPMENT_READ'], { branchAssignable: true });
    await add('platformAdmin', '可分配二', ['EQUIPMENT_READ'], { branchAssignable: true });
    expect([(await stored('可分配一'))?.branchAssignable, (await stored('可分配二'))?.branchAssignable]).toEqual([
      false,
      true,
    ]);
    await update('roleClerk', '可分配二', ['EQUIPMENT_READ'], { branchAssignable: false });
    expect((await stored('可分配二'))?.branchAssignable).toBe(true);
    await update('platformAdmin', '可分配二', ['EQUIPMENT_READ']);
    expect((await stored('可分配二'))?.branchAssignable).toBe(true);
  });
  it('does not let a call say what only the product says', async () => {
    await add('platformAdmin', '伪装', ['EQUIPMENT_READ'], {
      seeded: true,
      createBy: 'system',
      createDate: '2000-01-01 00:00:00',
    });
    expect(await stored('伪装')).toMatchObject({ seeded: false, createBy: 'platformAdmin' });
    expect(await add('platformAdmin', '运算符', ['EQUIPMENT_READ'], { description: { contains: 'x' } })).toMatchObject({
      code: 400,
    });
    expect(await ask('platformAdmin', 'POST', 'role/search', { searchKey: { contains: '' } })).toMatchObject({
      code: 400,
    });
    expect(await ask('platformAdmin', 'POST', 'role/search', { sortField: 'users' })).toMatchObject({ code: 400 });
  });
  it('two who add the same role at once: one does', async () => {
    const answers = await Promise.all([
      add('platformAdmin', '同时', ['EQUIPMENT_READ']),
      add('platformAdmin', '同时', ['CALLBACK_READ']),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});

describe('deleting roles', () => {
  const remove = (role: string) => ask('platformAdmin', 'DELETE', `role/${encodeURIComponent(role)}`);
  it('[ROLE-002] takes a role that nobody has; 409 in use, 409 shipped, 404 unknown', async () => {
    await add('platformAdmin', '多余', ['EQUIPMENT_READ']);
    expect(await remove('多余')).toMatchObject({ code: 200, data: null });
    expect(await stored('多余')).toBeNull();
    expect(await remove('多余')).toMatchObject({ code: 404, message: '角色不存在' });
    expect(await remove('role-customerLite')).toMatchObject({ code: 409, message: '角色正在使用，不能删除' });
    expect(await remove('保养报告下载')).toMatchObject({ code: 409, message: '系统预置角色，不能删除' });
    expect(await stored('保养报告下载')).not.toBeNull();
  });
});

describe('changed rights', () => {
  const LIMIT_MS = 5000;
  /** Asks as often as a person could who presses again and again: more would be refused for being too many. */
  async function expectSoon(answer: () => Promise<number>, code: number): Promise<void> {
    const from = Date.now();
    let last = await answer();
    while (last !== code && Date.now() - from < LIMIT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      last = await answer();
    }
    expect(last).toBe(code);
  }

  it('open and close calls of a signed-in user within 5 s, and his cookie is written anew', async () => {
    const browser = new Browser();
    await browser.signIn('branchDispatcher');
    expect(await browser.call('POST', 'role/search', { body: {} })).toMatchObject({ code: 403 });
    const cookie = browser.header();
    const before = (await namesOf('role-branchDispatcher')) ?? [];
    expect(await update('platformAdmin', 'role-branchDispatcher', [...before, 'ROLE_READ'])).toMatchObject({
      code: 200,
    });
    const answer = async () => (await browser.call('POST', 'role/search', { body: {} })).code;
    await expectSoon(answer, 200);
    expect(browser.header()).not.toBe(cookie);
    await update('platformAdmin', 'role-branchDispatcher', before);
    await expectSoon(answer, 403);
  });
  it('are told to up to 200 accounts one by one, and to more by their own checks alone', async () => {
    await add('platformAdmin', '众人', ['EQUIPMENT_READ']);
    const people = Array.from({ length: 201 }, (_, nr) => `crowd${nr}`);
    await db().user.createMany({
      data: people.map((username) => ({
        ...{ username, usernameLower: username, nickName: username, passwordHash: '-', passwordAt: new Date() },
        userType: 0,
      })),
    });
    const listener = await pool().connect();
    const told = new Set<string>();
    listener.on('notification', ({ payload }) => told.add(payload ?? ''));
    await listener.query('LISTEN portal');
    const toldAfter = async (names: string[]) => {
      told.clear();
      expect(await update('platformAdmin', '众人', names)).toMatchObject({ code: 200 });
      // What was notified before comes before the answer.
      await listener.query('SELECT 1');
      return [...told].filter((fact) => fact.includes('crowd')).length;
    };
    try {
      await db().userRole.createMany({ data: people.slice(1).map((username) => ({ username, role: '众人' })) });
      expect(await toldAfter(['CALLBACK_READ'])).toBe(200);
      await db().userRole.create({ data: { username: 'crowd0', role: '众人' } });
      expect(await toldAfter(['EQUIPMENT_READ'])).toBe(0);
    } finally {
      await listener.query('UNLISTEN portal');
      listener.release();
    }
  });
  it('reach an open socket within 5 s', async () => {
    const gateway = await startGateway();
    try {
      const person = await openSession('customerLite');
      const client = await connect(gateway);
      await client.send('authorize', await person.token());
      expect(await client.watch('E-1')).toMatchObject({ data: { subscribed: 1 } });
      const before = (await namesOf('role-customerLite')) ?? [];
      await update(
        'platformAdmin',
        'role-customerLite',
        before.filter((name) => name !== 'MONITOR_READ' && name !== 'EQUIPMENT_READ'),
      );
      await until(() => client.errors.some(({ code }) => code === 511 || code === 403), LIMIT_MS);
      await update('platformAdmin', 'role-customerLite', before);
    } finally {
      closeClients();
      await gateway.close();
    }
  });
});
