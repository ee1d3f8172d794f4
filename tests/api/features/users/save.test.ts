import { onPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { RESERVED_NAMES } from '@/lib/features/users/save';
import { auditedChange } from '../../../support/audit';
import { call, resetLimits } from '../../../support/callers';
import { PERSONA_PASSWORD } from '../../../support/personas';
import { callSms, signInBody, tokensOf, bearer } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { adminSave, branchSave, closeWorld, createAccountsWorld, GOOD_PASSWORD, phoneOf } from './support/world';

/** Creating, changing and deleting accounts, through the door. Projects P-1, P-2 are of B01, P-3 of B02. */

useFreshDatabase();
beforeAll(createAccountsWorld);
beforeEach(resetLimits);
afterAll(closeWorld);

type Refusal = { fieldErrors?: Record<string, string> } | null;
const admin = (method: string, path: string, body?: unknown) => call<Refusal>('platformAdmin', method, path, body);
const manager = (method: string, path: string, body?: unknown) => call<Refusal>('branchManager', method, path, body);
const stored = (username: string) =>
  db().user.findUniqueOrThrow({
    where: { username },
    include: { roles: { orderBy: { role: 'asc' } }, mappings: { orderBy: { id: 'asc' } }, invoices: true },
  });
const rolesOf = async (username: string) => (await stored(username)).roles.map(({ role }) => role);
const mappingsOf = async (username: string) =>
  (await stored(username)).mappings.map(({ type, mappingId }) => `${type}:${mappingId}`);

describe('a branch creates', () => {
  it('[USER-031] [USER-001] a customer of a tier or an internal account, bound to its projects', async () => {
    expect(
      await manager(
        'PUT',
        'user/branchUser',
        branchSave('cn00001', { selectProjectList: ['P-1', { projectId: 'P-2' }] }),
      ),
    ).toMatchObject({ code: 200, data: { username: 'cn00001', approvalId: null } });
    expect(await stored('cn00001')).toMatchObject({
      userType: 1,
      customerType: 2,
      projectbranchType: 1,
      tier: 1,
      branchCode: 'B01',
      createBy: 'branchManager',
      mustReset: false,
      email: null,
    });
    expect(await mappingsOf('cn00001')).toEqual(['1:P-1', '1:P-2']);
    expect(
      await manager(
        'PUT',
        'user/branchUser',
        branchSave('cn00002', {
          branchUserType: 3,
          roleNameList: [{ roleName: '健康报告角色' }, { roleName: 'ELITE角色' }],
        }),
      ),
    ).toMatchObject({ code: 200 });
    expect(await stored('cn00002')).toMatchObject({ customerType: 2, tier: 3 });
    expect(
      await manager(
        'PUT',
        'user/branchUser',
        branchSave('nb00003', {
          branchUserType: 4,
          roleNameList: [{ roleName: '保养报告下载' }, { roleName: '健康报告角色' }],
        }),
      ),
    ).toMatchObject({ code: 200 });
    expect(await stored('nb00003')).toMatchObject({ customerType: 1, tier: null });
    const { access_token } = await tokensOf('cn00001', GOOD_PASSWORD);
    expect(access_token).toBeTruthy();
    // What takes effect at once is listed as passed by itself (silent-screens B3).
    expect(await db().userApproval.findMany({ where: { username: 'cn00001' } })).toMatchObject([
      { kind: 'new', state: 'AUTO', applicant: 'branchManager', branchCode: 'B01' },
    ]);
    expect(JSON.stringify(await db().userApproval.findMany())).not.toContain(GOOD_PASSWORD);
  });

  const wrong: [string, string, Record<string, unknown>, string][] = [
    [
      '[USER-032] a username of the wrong form',
      'user.username',
      { user: { username: 'a-b' } },
      '用户名须为4-16位字母、数字或下划线',
    ],
    [
      '[USER-032] a username that is too long',
      'user.username',
      { user: { username: 'a'.repeat(17) } },
      '用户名须为4-16位字母、数字或下划线',
    ],
    ['[USER-036] no display name', 'user.nickName', { user: { nickName: '' } }, '必填'],
    [
      '[USER-037] a display name with other characters',
      'user.nickName',
      { user: { nickName: '张 三!' } },
      '昵称只能包含中英文、数字和下划线',
    ],
    ['[USER-034] no phone', 'user.phone', { user: { phone: undefined } }, '请输入正确手机号'],
    ['[CONV-014] a phone of the wrong form', 'user.phone', { user: { phone: '21812345678' } }, '请输入正确手机号'],
    ['[CONV-014] a phone that is too short', 'user.phone', { user: { phone: '1381234567' } }, '请输入正确手机号'],
    ['[USER-041] an e-mail that is none', 'user.email', { user: { email: 'a@' } }, '邮箱格式不正确'],
    ['[USER-038] no password', 'user.password', { user: { password: '' } }, '必填'],
    [
      '[USER-039] a weak password',
      'user.password',
      { user: { password: 'abcdefgh1' } },
      '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种',
    ],
    [
      '[USER-039] a password that is too long',
      'user.password',
      { user: { password: `Aa1-${'x'.repeat(17)}` } },
      '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种',
    ],
    ['a password that everybody tries', 'user.password', { user: { password: 'Passw0rd!' } }, '密码过于常见，请更换'],
    ['[USER-042] no branch', 'belongBranch', { belongBranch: '' }, '请选择所属分公司'],
    ['[USER-043] no user type', 'branchUserType', { branchUserType: null }, '请选择用户类型'],
    ['[USER-044] no role', 'roleNameList', { roleNameList: [] }, '请至少选择一个角色'],
    ['[USER-048] no project', 'selectProjectList', { selectProjectList: [] }, '必须选择一个项目'],
    ['the wrong model type', 'modelType', { modelType: 1 }, '内容不正确'],
    ['a reserved username', 'user.username', { user: { username: 'Query' } }, '该名称为系统保留'],
    ['an unknown role', 'roleNameList', { roleNameList: [{ roleName: 'nobody' }] }, '角色不存在'],
    [
      '[USER-054] the invoice role without attachment',
      'invoiceAttachmentPath',
      { roleNameList: [{ roleName: '保养电子发票' }] },
      '保养电子发票 必须上传审批附件',
    ],
    [
      '[USER-055] the invoice role without customer',
      'invoiceUserList',
      { roleNameList: [{ roleName: '保养电子发票' }], invoiceAttachmentPath: 'x' },
      '保养电子发票 至少选择一个客户名称',
    ],
  ];
  describe('[USER-032] [USER-034] [USER-036] [USER-037] [USER-038] [USER-039] [USER-041] [USER-044] what is wrong is refused under its field', () => {
    it.each(wrong)('nothing is saved with %s', async (_, field, change, message) => {
      const answer = await manager('PUT', 'user/branchUser', branchSave('cn09999', change));
      expect(answer).toMatchObject({ code: 400, error: 'validation_failed' });
      expect(answer.data?.fieldErrors?.[field]).toBe(message);
      expect(await db().user.count({ where: { usernameLower: 'cn09999' } })).toBe(0);
    });
  });

  it('[USER-033] a username only once, in any case, also that of a deleted account', async () => {
    expect(
      await manager('PUT', 'user/branchUser', branchSave('CN00001', { user: { phone: '13900000001' } })),
    ).toMatchObject({
      code: 409,
      error: 'conflict',
      message: '用户名已存在',
      data: { fieldErrors: { 'user.username': '用户名已存在' } },
    });
    expect(await manager('POST', 'user/checkRepeat', { username: 'Cn00001' })).toMatchObject({
      code: 200,
      data: { exist: true, users: [{ username: 'cn00001', nickName: '花园物业' }] },
    });
    expect(await manager('POST', 'user/checkRepeat', { username: 'cn77777' })).toMatchObject({
      code: 200,
      data: { exist: false, users: [] },
    });
    expect(await manager('POST', 'user/checkRepeat', { username: 'customerElite' })).toMatchObject({
      data: { exist: true, users: [] },
    });
    expect(await manager('POST', 'user/checkRepeat', {})).toMatchObject({ code: 400 });
  });

  it('[USER-035] no account with a phone that is in use, and names the accounts of its own scope', async () => {
    const phone = phoneOf('cn00001');
    const answer = await manager('PUT', 'user/branchUser', branchSave('cn00010', { user: { phone } }));
    expect(answer).toMatchObject({
      code: 409,
      message: '手机号已被以下账号使用：cn00001',
      data: { fieldErrors: { 'user.phone': '手机号已被以下账号使用：cn00001' } },
    });
    await db().user.update({ where: { username: 'customerElite' }, data: { phone: '13700000007' } });
    expect(
      await manager('PUT', 'user/branchUser', branchSave('cn00010', { user: { phone: '13700000007' } })),
    ).toMatchObject({ code: 409, message: '手机号已被其他账号使用' });
    await db().user.update({ where: { username: 'customerLite' }, data: { phone } });
    expect(await manager('POST', 'user/checkRepeat', { phone })).toMatchObject({
      data: { exist: true, users: [{ username: 'cn00001' }, { username: 'customerLite' }] },
    });
    await db().user.updateMany({
      where: { username: { in: ['customerElite', 'customerLite'] } },
      data: { phone: null },
    });
    const twice = await Promise.all(
      ['cn00011', 'cn00012'].map((username) =>
        manager('PUT', 'user/branchUser', branchSave(username, { user: { phone: '13700000008' } })),
      ),
    );
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('only with branches, projects and roles of its own', async () => {
    expect(
      await manager('PUT', 'user/branchUser', branchSave('cn00020', { selectProjectList: ['P-1', 'P-3'] })),
    ).toMatchObject({ code: 511 });
    expect(
      await manager(
        'PUT',
        'user/branchUser',
        branchSave('cn00020', { userMappingList: [{ mappingId: 'P-3', type: 1, customerType: 2 }] }),
      ),
    ).toMatchObject({ code: 511 });
    expect(
      await manager('PUT', 'user/branchUser', branchSave('cn00020', { selectProjectList: ['P-9'] })),
    ).toMatchObject({ code: 404 });
    expect(await manager('PUT', 'user/branchUser', branchSave('cn00020', { belongBranch: 'B02' }))).toMatchObject({
      code: 511,
    });
    expect(await manager('PUT', 'user/branchUser', branchSave('cn00020', { belongBranch: 'B09' }))).toMatchObject({
      code: 404,
    });
    expect(
      await manager('PUT', 'user/branchUser', branchSave('cn00020', { roleNameList: [{ roleName: '分公司经理' }] })),
    ).toMatchObject({ code: 403 });
    expect(
      await manager('PUT', 'user/branchUser', branchSave('cn00020', { roleNameList: [{ roleName: '超级管理员' }] })),
    ).toMatchObject({ code: 403 });
    expect(await db().user.count({ where: { username: 'cn00020' } })).toBe(0);
  });

  it('nothing but project users, whatever else the body says', async () => {
    const body = branchSave('cn00021', {
      user: {
        userType: 0,
        customerType: 0,
        projectbranchType: 2,
        branchCode: 'B02',
        mustReset: true,
        enabled: false,
        tier: 3,
        passwordHash: 'x',
        accessVersion: 99,
        createBy: 'root',
      },
      userMappingList: [{ mappingId: 'B01', type: 2 }],
    });
    expect(
      await manager('PUT', 'user/branchUser', {
        ...body,
        username: 'platformAdmin',
        roles: { set: ['超级管理员'] },
        deletedAt: '2020-01-01',
      }),
    ).toMatchObject({ code: 200 });
    expect(await stored('cn00021')).toMatchObject({
      userType: 1,
      customerType: 2,
      projectbranchType: 1,
      branchCode: 'B01',
      enabled: true,
      mustReset: false,
      tier: 1,
      createBy: 'branchManager',
      deletedAt: null,
    });
    expect(await mappingsOf('cn00021')).toEqual(['1:P-1']);
    expect(await rolesOf('cn00021')).toEqual(['LITE角色']);
    expect(await manager('PUT', 'user', adminSave('cn00022'))).toMatchObject({ code: 403, error: 'access_denied' });
    expect(await call('customerLite', 'PUT', 'user/branchUser', branchSave('cn00022'))).toMatchObject({ code: 403 });
  });
});

describe('an administrator creates', () => {
  it('[USER-004] [USER-005] [USER-006] [USER-002] accounts of every kind, linked to projects or branches', async () => {
    expect(await admin('PUT', 'user', adminSave('ext_1'))).toMatchObject({ code: 200, data: { username: 'ext_1' } });
    expect(await stored('ext_1')).toMatchObject({ userType: 1, customerType: 2, projectbranchType: 1 });
    expect(await admin('PUT', 'user', adminSave('int_1', { user: { customerType: 1 } }))).toMatchObject({ code: 200 });
    expect(await stored('int_1')).toMatchObject({ userType: 1, customerType: 1, projectbranchType: 1 });
    const branch = adminSave('bra_1', {
      user: { projectbranchType: 2 },
      userMappingList: [
        { mappingId: 'B01', type: 2 },
        { mappingId: 'B02', type: 2 },
      ],
      selectProjectList: ['P-1'],
    });
    expect(await admin('PUT', 'user', branch)).toMatchObject({ code: 200 });
    expect(await stored('bra_1')).toMatchObject({ userType: 2, customerType: 0, projectbranchType: 2 });
    expect(await mappingsOf('bra_1')).toEqual(['2:B01', '2:B02']);
    expect(
      await admin('PUT', 'user', adminSave('hq_1', { user: { userType: 0 }, belongBranch: '', selectProjectList: [] })),
    ).toMatchObject({ code: 200 });
    expect(await stored('hq_1')).toMatchObject({ userType: 0, branchCode: null, projectbranchType: null });
    expect(await mappingsOf('hq_1')).toEqual([]);
    // Here several accounts may share a phone; sign-in then asks which one.
    expect(await admin('PUT', 'user', adminSave('ext_2', { user: { phone: phoneOf('ext_1') } }))).toMatchObject({
      code: 200,
    });
  });

  const faulty: [string, string, Record<string, unknown>, string][] = [
    ['[USER-043] no user type', 'user.projectbranchType', { user: { projectbranchType: null } }, '请选择用户类型'],
    [
      '[USER-045] an ordinary user without its kind',
      'user.customerType',
      { user: { customerType: null } },
      '请选择普通用户分类',
    ],
    ['[USER-046] an ordinary user without project', 'selectProjectList', { selectProjectList: [] }, '必须选择一个项目'],
    [
      '[USER-047] a branch user without branch',
      'userMappingList',
      { user: { projectbranchType: 2 } },
      '请至少选择一个分公司',
    ],
    ['[USER-042] no branch', 'belongBranch', { belongBranch: null }, '请选择所属分公司'],
  ];
  it.each(faulty)('[USER-046] [USER-047] nothing with %s', async (_, field, change, message) => {
    const answer = await admin('PUT', 'user', adminSave('ext_9', change));
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.data?.fieldErrors?.[field]).toBe(message);
  });

  it('head-office accounts and roles with SUPER_MASTER only with SUPER_MASTER himself', async () => {
    const limited = await db().role.create({
      data: {
        role: 'user-admin',
        description: 'x',
        authorities: {
          create: [{ authority: 'USER_WRITE' }, { authority: 'USER_READ' }, { authority: 'HOMEPAGE_READ' }],
        },
      },
    });
    const { passwordHash } = await stored('platformAdmin');
    await db().user.create({
      data: {
        username: 'hq_small',
        usernameLower: 'hq_small',
        nickName: 'x',
        passwordHash,
        passwordAt: new Date(),
        userType: 0,
        roles: { create: { role: limited.role } },
      },
    });
    const small = (method: string, body: unknown, path = 'user') => call('hq_small', method, path, body);
    expect(
      await small('PUT', adminSave('hq_2', { user: { userType: 0 }, belongBranch: '', selectProjectList: [] })),
    ).toMatchObject({ code: 403 });
    expect(await small('PUT', adminSave('ext_3', { roleNameList: [{ roleName: '超级管理员' }] }))).toMatchObject({
      code: 403,
    });
    expect(await small('PUT', adminSave('ext_3'))).toMatchObject({ code: 200 });
    expect(
      await small('POST', { ...adminSave('ext_3', { roleNameList: [{ roleName: '超级管理员' }] }), modelType: 1 }),
    ).toMatchObject({ code: 403 });
    // Stronger accounts are not his to change, to reset or to delete.
    expect(await small('POST', { ...adminSave('branchManager'), modelType: 1 })).toMatchObject({
      code: 403,
      message: '该账号的权限高于您，不能操作',
    });
    expect(await small('DELETE', undefined, 'user/branchManager')).toMatchObject({ code: 403 });
    expect(await small('DELETE', undefined, 'user/platformAdmin')).toMatchObject({ code: 403 });
    await db().user.delete({ where: { username: 'hq_small' } });
  });

  it('[USER-025] nothing by an update and no update by a creation', async () => {
    expect(await admin('POST', 'user', adminSave('ext_1'))).toMatchObject({ code: 400 });
    expect(await admin('POST', 'user', { ...adminSave('ext_77'), modelType: 1 })).toMatchObject({ code: 404 });
    expect(await admin('PUT', 'user', { ...adminSave('ext_77'), modelType: 2 })).toMatchObject({ code: 400 });
  });
});

describe('an account is changed', () => {
  const update = (username: string, change: { user?: object } & Record<string, unknown> = {}) => ({
    ...branchSave(username, change),
    modelType: 1,
  });

  it('with name, phone, roles and projects; its password and username stay', async () => {
    await manager(
      'PUT',
      'user/branchUser',
      branchSave('cn01001', { selectProjectList: ['P-1', 'P-2'], roleNameList: [{ roleName: 'LITE角色' }] }),
    );
    const before = await stored('cn01001');
    expect(
      await manager(
        'POST',
        'user/branchUser',
        update('CN01001', {
          user: { nickName: '新名', phone: '13612345678', email: 'a@example.com', password: 'Another-Pass-1' },
          branchUserType: 3,
          roleNameList: [{ roleName: 'ELITE角色' }],
          selectProjectList: ['P-2'],
        }),
      ),
    ).toMatchObject({ code: 200, data: null });
    const after = await stored('cn01001');
    expect(after).toMatchObject({
      username: 'cn01001',
      nickName: '新名',
      phone: '13612345678',
      email: 'a@example.com',
      tier: 3,
      passwordHash: before.passwordHash,
    });
    expect(await rolesOf('cn01001')).toEqual(['ELITE角色']);
    expect(await mappingsOf('cn01001')).toEqual(['1:P-2']);
    expect(after.accessVersion).toBeGreaterThan(before.accessVersion);
  });

  it('by a branch without touching what is beyond it: roles of the head office', async () => {
    await admin(
      'PUT',
      'user',
      adminSave('cn01002', {
        selectProjectList: ['P-1'],
        roleNameList: [{ roleName: 'LITE角色' }, { roleName: '分公司经理' }],
      }),
    );
    expect(
      await manager(
        'POST',
        'user/branchUser',
        update('cn01002', { selectProjectList: ['P-2'], roleNameList: [{ roleName: 'ELITE角色' }] }),
      ),
    ).toMatchObject({ code: 200 });
    expect(await mappingsOf('cn01002')).toEqual(['1:P-2']);
    expect(await rolesOf('cn01002')).toEqual(['ELITE角色', '分公司经理'].sort());
    expect(
      (
        await call<{ mappingId: string }[]>('branchManager', 'POST', 'userMapping/listByUsername', {
          username: 'cn01002',
        })
      ).data,
    ).toEqual([{ mappingId: 'P-2', type: 1, customerType: 2, name: '徐汇广场' }]);
  });

  it('by a branch only when it is a project user of its own that is not stronger', async () => {
    expect(await manager('POST', 'user/branchUser', update('customerElite'))).toMatchObject({ code: 511 });
    expect(await manager('POST', 'user/branchUser', update('nobody77'))).toMatchObject({ code: 404 });
    expect(await manager('POST', 'user/branchUser', update('branchDispatcher'))).toMatchObject({
      code: 403,
      message: '只能修改普通用户',
    });
    await admin('PUT', 'user', adminSave('cn01003', { roleNameList: [{ roleName: '超级管理员' }] }));
    expect(await manager('POST', 'user/branchUser', update('cn01003'))).toMatchObject({ code: 403 });
    expect(await manager('POST', 'user', update('cn01001'))).toMatchObject({ code: 403 });
  });

  it('and its rights follow at once, in a session that is open', async () => {
    await manager(
      'PUT',
      'user/branchUser',
      branchSave('cn01004', {
        roleNameList: [{ roleName: 'ELITE角色' }],
        branchUserType: 3,
        selectProjectList: ['P-1', 'P-2'],
      }),
    );
    const headers = bearer((await tokensOf('cn01004', GOOD_PASSWORD)).access_token);
    const seen = async () =>
      (
        await callSms<{ records: { equipmentNo: string }[] }>('POST', 'equipment/query', { body: {}, headers })
      ).data.records
        .map(({ equipmentNo }) => equipmentNo)
        .sort();
    expect(await seen()).toEqual(['E-1', 'E-2']);
    await manager(
      'POST',
      'user/branchUser',
      update('cn01004', { selectProjectList: ['P-1'], roleNameList: [{ roleName: 'LITE角色' }] }),
    );
    await until(async () => (await seen()).length === 1);
    expect(await seen()).toEqual(['E-1']);
    await manager('POST', 'user/branchUser', update('cn01004', { roleNameList: [{ roleName: '保养报告下载' }] }));
    await until(
      async () => (await callSms('POST', 'equipment/query', { body: {}, headers })).code === 403,
      20_000,
      100,
    );
  });

  it('moves an account out of the head office only while another account remains there', async () => {
    await db().user.updateMany({
      where: { userType: 0, username: { notIn: ['platformAdmin'] } },
      data: { enabled: false },
    });
    expect(await admin('POST', 'user', { ...adminSave('platformAdmin'), modelType: 1 })).toMatchObject({
      code: 409,
      message: '至少保留一个总部账号',
    });
    expect(await stored('platformAdmin')).toMatchObject({ userType: 0 });
    await db().user.updateMany({ where: { userType: 0 }, data: { enabled: true } });
  });
});

describe('an account is deleted', () => {
  it('softly: its sessions end within 5 s, its name stays taken, its phone is free', async () => {
    await manager('PUT', 'user/branchUser', branchSave('cn02001'));
    const headers = bearer((await tokensOf('cn02001', GOOD_PASSWORD)).access_token);
    expect(await callSms('GET', 'userInfo/getUserProfile', { headers })).toMatchObject({ code: 200 });
    const ended = new Promise<void>((resolve) =>
      onPortal({
        onFact: ({ topic }) => {
          if (topic === 'session') resolve();
        },
        onGap: () => undefined,
      }),
    );
    expect(await manager('DELETE', 'user/cn02001')).toMatchObject({ code: 200, data: null });
    await ended;
    await until(async () => (await callSms('GET', 'userInfo/getUserProfile', { headers })).code === 401, 20_000, 100);
    expect(await callSms('POST', 'signToken', { body: signInBody('cn02001', GOOD_PASSWORD) })).toMatchObject({
      code: 403,
      error: 'account_disabled',
    });
    expect(await stored('cn02001')).toMatchObject({ deletedAt: expect.any(Date) as Date });
    expect(await manager('POST', 'user/checkRepeat', { username: 'cn02001' })).toMatchObject({
      data: { exist: true, users: [] },
    });
    expect(await manager('POST', 'user/checkRepeat', { phone: phoneOf('cn02001') })).toMatchObject({
      data: { exist: false },
    });
    expect(await manager('PUT', 'user/branchUser', branchSave('cn02001'))).toMatchObject({ code: 409 });
    expect(await manager('DELETE', 'user/cn02001')).toMatchObject({ code: 404 });
    expect(await manager('GET', 'user/detail/cn02001')).toMatchObject({ code: 404 });
  });

  it('with all its sessions, however many a program has opened', async () => {
    expect(await manager('PUT', 'user/branchUser', branchSave('cn02002'))).toMatchObject({ code: 200 });
    await pool().query(
      `INSERT INTO session (id, username, access_hash, access_expire_at, refresh_hash, ip, user_agent, last_used_at, expire_at)
       SELECT 'many-' || n, 'cn02002', 'a' || n, now() + interval '1 hour', 'r' || n, '127.0.0.1', 'program', now(), now() + interval '1 day'
         FROM generate_series(1, 40000) n`,
    );
    expect(await manager('DELETE', 'user/cn02002')).toMatchObject({ code: 200 });
    expect(await db().session.count({ where: { username: 'cn02002', revokedAt: null } })).toBe(0);
  });

  it('never their own, the last of the head office, or one outside the scope', async () => {
    expect(await admin('DELETE', 'user/platformAdmin')).toMatchObject({ code: 409, message: '不能删除自己的账号' });
    expect(await manager('DELETE', 'user/branchManager')).toMatchObject({ code: 409 });
    expect(await manager('DELETE', 'user/customerElite')).toMatchObject({ code: 511 });
    expect(await manager('DELETE', 'user/platformAdmin')).toMatchObject({ code: 511 });
    expect(await manager('DELETE', 'user/nobody77')).toMatchObject({ code: 404 });
    expect(await call('branchDispatcher', 'DELETE', 'user/customerLite')).toMatchObject({ code: 403 });
    expect(await call('customerLite', 'DELETE', 'user/customerLite')).toMatchObject({ code: 403 });
  });

  it('of two head-office accounts that delete each other one stays', async () => {
    await admin(
      'PUT',
      'user',
      adminSave('hq_9', {
        user: { userType: 0 },
        belongBranch: '',
        selectProjectList: [],
        roleNameList: [{ roleName: 'role-platformAdmin' }],
      }),
    );
    await db().user.updateMany({
      where: { userType: 0, username: { notIn: ['platformAdmin', 'hq_9'] } },
      data: { enabled: false },
    });
    const own = bearer((await tokensOf('hq_9', GOOD_PASSWORD)).access_token);
    const answers = await Promise.all([
      admin('DELETE', 'user/hq_9'),
      callSms('DELETE', 'user/platformAdmin', { headers: own }),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await db().user.count({ where: { userType: 0, enabled: true, deletedAt: null } })).toBe(1);
    await db().user.updateMany({ where: { username: 'platformAdmin' }, data: { deletedAt: null } });
    await db().session.updateMany({ where: { username: 'platformAdmin' }, data: { revokedAt: null } });
  });
});

describe('a password is reset', () => {
  const reset = (name: string, username: string, password = 'Fresh-Start-7') =>
    call<Refusal>(name, 'POST', 'user/resetPw', { user: { username, password } });

  it('[USER-021] with ADMIN_RESET_PASSWORD only, for accounts of the scope that are not stronger', async () => {
    expect(await reset('branchDispatcher', 'customerLite')).toMatchObject({ code: 403 });
    expect(await reset('branchManager', 'customerElite')).toMatchObject({ code: 511 });
    expect(await reset('branchManager', 'platformAdmin')).toMatchObject({ code: 403 });
    expect(await reset('branchManager', 'nobody77')).toMatchObject({ code: 404 });
    expect(await reset('branchManager', 'customerLite', 'short')).toMatchObject({
      code: 400,
      data: { fieldErrors: { 'user.password': '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种' } },
    });
  });
  it('and the account is signed out and has to choose a new one', async () => {
    const headers = bearer((await tokensOf('customerEssence', PERSONA_PASSWORD)).access_token);
    expect(await reset('branchManager', 'customerEssence', ' Fresh Start 7 ')).toMatchObject({ code: 200 });
    await until(async () => (await callSms('GET', 'userInfo/getUserProfile', { headers })).code === 401, 20_000, 100);
    expect(await callSms('POST', 'signToken', { body: signInBody('customerEssence') })).toMatchObject({ code: 400 });
    // Spaces are part of a password (readings 66).
    expect(
      await callSms('POST', 'signToken', { body: signInBody('customerEssence', ' Fresh Start 7 ') }),
    ).toMatchObject({ code: 511, data: { needResetPassword: true } });
  });
});

describe('the audit log', () => {
  it('says what a save or a delete changed, without password and whole phone numbers', async () => {
    const phone = phoneOf('cn05001');
    const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`;
    expect(await manager('PUT', 'user/branchUser', branchSave('cn05001'))).toMatchObject({ code: 200 });
    const made = await auditedChange('createBranchUser');
    expect(made).toMatchObject({
      nickName: { before: null, after: '花园物业' },
      phone: { before: null, after: masked(phone) },
      branch: { before: null, after: 'B01' },
      roles: { before: [], after: ['LITE角色'] },
      projects: { before: [], after: ['P-1'] },
    });
    expect(JSON.stringify(made)).not.toMatch(new RegExp(`pass|argon|${phone}|${GOOD_PASSWORD}`, 'i'));

    const change = branchSave('cn05001', {
      user: { nickName: '新名', phone: '13912345678' },
      roleNameList: [{ roleName: 'ELITE角色' }],
      selectProjectList: ['P-2'],
      branchUserType: 3,
      modelType: 1,
    });
    expect(await manager('POST', 'user/branchUser', change)).toMatchObject({ code: 200 });
    expect(await auditedChange('updateBranchUser')).toEqual({
      nickName: { before: '花园物业', after: '新名' },
      phone: { before: masked(phone), after: '139****5678' },
      tier: { before: 1, after: 3 },
      roles: { before: ['LITE角色'], after: ['ELITE角色'] },
      projects: { before: ['P-1'], after: ['P-2'] },
    });
    expect(await manager('POST', 'user/branchUser', change)).toMatchObject({ code: 200 });
    expect(await auditedChange('updateBranchUser')).toBeNull();

    expect(await manager('DELETE', 'user/cn05001')).toMatchObject({ code: 200 });
    expect(await auditedChange('deleteUser')).toEqual({
      nickName: { before: '新名', after: null },
      phone: { before: '139****5678', after: null },
      userType: { before: 1, after: null },
    });
  });
});

describe('names beside the key', () => {
  it("that a path of ours holds are nobody's username", () => {
    const taken = OPERATIONS.map(({ path }) => path.split('/')).flatMap(([first, second]) =>
      first === 'user' && second && /^[A-Za-z0-9_]{4,16}$/.test(second) ? [second.toLowerCase()] : [],
    );
    expect(taken.filter((name) => !RESERVED_NAMES.has(name))).toEqual([]);
  });
});
