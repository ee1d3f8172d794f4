import { branchScope, mappedKeys, projectScope, userScope } from '@/lib/platform/auth/scope/scope';
import { equipmentInScope, equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { createPersonas, persona } from '../../../../support/personas';
import type { PersonaName } from '../../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../../support/sms-client';
import { useFreshDatabase } from '../../../support/database';

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetRateLimits);
afterAll(closePortal);

type Scoped = Parameters<typeof equipmentScope>[0];

function actor(name: PersonaName, rest: Partial<Scoped> = {}): Scoped {
  const { username, userType, projects, branches, branchCode } = persona(name);
  return {
    username,
    userType,
    branchName: branchCode ?? 'admin',
    mappings: { projects, branches },
    focus: null,
    ...rest,
  };
}

const units = async (who: Scoped, focus = false) =>
  (
    await db().equipment.findMany({
      where: equipmentScope(who, { focus }),
      orderBy: { equipmentNo: 'asc' },
      select: { equipmentNo: true },
    })
  ).map(({ equipmentNo }) => equipmentNo);
const projects = async (who: Scoped, focus = false) =>
  (
    await db().project.findMany({
      where: projectScope(who, { focus }),
      orderBy: { projectId: 'asc' },
      select: { projectId: true },
    })
  ).map(({ projectId }) => projectId);
const branches = async (who: Scoped) =>
  (await db().branch.findMany({ where: branchScope(who), orderBy: { branchCode: 'asc' } })).map(
    ({ branchCode }) => branchCode,
  );
const users = async (who: Scoped) =>
  (await db().user.findMany({ where: userScope(who), orderBy: { username: 'asc' } })).map(({ username }) => username);

describe('row scope', () => {
  it('head office sees all, a branch its branch, a customer its projects', async () => {
    expect(await units(actor('platformAdmin'))).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
    expect(await units(actor('branchManager'))).toEqual(['E-1', 'E-2', 'E-4']);
    expect(await units(actor('customerEssence'))).toEqual(['E-1', 'E-2']);
    expect(await projects(actor('branchManager'))).toEqual(['P-1', 'P-2', 'P-AIR']);
    expect(await projects(actor('customerElite'))).toEqual(['P-3']);
    expect(await branches(actor('platformAdmin'))).toEqual(['B01', 'B02']);
    expect(await branches(actor('branchManager'))).toEqual(['B01']);
    expect(await branches(actor('customerElite'))).toEqual(['B02']);
  });

  it('accounts: all, those of the branch without head office, oneself', async () => {
    expect((await users(actor('platformAdmin'))).length).toBe(10);
    const ofBranch = await users(actor('branchManager'));
    expect(ofBranch).not.toContain('platformAdmin');
    expect(ofBranch).not.toContain('customerElite');
    expect(ofBranch).toContain('customerLite');
    expect(await users(actor('customerLite'))).toEqual(['customerLite']);
  });

  it('no mapping is no rows, and neither is a type nobody knows', async () => {
    const nothing = { projects: [], branches: [] };
    for (const who of [
      actor('customerLite', { mappings: nothing }),
      actor('branchManager', { mappings: nothing }),
      actor('platformAdmin', { userType: 9 as never }),
    ]) {
      expect([await units(who), await projects(who), await branches(who)]).toEqual([[], [], []]);
    }
    expect(await users(actor('platformAdmin', { userType: 9 as never }))).toEqual([]);
    expect(mappedKeys(actor('platformAdmin', { userType: 9 as never }))).toEqual({ branches: [], projects: [] });
  });

  it('what was deleted is in no scope, whoever asks and whatever for', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { deletedAt: new Date() } });
    await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: new Date() } });
    expect([
      await units(actor('platformAdmin')),
      await units(actor('branchManager')),
      await units(actor('customerLite')),
    ]).toEqual([['E-2', 'E-3', 'E-4'], ['E-2', 'E-4'], []]);
    for (const who of [actor('platformAdmin'), actor('branchManager'), actor('customerLite')])
      expect(await projects(who)).not.toContain('P-1');
    expect(await units(actor('branchManager', { focus: ['P-1'] }), true)).toEqual([]);
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { deletedAt: null } });
    await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: null } });
  });

  it('mappings of the other type grant nothing', async () => {
    expect(await units(actor('customerLite', { mappings: { projects: [], branches: ['B01'] } }))).toEqual([]);
    expect(await units(actor('branchManager', { mappings: { projects: ['P-3'], branches: [] } }))).toEqual([]);
  });
});

describe('focus projects', () => {
  it('narrow lists, not reads by key', async () => {
    const who = actor('customerEssence', { focus: ['P-2'] });
    expect(await units(who, true)).toEqual(['E-2']);
    expect(await projects(who, true)).toEqual(['P-2']);
    expect(await units(who)).toEqual(['E-1', 'E-2']);
    expect(await requireEquipment(who, 'E-1')).toMatchObject({
      equipmentNo: 'E-1',
      displayType: 'EV',
      branchCode: 'B01',
    });
  });

  it('[HEAD-013] scope every list that is asked for through the door, rows and count alike', async () => {
    const authorization = bearer(await sessionOf('customerEssence'));
    const listed = async (projectId?: string) => {
      const headers = { ...authorization, ...(projectId === undefined ? {} : { projectId }) };
      const list = await callSms<{ total: number; records: { equipmentNo: string }[] }>('POST', 'equipment/query', {
        body: {},
        headers,
      });
      return [list.data.total, list.data.records.map(({ equipmentNo }) => equipmentNo).sort()];
    };
    expect(await listed()).toEqual([2, ['E-1', 'E-2']]);
    expect(await listed('P-2')).toEqual([1, ['E-2']]);
    expect(await listed('P-1,P-2,P-3')).toEqual([2, ['E-1', 'E-2']]);
    expect(await listed('P-3')).toEqual([0, []]);
  });

  it('outside the scope are dropped; nothing left is empty, never everything', async () => {
    expect(await units(actor('customerEssence', { focus: ['P-2', 'P-3'] }), true)).toEqual(['E-2']);
    expect(await units(actor('customerEssence', { focus: ['P-3'] }), true)).toEqual([]);
    expect(await units(actor('branchManager', { focus: ['P-3', 'P-1'] }), true)).toEqual(['E-1']);
    expect(await units(actor('branchManager', { focus: [] }), true)).toEqual([]);
  });

  it('do not matter for a user without a branch', async () => {
    expect(await units(actor('platformAdmin', { focus: ['P-1'] }), true)).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
    expect(await units(actor('platformAdmin', { focus: ['P-1'], branchName: '总部' }), true)).toEqual(['E-1']);
  });
});

describe('by key', () => {
  it('a unit out of scope is 511, an unknown or deleted one 404', async () => {
    await expect(requireEquipment(actor('customerLite'), 'E-3')).rejects.toMatchObject({
      id: 'no_object_permission',
      messageKey: 'noEquipmentPermission',
    });
    await expect(requireEquipment(actor('customerLite'), 'E-9')).rejects.toMatchObject({ id: 'not_found' });
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { deletedAt: new Date() } });
    await expect(requireEquipment(actor('platformAdmin'), 'E-2')).rejects.toMatchObject({ id: 'not_found' });
    expect([...(await equipmentInScope(actor('platformAdmin'), ['E-1', 'E-2', 'E-9']))]).toEqual(['E-1']);
    expect([...(await equipmentInScope(actor('customerLite'), ['E-1', 'E-3']))]).toEqual(['E-1']);
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { deletedAt: null } });
  });
});

describe('own projects', () => {
  interface List {
    total: number;
    records: { projectId: string; count: number; branchName: string; ka: boolean }[];
  }
  const list = async (username: string, body: object, headers: Record<string, string> = {}) =>
    callSms<List>('POST', 'project/getListByUsername', {
      body,
      headers: { ...bearer(await sessionOf(username)), ...headers },
    });
  const ids = ({ data }: { data: List }) => data.records.map(({ projectId }) => projectId).sort();

  it('[AUTH-022] are listed for the caller, whatever the focus header says', async () => {
    const answer = await list('customerEssence', {}, { projectid: 'P-2' });
    expect(ids(answer)).toEqual(['P-1', 'P-2']);
    expect(answer.data.records[0]).toMatchObject({ count: 1, branchName: '上海分公司', ka: false });
    expect(ids(await list('branchManager', {}))).toEqual(['P-1', 'P-2', 'P-AIR']);
  });

  it('projectIds tells which focus projects are still the user’s', async () => {
    expect(ids(await list('customerEssence', { projectIds: ['P-2', 'P-3', 'P-0'] }))).toEqual(['P-2']);
    expect(ids(await list('customerEssence', { projectIds: [] }))).toEqual(['P-1', 'P-2']);
  });

  it.each([
    ['静安', ['P-1']],
    ['广', ['P-2']],
    ['徐汇广', ['P-2']],
    ['p-1', ['P-1']],
    ['%', []],
    ['_', []],
    ['\\', []],
  ])('searching %j finds %j', async (searchKey, expected) => {
    expect(ids(await list('customerEssence', { searchKey }))).toEqual(expected);
  });

  it('of another account need USER_READ and its being in scope; only what the caller may see is listed', async () => {
    expect((await list('customerEssence', { username: 'customerLite' })).error).toBe('access_denied');
    expect(ids(await list('branchManager', { username: 'CUSTOMERLITE' }))).toEqual(['P-1']);
    expect((await list('branchManager', { username: 'customerElite' })).error).toBe('no_object_permission');
    expect((await list('branchManager', { username: 'nobody-here' })).error).toBe('not_found');
    expect(ids(await list('platformAdmin', { username: 'customerElite' }))).toEqual(['P-3']);
  });

  it('are paged and sorted with a total; beyond the end is empty', async () => {
    const second = await list('platformAdmin', { pageIndex: 2, pageSize: 3, sortField: 'projectId', sortOrder: 'asc' });
    expect([second.data.total, ids(second)]).toEqual([4, ['P-AIR']]);
    expect((await list('platformAdmin', { pageIndex: 9, pageSize: 3 })).data).toMatchObject({ total: 4, records: [] });
    expect((await list('platformAdmin', { sortField: 'passwordHash' })).code).toBe(400);
    expect((await list('platformAdmin', { pageSize: 1001 })).code).toBe(400);
  });

  it('a focus header that is too long is refused', async () => {
    const answer = await list(
      'customerEssence',
      {},
      { projectid: Array.from({ length: 301 }, (_, index) => `P${index}`).join(',') },
    );
    expect([answer.status, answer.error]).toEqual([400, 'bad_request']);
  });
});

describe('own profile', () => {
  const save = async (user: object, rest: object = {}, path = 'user/saveUser') =>
    callSms('POST', path, {
      body: {
        user: {
          nickName: '新昵称',
          email: 'a@example.com',
          phone: '13900000001',
          inspection: 20,
          contract: 40,
          ...user,
        },
        ...rest,
      },
      headers: bearer(await sessionOf('customerLite')),
    });

  beforeAll(async () => {
    await db().user.update({ where: { username: 'customerLite' }, data: { phone: '13900000001' } });
  });

  it('is saved for the caller, whoever the body names', async () => {
    expect(await save({ username: 'platformAdmin' })).toMatchObject({ code: 200, data: null });
    expect(await db().user.findUniqueOrThrow({ where: { username: 'customerLite' } })).toMatchObject({
      nickName: '新昵称',
      email: 'a@example.com',
      inspection: 20,
      contract: 40,
    });
    expect((await db().user.findUniqueOrThrow({ where: { username: 'platformAdmin' } })).nickName).toBe(
      'platformAdmin',
    );
    expect((await save({}, {}, 'userInfo/updateProfile')).code).toBe(200);
  });

  it.each([
    [{ email: 'nonsense' }, 'user.email', '邮箱格式不正确'],
    [{ phone: '2390000' }, 'user.phone', '请输入正确手机号'],
    [{ inspection: undefined }, 'user.inspection', '请输入年检提前提醒时间'],
    [{ contract: undefined }, 'user.contract', '请输入合同提前提醒时间'],
    [{ nickName: 'a b!' }, 'user.nickName', '昵称只能包含中英文、数字和下划线'],
    [{ phone: '13900000002' }, 'code', '请输入验证码'],
  ])('is refused field by field: %j', async (user, field, message) => {
    expect(await save(user)).toMatchObject({
      code: 400,
      error: 'validation_failed',
      message,
      data: { fieldErrors: { [field]: message } },
    });
  });

  it('a new phone number without its right code is refused', async () => {
    expect(await save({ phone: '13900000002' }, { code: '123456' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { code: '验证码错误或已失效' } },
    });
    expect((await db().user.findUniqueOrThrow({ where: { username: 'customerLite' } })).phone).toBe('13900000001');
  });
});
