import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { grantApplication } from '@/lib/features/users/internal/grant';
import type { Actor } from '@/lib/platform/contract/actor';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { formOf, JPG, PDF, POLYGLOTS } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { branchSave, closeWorld, createAccountsWorld } from './support/world';

/** The invoice role: attachments, customers and the head office's approval. Customers T1 (P-1, P-2) and T2 (P-3). */

useFreshDatabase();
const dataDir = useDataDir();
beforeAll(async () => {
  await createAccountsWorld();
  await db().invoiceCustomer.createMany({
    data: [
      { taxId: 'T1', projectId: 'P-1', customerName: '静安物业' },
      { taxId: 'T1', projectId: 'P-2', customerName: '静安物业' },
      { taxId: 'T2', projectId: 'P-3', customerName: '朝阳置业' },
    ],
  });
});
beforeEach(resetLimits);
afterAll(closeWorld);

interface Envelope {
  code: number;
  message: string;
  error?: string;
  data: { path?: string; invoiceAttachmentPath?: string; fieldErrors?: Record<string, string> } | null;
}
const upload = async (
  name: string,
  file: { name: string; content: Uint8Array } | null,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Envelope> => {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/invoice`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)), ...headers },
      body: formOf(file, fields),
    }),
  );
  return (await response.json()) as Envelope;
};
const download = async (name: string, path: string) =>
  handleSms(
    new Request(`${ORIGIN}/sms/file/download/${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
    }),
  );
const pathOf = async (name: string, username: string) =>
  (await upload(name, { name: '审批单.pdf', content: PDF }, { username })).data?.path ?? '';
const withInvoice = (username: string, invoiceAttachmentPath: string, change: Record<string, unknown> = {}) =>
  branchSave(username, {
    roleNameList: [{ roleName: 'LITE角色' }, { roleName: '保养电子发票' }],
    invoiceAttachmentPath,
    invoiceUserList: [{ taxId: 'T1', customerName: '改名', projectNames: 'x', username }],
    ...change,
  });

describe('an attachment', () => {
  it('is kept outside the web under a random name and comes back as an attachment that runs nothing', async () => {
    const answer = await upload('branchManager', { name: '审批单.pdf', content: PDF }, { username: 'cn50001' });
    expect(answer).toMatchObject({
      code: 200,
      data: { path: expect.stringMatching(/^[A-Za-z0-9_-]{32}\.pdf$/) as string },
    });
    expect(answer.data?.invoiceAttachmentPath).toBe(answer.data?.path);
    const file = await download('branchManager', answer.data?.path ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) => [
          name,
          file.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*%E5%AE%A1%E6%89%B9%E5%8D%95\.pdf/);
    expect(await db().storedFile.findUniqueOrThrow({ where: { path: answer.data?.path ?? '' } })).toMatchObject({
      kind: 'invoice',
      name: '审批单.pdf',
      size: PDF.length,
      username: 'branchManager',
    });
    expect(readdirSync(join(dataDir.path, 'uploads/waiting'))).toEqual([]);
  });

  it.each([['a.exe', JPG] as const, ...Object.values(POLYGLOTS).map(({ name, content }) => [name, content] as const)])(
    '[USER-051] of another form is refused and leaves nothing: %s',
    async (name, content) => {
      const before = await db().storedFile.count();
      expect(await upload('branchManager', { name, content }, { username: 'cn50001' })).toMatchObject({
        code: 415,
        message: '所选文件格式不正确，请重新选择',
      });
      expect(await db().storedFile.count()).toBe(before);
      expect(readdirSync(join(dataDir.path, 'uploads/waiting'))).toEqual([]);
    },
  );

  it('[USER-052] of 10 MB is refused, one byte less is not', async () => {
    const of = (size: number) =>
      Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(size - PDF.length), PDF.subarray(-6)]);
    const tenMegabytes = 10 * 1024 * 1024;
    expect(
      await upload('branchManager', { name: 'a.pdf', content: of(tenMegabytes) }, { username: 'cn50001' }),
    ).toMatchObject({ code: 413, message: '所选文件大于10M，请重新选择' });
    expect(
      await upload('branchManager', { name: 'a.pdf', content: of(tenMegabytes - 1) }, { username: 'cn50001' }),
    ).toMatchObject({ code: 200 });
  });

  it('[USER-053] that could not be kept says so', async () => {
    process.env.DATA_DIR = join(dataDir.path, 'a-file');
    writeFileSync(process.env.DATA_DIR, '');
    resetConfig();
    expect(await upload('branchManager', { name: 'a.jpg', content: JPG }, { username: 'cn50001' })).toMatchObject({
      code: 500,
      message: '文件上传出错，请重新选择再上传',
    });
    process.env.DATA_DIR = dataDir.path;
    resetConfig();
  });

  it('is sent by those who make accounts only, for names in their scope or free ones', async () => {
    expect(await upload('customerLite', { name: 'a.jpg', content: JPG }, { username: 'cn50001' })).toMatchObject({
      code: 403,
    });
    expect(await upload('branchManager', { name: 'a.jpg', content: JPG }, { username: 'customerElite' })).toMatchObject(
      { code: 511 },
    );
    expect(await upload('branchManager', { name: 'a.jpg', content: JPG }, { username: '../../x' })).toMatchObject({
      code: 400,
    });
    expect(await upload('branchManager', null, { username: 'cn50001' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { file: '请选择文件' } },
    });
    expect(
      await upload(
        'branchManager',
        { name: 'a.jpg', content: JPG },
        { username: 'cn50001' },
        { authorization: '', cookie: 'sms_session=x' },
      ),
    ).toMatchObject({ code: 401 });
  });

  it('is seen in the scope of its account only; a path is no way through the disk', async () => {
    const path = await pathOf('platformAdmin', 'customerElite');
    expect((await download('platformAdmin', path)).status).toBe(200);
    expect((await download('branchManager', path)).status).toBe(511);
    expect((await download('customerLite', path)).status).toBe(403);
    for (const odd of ['x', `${'a'.repeat(32)}.pdf`, '..%2F..%2Fsecrets.json', '%2Fetc%2Fpasswd', '%00'])
      expect((await download('platformAdmin', odd)).status).toBeGreaterThanOrEqual(400);
    expect((await download('platformAdmin', '..%2F..%2Fsecrets.json')).status).toBe(404);
  });
});

describe('the customers', () => {
  it('[USER-049] of chosen projects come once, with the names of their projects', async () => {
    const customers = (name: string, body: object) => call(name, 'POST', 'user/getInvoiceCustomers', body);
    expect(await customers('branchManager', { projectIds: 'P-1,P-2' })).toMatchObject({
      code: 200,
      data: [{ taxId: 'T1', customerName: '静安物业', projectNames: '静安中心,徐汇广场', username: null }],
    });
    expect(await customers('branchManager', { projectIds: 'P-1,P-3' })).toMatchObject({ code: 511 });
    expect(await customers('branchManager', { projectIds: 'P-9' })).toMatchObject({ code: 404 });
    expect(await customers('branchManager', { projectIds: '' })).toMatchObject({ code: 400 });
  });
});

describe('the invoice role', () => {
  it('[USER-050] waits for the head office when a branch asks for it, with attachment and customers', async () => {
    const path = await pathOf('branchManager', 'cn50002');
    const answer = await call<{ approvalId: string }>(
      'branchManager',
      'PUT',
      'user/branchUser',
      withInvoice('cn50002', path),
    );
    expect(answer).toMatchObject({
      code: 200,
      data: { username: 'cn50002', approvalId: expect.any(String) as string },
    });
    const user = () =>
      db().user.findUniqueOrThrow({ where: { username: 'cn50002' }, include: { roles: true, invoices: true } });
    // The account exists at once, without what waits (readings 63).
    expect(await user()).toMatchObject({ roles: [{ role: 'LITE角色' }], invoices: [], invoiceAttachmentPath: null });
    const approval = await db().userApproval.findUniqueOrThrow({ where: { approvalId: answer.data.approvalId } });
    expect(approval).toMatchObject({
      kind: 'invoice',
      state: 'PENDING',
      applicant: 'branchManager',
      attachmentPath: path,
      branchCode: 'B01',
    });
    expect(JSON.stringify(approval.payload)).not.toMatch(/password/i);
    expect(await call('branchManager', 'GET', 'user/detail/cn50002')).toMatchObject({
      data: { pendingRoles: ['保养电子发票'], roleNameList: [{ roleName: 'LITE角色' }] },
    });
    expect(await db().storedFile.findUniqueOrThrow({ where: { path } })).toMatchObject({ username: 'cn50002' });

    // Asked again while it is open: one application, that says what was asked last; saving something else leaves it open.
    expect(
      await call('branchManager', 'POST', 'user/branchUser', { ...withInvoice('cn50002', path), modelType: 1 }),
    ).toMatchObject({ code: 200, data: { approvalId: answer.data.approvalId } });
    expect(
      await call('branchManager', 'POST', 'user/branchUser', {
        ...branchSave('cn50002', { user: { nickName: '新名' } }),
        modelType: 1,
      }),
    ).toMatchObject({ code: 200, data: null });
    expect(await db().userApproval.count({ where: { username: 'cn50002', state: 'PENDING' } })).toBe(1);

    const approver = {
      username: 'platformAdmin',
      userType: 0,
      authorities: new Set(['SUPER_MASTER']),
      branchName: 'admin',
      mappings: { projects: [], branches: [] },
      focus: null,
    } as unknown as Actor;
    await db().$transaction((sql) => grantApplication(sql, approver, approval));
    expect(await user()).toMatchObject({
      invoiceAttachmentPath: path,
      invoices: [{ taxId: 'T1', customerName: '静安物业', projectNames: '静安中心' }],
    });
    expect((await user()).roles.map(({ role }) => role).sort()).toEqual(['LITE角色', '保养电子发票'].sort());
    expect(await call('branchManager', 'POST', 'user/getInvoiceAttachment', { username: 'cn50002' })).toMatchObject({
      data: { invoiceAttachmentPath: path },
    });
    // Held already, it is saved without asking again; taken away, its customers go too.
    expect(
      await call('branchManager', 'POST', 'user/branchUser', { ...branchSave('cn50002'), modelType: 1 }),
    ).toMatchObject({ code: 200 });
    expect(await user()).toMatchObject({ roles: [{ role: 'LITE角色' }], invoices: [], invoiceAttachmentPath: null });
  });

  it('takes effect at once when the head office gives it', async () => {
    const path = await pathOf('platformAdmin', 'cn50003');
    const { branchUserType: _type, ...save } = withInvoice('cn50003', path);
    expect(await call('platformAdmin', 'PUT', 'user', save)).toMatchObject({ code: 200 });
    expect(
      await db().user.findUniqueOrThrow({ where: { username: 'cn50003' }, include: { invoices: true } }),
    ).toMatchObject({ invoiceAttachmentPath: path, invoices: [{ taxId: 'T1', customerName: '静安物业' }] });
  });

  it("is not asked for with another one's paper, customers of other projects or nothing at all", async () => {
    const foreign = await pathOf('platformAdmin', 'customerElite');
    expect(await call('branchManager', 'PUT', 'user/branchUser', withInvoice('cn50004', foreign))).toMatchObject({
      code: 511,
    });
    expect(await call('branchManager', 'PUT', 'user/branchUser', withInvoice('cn50004', 'x'))).toMatchObject({
      code: 400,
      data: { fieldErrors: { invoiceAttachmentPath: '内容不正确' } },
    });
    const own = await pathOf('branchManager', 'cn50004');
    expect(
      await call(
        'branchManager',
        'PUT',
        'user/branchUser',
        withInvoice('cn50004', own, { invoiceUserList: [{ taxId: 'T2' }] }),
      ),
    ).toMatchObject({ code: 400, data: { fieldErrors: { invoiceUserList: '内容不正确' } } });
    expect(await db().user.count({ where: { username: 'cn50004' } })).toBe(0);
    expect(await db().storedFile.findUniqueOrThrow({ where: { path: own } })).toMatchObject({
      username: 'branchManager',
    });
  });
});

describe('hostile input', () => {
  const ODD: unknown[] = [
    { $ne: null },
    { contains: '' },
    { gt: '' },
    [],
    [[]],
    ['x', 'y'],
    7,
    true,
    { toString: 'x' },
    'a\u0000b',
    'x'.repeat(5000),
    "' OR 1=1 --",
    { in: ['platformAdmin'] },
    { set: 0 },
  ];
  const TARGETS: [string, string, string, (odd: unknown) => unknown][] = [
    ['queryUsers keyword', 'POST', 'user/query', (odd) => ({ keyword: odd })],
    ['queryUsers startDate', 'POST', 'user/query', (odd) => ({ startDate: odd })],
    ['queryUsers branchCodes', 'POST', 'user/query', (odd) => ({ branchCodes: odd })],
    ['queryUsers status', 'POST', 'user/query', (odd) => ({ status: odd })],
    ['queryUsers customerType', 'POST', 'user/query', (odd) => ({ customerType: odd })],
    ['queryUsers sortField', 'POST', 'user/query', (odd) => ({ sortField: odd })],
    ['queryUserEquipment username', 'POST', 'user/queryEquipment', (odd) => ({ username: odd })],
    ['listUserMappings username', 'POST', 'userMapping/listByUsername', (odd) => ({ username: odd })],
    ['checkUserRepeat username', 'POST', 'user/checkRepeat', (odd) => ({ username: odd })],
    ['checkExistingCustomer user', 'POST', 'user/checkExistingCustomer', (odd) => ({ user: odd })],
    ['resetPassword user', 'POST', 'user/resetPw', (odd) => ({ user: { username: odd, password: 'Fresh-Start-7' } })],
    ['getInvoiceCustomers projectIds', 'POST', 'user/getInvoiceCustomers', (odd) => ({ projectIds: odd })],
    ...[
      'username',
      'nickName',
      'phone',
      'email',
      'password',
      'customerType',
      'projectbranchType',
      'userType',
      'branchCode',
    ].map((field): [string, string, string, (odd: unknown) => unknown] => [
      `createUser user.${field}`,
      'PUT',
      'user',
      (odd) => branchSave('cn60001', { user: { [field]: odd, ...(field === 'nickName' ? {} : { nickName: '!' }) } }),
    ]),
    ...[
      'user',
      'roleNameList',
      'userMappingList',
      'belongBranch',
      'selectProjectList',
      'invoiceUserList',
      'invoiceAttachmentPath',
      'modelType',
    ].map((field): [string, string, string, (odd: unknown) => unknown] => [
      `createUser ${field}`,
      'PUT',
      'user',
      (odd) => ({ ...branchSave('cn60001', { user: { nickName: '!' } }), [field]: odd }),
    ]),
  ];
  it.each(TARGETS)('is a refusal or a plain answer, never a failure: %s', async (_, method, path, body) => {
    for (const odd of ODD) {
      const { code } = await call('platformAdmin', method, path, body(odd));
      if (code >= 500) throw new Error(`${code} for ${JSON.stringify(odd).slice(0, 60)}`);
    }
    expect(await db().user.count({ where: { username: 'cn60001' } })).toBe(0);
    resetLimits();
  });
});
