import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { call, forgetTokens, headersOf, resetLimits } from '../../support/callers';
import type { PersonaName } from '../../support/personas';
import { callSms } from '../../support/sms-client';
import { quickHash } from '../../support/quick-hash';
import { adminSave, branchSave, createAccountsWorld } from '../features/users/support/world';
import { useFreshDatabase } from '../support/database';

/** Forms with more in them than they ask for: every column of an account, in every spelling, in every operation that writes one. */

useFreshDatabase();
beforeAll(async () => {
  await createAccountsWorld();
  await db().user.updateMany({
    where: { username: { in: ['customerLite', 'branchDispatcher'] } },
    data: { phone: '13900000001' },
  });
});
beforeEach(async () => {
  resetLimits();
  await pool().query('DELETE FROM rate_counter');
});
afterAll(closePortal);

/** What somebody would like to be, by column; a column that is added is tried with the word. */
const WISHES: Readonly<Record<string, unknown>> = {
  userType: 0,
  customerType: 1,
  projectbranchType: 2,
  tier: 3,
  branchCode: 'B02',
  enabled: true,
  mustReset: false,
  accessVersion: -1,
  deletedAt: null,
  passwordHash: '$argon2id$v=19$m=1,t=1,p=1$eA$eA',
  passwordAt: '2000-01-01T00:00:00Z',
  createDate: '2000-01-01T00:00:00Z',
  updateDate: '2000-01-01T00:00:00Z',
  lastSignInAt: '2000-01-01T00:00:00Z',
  lastActiveDay: '2000-01-01',
  noticeDelay: 10,
  searchGrams: ['x'],
};
/** Columns that these forms are for. */
const ASKED = new Set([
  'username',
  'usernameLower',
  'nickName',
  'email',
  'phone',
  'inspection',
  'contract',
  'invoiceAttachmentPath',
]);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMNS = Object.keys(Prisma.UserScalarFieldEnum).filter((name) => !ASKED.has(name));
const MORE: Record<string, unknown> = {
  ...Object.fromEntries(
    COLUMNS.flatMap((name) => [
      [name, WISHES[name] ?? 'wished'],
      [snake(name), WISHES[name] ?? 'wished'],
    ]),
  ),
  branchName: 'admin',
  belongBranch: 'B02',
  branch: { connect: { branchCode: 'B02' } },
  roles: { create: [{ role: '超级管理员' }] },
  role: '超级管理员',
  authority: ['SUPER_MASTER'],
  authorities: ['SUPER_MASTER'],
  mappings: { create: [{ type: 1, mappingId: 'P-3' }] },
  mapping: ['P-3'],
  isAdmin: true,
  admin: true,
  superMaster: true,
  'user[userType]': 0,
  'user.userType': 0,
  usertype: 0,
  UserType: 0,
  data: { userType: 0 },
  update: { userType: 0 },
  $set: { userType: 0 },
  sessions: { deleteMany: {} },
};
/** These are fields of the save dialogs; what may stand in them is asked for one by one below. */
const {
  userType: _type,
  customerType: _customer,
  projectbranchType: _kind,
  branchCode: _branch,
  belongBranch: _belong,
  ...UNKNOWN
} = MORE;
const LISTS = {
  roleNameList: [{ roleName: '超级管理员' }],
  userMappingList: [
    { mappingId: 'P-3', type: 1 },
    { mappingId: 'B02', type: 2 },
  ],
  selectProjectList: ['P-3'],
};

const stateOf = async (username: string) => {
  const {
    updateDate: _date,
    accessVersion: _version,
    lastActiveDay: _day,
    lastSignInAt: _signIn,
    nickName: _nick,
    email: _email,
    phone: _phone,
    inspection: _inspection,
    contract: _contract,
    searchGrams: _grams,
    ...row
  } = await db().user.findUniqueOrThrow({
    where: { username },
    include: {
      roles: { orderBy: { role: 'asc' } },
      mappings: { orderBy: { mappingId: 'asc' }, select: { type: true, mappingId: true } },
      invoices: true,
    },
  });
  return row;
};
/** All others; when they were last there changes by their being there. */
const everybodyElse = async (...but: string[]) => {
  const rows = await db().user.findMany({
    where: { username: { notIn: but } },
    orderBy: { username: 'asc' },
    omit: { lastActiveDay: true, lastSignInAt: true, updateDate: true },
    include: { roles: true, mappings: true },
  });
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
};

it('every operation that writes an account is among those below', () => {
  const writers = OPERATIONS.filter(
    ({ scope, method, path, audit }) =>
      method !== 'GET' &&
      ['usr', 'self', '-'].includes(scope) &&
      /^(user|userInfo)(\/|$)/.test(path) &&
      audit !== undefined &&
      ['create', 'update', 'delete'].includes(audit),
  ).map(({ name }) => name);
  const others = [
    'saveFeedback',
    'replyFeedback',
    'approveApproval',
    'rejectApproval',
    'withdrawApproval',
    'saveStrategy',
    'deleteStrategy',
    'createLoginLink',
    'deleteUser',
    // Writes to people, and nothing about them.
    'sendMessage',
  ];
  expect(writers.filter((name) => !others.includes(name)).sort()).toEqual([
    'changePassword',
    'changePasswordByCode',
    'createBranchUser',
    'createUser',
    'resetPassword',
    'saveUser',
    'updateBranchUser',
    'updateProfile',
    'updateUser',
  ]);
});

describe('their own profile', () => {
  it.each(
    ['userInfo/updateProfile', 'user/saveUser'].flatMap((path) =>
      (['customerLite', 'branchDispatcher'] as const).map((who) => [path, who] as const),
    ),
  )('%s changes name, address and reminders of %s and nothing else', async (path, who) => {
    const [before, others] = [await stateOf(who), await everybodyElse(who)];
    const user = { nickName: '新昵称', email: 'new@example.com', phone: '13900000001', inspection: 20, contract: 40 };
    const answer = await call(who, 'POST', path, {
      ...MORE,
      ...LISTS,
      username: 'platformAdmin',
      user: { ...MORE, ...LISTS, ...user, username: 'platformAdmin' },
    });
    expect(answer.code).toBe(200);
    expect(await stateOf(who)).toEqual(before);
    expect(await db().user.findUniqueOrThrow({ where: { username: who } })).toMatchObject(user);
    expect(await everybodyElse(who)).toBe(others);
  });

  it('user/updatePw changes a password and nothing else', async () => {
    const [before, others] = [await stateOf('customerEssence'), await everybodyElse('customerEssence')];
    const answer = await callSms('POST', 'user/updatePw', {
      headers: await headersOf('customerEssence'),
      body: {
        ...MORE,
        ...LISTS,
        user: { ...MORE, ...LISTS, username: 'customerEssence', password: 'Persona-Test-1' },
        newPassword: 'Another-Word-2',
      },
    });
    expect(answer.code).toBe(200);
    const { passwordHash: _hash, passwordAt: _at, ...after } = await stateOf('customerEssence');
    expect(after).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'passwordHash' && name !== 'passwordAt')),
    );
    expect(await everybodyElse('customerEssence')).toBe(others);
  });

  it('user/resetPw and user/changePasswordByCode give no more than a password to renew', async () => {
    const before = await stateOf('customerLite');
    expect(
      (
        await call('branchManager', 'POST', 'user/resetPw', {
          ...MORE,
          ...LISTS,
          user: { ...MORE, ...LISTS, username: 'customerLite', password: 'Fresh-Start-7' },
        })
      ).code,
    ).toBe(200);
    const after = await stateOf('customerLite');
    expect({ ...after, passwordHash: '', passwordAt: '', mustReset: true }).toEqual({
      ...before,
      passwordHash: '',
      passwordAt: '',
      mustReset: true,
    });
    expect(
      (
        await callSms('POST', 'user/changePasswordByCode', {
          body: {
            ...MORE,
            ...LISTS,
            username: 'customerLite',
            serialNo: 'x',
            code: '000000',
            newPassword: 'Fresh-Start-8',
          },
        })
      ).code,
    ).toBe(400);
    expect(await stateOf('customerLite')).toEqual(after);
    await db().user.update({
      where: { username: 'customerLite' },
      data: { passwordHash: await quickHash('Persona-Test-1'), mustReset: false },
    });
  });
});

describe('an account that is saved', () => {
  const cases: readonly [string, PersonaName, string, (name: string) => Record<string, unknown>][] = [
    ['user/branchUser', 'branchManager', 'cn70001', branchSave],
    ['user', 'platformAdmin', 'cn70002', adminSave],
  ];
  it.each(cases)(
    'PUT and POST %s by %s: what the form has no field for is not read',
    async (path, who, username, save) => {
      const plain = save(username) as { user: object };
      const others = await everybodyElse(username);
      const created = await call(who, 'PUT', path, {
        ...UNKNOWN,
        ...plain,
        user: { ...UNKNOWN, ...LISTS, ...plain.user },
      });
      expect([created.code, created.message]).toEqual([200, expect.any(String)]);
      const made = await stateOf(username);
      expect(made).toMatchObject({
        userType: 1,
        customerType: 2,
        tier: 1,
        branchCode: 'B01',
        enabled: true,
        mustReset: expect.any(Boolean) as boolean,
        createBy: who,
        roles: [{ role: 'LITE角色' }],
        mappings: [{ type: 1, mappingId: 'P-1' }],
      });
      expect([
        made.passwordHash === WISHES.passwordHash,
        made.createDate.getUTCFullYear() > 2000,
        made.noticeDelay,
      ]).toEqual([false, true, 0]);
      expect(
        (
          await call(who, 'POST', path, {
            ...UNKNOWN,
            ...plain,
            modelType: 1,
            user: { ...UNKNOWN, ...LISTS, ...plain.user },
          })
        ).code,
      ).toBe(200);
      expect(await stateOf(username)).toEqual(made);
      expect(await everybodyElse(username)).toBe(others);
    },
  );

  /** Fields that the form has, with what a branch may not give; answered by a refusal or without effect. */
  const more: readonly [string, Record<string, unknown>, number][] = [
    ['a head-office account', { user: { userType: 0 } }, 200],
    ['a branch user', { user: { projectbranchType: 2, userType: 2 } }, 200],
    ["another branch beside the form's", { user: { branchCode: 'B02' } }, 200],
    ['a role of the head office', { roleNameList: [{ roleName: 'LITE角色' }, { roleName: '超级管理员' }] }, 403],
    ["a manager's role", { roleNameList: [{ roleName: '分公司经理' }] }, 403],
    ["somebody's own role", { roleNameList: [{ roleName: 'role-platformAdmin' }] }, 403],
    ['a role for somebody else', { roleNameList: [{ roleName: 'LITE角色', username: 'branchManager' }] }, 200],
    ['another branch', { belongBranch: 'B02' }, 511],
    ['a project of another branch', { selectProjectList: ['P-1', 'P-3'] }, 511],
    ['a project by mapping', { userMappingList: [{ mappingId: 'P-3', type: 1 }] }, 511],
    ['a branch by mapping', { userMappingList: [{ mappingId: 'B01', type: 2 }] }, 200],
    ['a tier beyond its role', { branchUserType: 3 }, 200],
    ['a kind that is none', { branchUserType: 0 }, 400],
  ];
  it.each(more)('by a branch with %s', async (_what, { user, ...rest }, code) => {
    const username = `cn71${String(more.findIndex(([what]) => what === _what)).padStart(3, '0')}`;
    const others = await everybodyElse(username);
    const answer = await call(
      'branchManager',
      'PUT',
      'user/branchUser',
      branchSave(username, { ...(user ? { user: user as object } : {}), ...rest }),
    );
    expect(answer.code).toBe(code);
    expect(await everybodyElse(username)).toBe(others);
    if (code !== 200) return expect(await db().user.count({ where: { username } })).toBe(0);
    expect(await stateOf(username)).toMatchObject({
      userType: 1,
      projectbranchType: 1,
      tier: 1,
      branchCode: 'B01',
      roles: [{ role: 'LITE角色' }],
      mappings: [{ type: 1, mappingId: 'P-1' }],
    });
  });

  it("by an update: an account of the branch becomes no stronger, and no other's", async () => {
    expect((await call('branchManager', 'PUT', 'user/branchUser', branchSave('cn72001'))).code).toBe(200);
    const before = await stateOf('cn72001');
    for (const [, { user, ...rest }, code] of more.filter(([, , wanted]) => wanted !== 200)) {
      expect(
        (
          await call('branchManager', 'POST', 'user/branchUser', {
            ...branchSave('cn72001', { ...(user ? { user: user as object } : {}), ...rest }),
            modelType: 1,
          })
        ).code,
      ).toBe(code);
      expect(await stateOf('cn72001')).toEqual(before);
    }
  });
});

it("a wall, an application, a feedback are the caller's, whoever the body names", async () => {
  forgetTokens();
  const application = await call<{ applyId: string }>('customerLite', 'POST', 'campusviewapply/saveOrUpdateApply', {
    ...MORE,
    applyUsername: '李强',
    applyPhone: '13812345678',
    description: '大屏',
    username: 'platformAdmin',
    status: 'ENABLED',
    validUntil: '2099-01-01',
    tabs: ['callback'],
    handledBy: 'platformAdmin',
  });
  expect(await db().campusApply.findUniqueOrThrow({ where: { applyId: application.data.applyId } })).toMatchObject({
    username: 'customerLite',
    branchCode: 'B01',
    status: 'NEW',
    validUntil: null,
    tabs: null,
    handledBy: null,
  });
  const feedback = await call<{ feedbackId: string }>('customerLite', 'POST', 'user/feedback/save', {
    ...MORE,
    type: 'problem',
    content: '门一直不关',
    username: 'platformAdmin',
    state: 'CLOSED',
    assignee: 'platformAdmin',
    source: 'App',
  });
  expect(await db().userFeedback.findUniqueOrThrow({ where: { feedbackId: feedback.data.feedbackId } })).toMatchObject({
    username: 'customerLite',
    branchCode: 'B01',
    state: 'NEW',
    assignee: null,
  });
});
