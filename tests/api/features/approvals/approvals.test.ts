import { remindOfApprovals } from '@/lib/features/approvals/internal/remind-of-approvals';
import type { ApprovalDetail, ApprovalRow } from '@/lib/features/approvals/contract';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** What branches ask for and the head office decides. The rows are those that the user dialogs write. */

useFreshDatabase();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  await createPersonas();
  await db().role.create({ data: { role: 'R-asked', description: 'asked for', branchAssignable: true } });
});
beforeEach(async () => {
  resetRateLimits();
  await db().userApproval.deleteMany();
  await db().notification.deleteMany();
  await db().userRole.deleteMany({ where: { role: 'R-asked' } });
});
afterAll(closePortal);

const ask = (rest: object = {}) =>
  db().userApproval.create({
    data: {
      approvalId: `A-${Math.random().toString(36).slice(2)}`,
      kind: 'role',
      applicant: 'branchManager',
      username: 'customerLite',
      branchCode: 'B01',
      state: 'PENDING',
      payload: {
        user: { username: 'customerLite', nickName: '李强', phone: '13812345678' },
        roleNameList: [{ username: 'customerLite', roleName: 'R-asked' }],
        selectProjectList: ['P-1'],
        invoiceUserList: [],
        branchUserType: 1,
      },
      ...rest,
    },
  });
const post = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object = {}) =>
  call<T>(name, 'POST', `user/approval/${path}`, body);
const query = async (name: PersonaName, filters: object = {}) =>
  (await post<{ records: ApprovalRow[] }>(name, 'query', filters)).data.records;
const roles = async () =>
  (await db().userRole.findMany({ where: { username: 'customerLite' }, select: { role: true } })).map(
    ({ role }) => role,
  );

it('the list is for head office and branches, each in its scope, with masked phones', async () => {
  const { approvalId } = await ask();
  await ask({
    branchCode: 'B02',
    applicant: 'platformAdmin',
    kind: 'invoice',
    state: 'AUTO',
    username: 'customerElite',
    payload: { user: { nickName: '陈晓东', phone: '13900000000' } },
  });
  expect(await post('customerLite', 'query')).toMatchObject({ code: 403 });
  expect(await query('branchManager')).toEqual([
    expect.objectContaining({
      approvalId,
      nickName: '李强',
      phone: '138****5678',
      branchName: '上海分公司',
      branchUserType: 1,
      roleNames: ['R-asked'],
      projectTotal: 1,
      state: 'PENDING',
      overdue: false,
    }),
  ]);
  const found = async (filters: object) => (await query('platformAdmin', filters)).map(({ username }) => username);
  expect(await found({})).toHaveLength(2);
  for (const filters of [
    { key: '李强' },
    { key: '5678' },
    { key: '13812345678' },
    { key: 'customerL' },
    { kind: 'role' },
    { state: 'PENDING' },
    { branchCode: 'B01' },
  ])
    expect([filters, await found(filters)]).toEqual([filters, ['customerLite']]);
});

it('one application shows what it asks for and who else uses the phone, without a password', async () => {
  const { approvalId } = await ask();
  await db().user.update({ where: { username: 'branchDispatcher' }, data: { phone: '13812345678' } });
  const { data } = await call<ApprovalDetail>('branchManager', 'GET', `user/approval/${approvalId}`);
  expect(data.payload).toEqual({
    roleNameList: [{ roleName: 'R-asked' }],
    projects: [{ projectId: 'P-1', projectName: '静安中心' }],
    invoiceCustomers: [],
  });
  expect(data.existing).toEqual([expect.objectContaining({ username: 'branchDispatcher' })]);
  const far = await ask({ branchCode: 'B02', applicant: 'platformAdmin' });
  expect(await call('branchManager', 'GET', `user/approval/${far.approvalId}`)).toMatchObject({ code: 511 });
});

it('a project that was deleted since leaves the application nameless', async () => {
  const { approvalId } = await ask();
  const namesFor = async (name: PersonaName) =>
    (await call<ApprovalDetail>(name, 'GET', `user/approval/${approvalId}`)).data.payload.projects.map(
      ({ projectName }) => projectName,
    );
  expect([await namesFor('branchManager'), await namesFor('platformAdmin')]).toEqual([['静安中心'], ['静安中心']]);
  await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: new Date() } });
  expect([await namesFor('branchManager'), await namesFor('platformAdmin')]).toEqual([[], []]);
  await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: null } });
});

it('approving gives the roles and says so to the applicant, once', async () => {
  const { approvalId } = await ask();
  expect(await post('branchManager', 'approve', { approvalId })).toMatchObject({ code: 403 });
  expect(await post('platformAdmin', 'approve', { approvalId, comment: '同意' })).toMatchObject({ code: 200 });
  expect(await roles()).toContain('R-asked');
  // Whose name is none of the applicant's is not said (readings 269).
  for (const [who, approver] of [
    ['branchManager', null],
    ['platformAdmin', 'platformAdmin'],
  ] as const)
    expect(await query(who)).toEqual([expect.objectContaining({ state: 'APPROVED', approver, comment: '同意' })]);
  expect(await db().notification.findMany()).toEqual([
    expect.objectContaining({
      username: 'branchManager',
      subType: 'account',
      message: '账号customerLite的申请已通过。',
    }),
  ]);
  expect(await post('platformAdmin', 'reject', { approvalId, comment: 'x' })).toMatchObject({
    code: 409,
    message: '该申请已处理',
  });
});

it('two decisions at once: one holds', async () => {
  const { approvalId } = await ask();
  const answers = await Promise.all([
    post('platformAdmin', 'approve', { approvalId }),
    post('platformAdmin', 'reject', { approvalId, comment: '不同意' }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  const [row] = await query('platformAdmin');
  expect((await roles()).includes('R-asked')).toBe(row?.state === 'APPROVED');
});

it('nothing is half given: an account that is gone keeps the application waiting', async () => {
  const { approvalId } = await ask({ username: 'nobody' });
  expect(await post('platformAdmin', 'approve', { approvalId })).toMatchObject({ code: 404 });
  expect(await query('platformAdmin')).toEqual([expect.objectContaining({ state: 'PENDING' })]);
});

it('rejecting needs a reason; nobody decides on an own application', async () => {
  const { approvalId } = await ask();
  expect(await post('platformAdmin', 'reject', { approvalId, comment: ' ' })).toMatchObject({
    code: 400,
    message: '请输入驳回原因',
  });
  expect(await post('platformAdmin', 'reject', { approvalId, comment: '资料不全' })).toMatchObject({ code: 200 });
  expect(await roles()).not.toContain('R-asked');
  const own = await ask({ applicant: 'platformAdmin' });
  for (const [path, body] of [
    ['approve', {}],
    ['reject', { comment: 'x' }],
  ] as const)
    expect(await post('platformAdmin', path, { approvalId: own.approvalId, ...body })).toMatchObject({
      code: 403,
      message: '不能审批自己的申请',
    });
});

it('the applicant takes back what still waits, nobody else does', async () => {
  const { approvalId } = await ask();
  expect(await post('branchDispatcher', 'withdraw', { approvalId })).toMatchObject({ code: 511 });
  expect(await post('branchManager', 'withdraw', { approvalId })).toMatchObject({ code: 200 });
  expect(await query('branchManager')).toEqual([expect.objectContaining({ state: 'WITHDRAWN' })]);
  expect(await post('branchManager', 'withdraw', { approvalId })).toMatchObject({ code: 409 });
});

it('head office is reminded after 30 days, once, and nothing is decided by itself', async () => {
  await ask({ createDate: new Date(Date.now() - 31 * DAY_MS) });
  await ask({ createDate: new Date(Date.now() - 29 * DAY_MS) });
  const held = await db().userRole.findMany({ where: { username: 'platformAdmin' }, select: { role: true } });
  await db().user.create({
    data: {
      username: 'left',
      usernameLower: 'left',
      nickName: 'left',
      passwordHash: 'x',
      passwordAt: new Date(),
      userType: 0,
      enabled: false,
      roles: { create: held },
    },
  });
  expect(await remindOfApprovals(Date.now())).toBe(1);
  expect(await remindOfApprovals(Date.now())).toBe(0);
  expect(await db().notification.findMany()).toEqual([
    expect.objectContaining({
      username: 'platformAdmin',
      message: '账号customerLite的申请已等待超过30天，请尽快审批。',
    }),
  ]);
  expect((await query('platformAdmin')).map(({ state, overdue }) => [state, overdue])).toEqual(
    expect.arrayContaining([
      ['PENDING', true],
      ['PENDING', false],
    ]),
  );
});
