import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { quickHash } from '../../../support/quick-hash';
import { useFreshDatabase } from '../../support/database';

/** Master data from a partner system: who may send it, what becomes of each row. */

useFreshDatabase();
const SECRET = 'Partner-Secret-1';
const basic = (partnerId: string, secret = SECRET) => ({
  authorization: `Basic ${Buffer.from(`${partnerId}:${secret}`).toString('base64')}`,
});

beforeAll(async () => {
  await createPersonas();
  const secretHash = await quickHash(SECRET);
  await db().partner.createMany({
    data: [
      { partnerId: 'erp', name: 'ERP', secretHash, scopes: ['import'] },
      { partnerId: 'other', name: 'Other', secretHash, scopes: ['token'] },
      { partnerId: 'off', name: 'Off', secretHash, scopes: ['import'], enabled: false },
    ],
  });
});
beforeEach(resetRateLimits);
afterAll(closePortal);

type Result = { created: number; updated: number; unchanged: number; failed: { index: number; message: string }[] };
const send = (entity: string, rows: unknown, headers: Record<string, string> = basic('erp')) =>
  callSms<Result>('POST', 'integration/upsert', { body: { entity, rows }, headers });
const result = async (entity: string, ...rows: object[]) => (await send(entity, rows)).data;
const project = (projectId: string) => db().project.findUnique({ where: { projectId } });
const row = (projectId: string, rest: object = {}) => ({
  projectId,
  branchCode: 'B01',
  projectName: `项目${projectId}`,
  ...rest,
});

describe('who may send', () => {
  it('is a partner with the scope import, and nobody else', async () => {
    expect(await send('branch', [{ branchCode: 'B03', branchName: '广州' }], {})).toMatchObject({ code: 401 });
    expect(await send('branch', [{ branchCode: 'B03', branchName: '广州' }], basic('erp', 'wrong'))).toMatchObject({
      code: 401,
    });
    expect(await send('branch', [{ branchCode: 'B03', branchName: '广州' }], basic('off'))).toMatchObject({
      code: 401,
    });
    expect(await send('branch', [{ branchCode: 'B03', branchName: '广州' }], basic('other'))).toMatchObject({
      code: 403,
      error: 'access_denied',
    });
    expect(
      await send('branch', [{ branchCode: 'B03', branchName: '广州' }], bearer(await sessionOf('platformAdmin'))),
    ).toMatchObject({ code: 401 });
    expect(await db().branch.count({ where: { branchCode: 'B03' } })).toBe(0);
  });
  it('sends 1 to 500 rows of an entity that exists', async () => {
    expect(await send('user', [{ username: 'x' }])).toMatchObject({ code: 400 });
    expect(await send('project', [])).toMatchObject({ code: 400 });
    expect(
      await send(
        'project',
        Array.from({ length: 501 }, (_, index) => row(`M-${index}`)),
      ),
    ).toMatchObject({ code: 400 });
    expect(await send('project', ['x'])).toMatchObject({ code: 400 });
  });
});

describe('branches and key accounts', () => {
  it('are added, changed, and left alone when nothing is new', async () => {
    expect(
      await result(
        'branch',
        { branchCode: 'B03', branchId: '300', branchName: '广州分公司', branchFullName: '某某电梯广州分公司' },
        { branchCode: 'B01', branchName: '上海公司' },
      ),
    ).toEqual({ created: 1, updated: 1, unchanged: 0, failed: [] });
    expect(await db().branch.findUnique({ where: { branchCode: 'B01' } })).toMatchObject({
      branchName: '上海公司',
      branchId: 'B01',
      branchFullName: '上海分公司',
    });
    expect(await result('branch', { branchCode: 'B03', branchName: '广州分公司' })).toMatchObject({ unchanged: 1 });
    expect(await result('keyAccount', { kaId: 'KA1', name: '大客户' }, { kaId: 'KA1', name: '大客户' })).toMatchObject({
      created: 1,
      unchanged: 1,
    });
  });
});

describe('projects', () => {
  it('become SAP projects; good rows are kept when others fail, and each refusal names its row', async () => {
    expect(
      await result(
        'project',
        row('S-1', { tplnr: 'CN-1', kaId: 'KA1', headerconttracts: 'H1', autoCreate: '0', equipmentTotal: 9 }),
        row('S-2', { branchCode: 'B99' }),
        row('bad id'),
        row('P-1'),
        row('S-3', { mobile: '12' }),
        row('S-4', { kaId: 'KA9' }),
        { projectId: 'S-5' },
      ),
    ).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      failed: [
        { index: 1, message: '分公司B99不存在' },
        { index: 2, message: 'projectId: 编号格式不正确（只含字母、数字和 _ . -，最多 40 个字符）' },
        { index: 3, message: '项目P-1由人工维护，不能导入' },
        { index: 4, message: 'mobile: 请输入正确手机号' },
        { index: 5, message: '大客户KA9不存在' },
        { index: 6, message: 'branchCode: 必填；projectName: 必填' },
      ],
    });
    expect(await project('S-1')).toMatchObject({
      projectName: '项目S-1',
      tplnr: 'CN-1',
      autoCreate: '1',
      equipmentTotal: 0,
      kaId: 'KA1',
      createBy: 'erp',
    });
    expect((await project('P-1'))?.projectName).toBe('静安中心');
  });
  it('older rows change nothing; absent fields stay, null clears', async () => {
    await result('project', row('S-6', { tplnr: 'CN-6', address: '路', updatedAt: '2026-03-01 10:00:00' }));
    expect(
      await result('project', row('S-6', { projectName: '旧名', updatedAt: '2026-02-01 10:00:00' })),
    ).toMatchObject({ unchanged: 1 });
    expect(
      await result('project', row('S-6', { projectName: '新名', address: null, updatedAt: '2026-03-02T02:00:00Z' })),
    ).toMatchObject({ updated: 1 });
    expect(await project('S-6')).toMatchObject({
      projectName: '新名',
      tplnr: 'CN-6',
      address: null,
      updatedAt: new Date('2026-03-02T02:00:00Z'),
    });
    expect(
      await result('project', row('S-6', { projectName: '新名', address: null, updatedAt: '2026-03-05 10:00:00' })),
    ).toMatchObject({ unchanged: 1 });
    expect(
      await result(
        'project',
        row('S-7', { projectName: '后', updatedAt: '2026-03-02 00:00:00' }),
        row('S-7', { projectName: '前', updatedAt: '2026-03-01 00:00:00' }),
      ),
    ).toMatchObject({ created: 1, unchanged: 1 });
    expect((await project('S-7'))?.projectName).toBe('后');
  });
  it('may share a name; leave with their units when SAP deletes them, and come back', async () => {
    expect(
      await result('project', row('S-8', { projectName: '同名' }), row('S-9', { projectName: '同名' })),
    ).toMatchObject({ created: 2 });
    expect(await result('projectEquipment', { projectId: 'S-9', equipmentNo: 'E-3' })).toMatchObject({ created: 1 });
    await db().userMapping.create({ data: { username: 'customerLite', type: 1, mappingId: 'S-9' } });
    const see = async () =>
      (await callSms('GET', 'equipment/E-3', { headers: bearer(await sessionOf('customerLite')) })).code;
    expect(await see()).toBe(200);
    expect(
      await result('project', row('S-9', { projectName: '同名', deletedAt: '2026-03-01 00:00:00' })),
    ).toMatchObject({ updated: 1 });
    expect(await project('S-9')).toMatchObject({ deletedAt: expect.any(Date) as Date, equipmentTotal: 0 });
    expect(await see()).toBe(511);
    expect(await result('project', row('S-9', { projectName: '同名', deletedAt: null }))).toMatchObject({ updated: 1 });
    expect((await project('S-9'))?.deletedAt).toBeNull();
  });
});

describe('units and invoice customers of projects', () => {
  it('are linked and taken out; counts follow; links made by hand are not touched', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { cubeNo: 'EC-2' } });
    expect(
      await result(
        'projectEquipment',
        { projectId: 'S-1', equipmentNo: 'E-1' },
        { projectId: 'S-1', equipmentNo: 'E-2' },
        { projectId: 'S-1', equipmentNo: 'E-1' },
        { projectId: 'S-1', equipmentNo: 'X' },
        { projectId: 'P-1', equipmentNo: 'E-2' },
        { projectId: 'NONE', equipmentNo: 'E-1' },
      ),
    ).toEqual({
      created: 2,
      updated: 0,
      unchanged: 1,
      failed: [
        { index: 3, message: '设备不存在：X' },
        { index: 4, message: '项目P-1由人工维护，不能导入' },
        { index: 5, message: '项目NONE不存在' },
      ],
    });
    expect(await project('S-1')).toMatchObject({ equipmentTotal: 2, installedTotal: 1 });
    expect(
      await result('projectEquipment', { projectId: 'S-1', equipmentNo: 'E-2', deletedAt: '2026-03-01 00:00:00' }),
    ).toMatchObject({ updated: 1 });
    expect(await project('S-1')).toMatchObject({ equipmentTotal: 1, installedTotal: 0 });
    expect(await result('projectEquipment', { projectId: 'S-1', equipmentNo: 'E-1' })).toMatchObject({ unchanged: 1 });
  });
  it('invoice customers are kept by tax id and project', async () => {
    const customer = { taxId: '91310000X', projectId: 'P-1', customerName: '静安物业' };
    expect(await result('invoiceCustomer', customer, { ...customer, projectId: 'NONE' })).toMatchObject({
      created: 1,
      failed: [{ index: 1, message: '项目NONE不存在' }],
    });
    expect(await result('invoiceCustomer', customer)).toMatchObject({ unchanged: 1 });
    expect(await result('invoiceCustomer', { ...customer, customerName: '静安物业公司' })).toMatchObject({
      updated: 1,
    });
    expect(await db().invoiceCustomer.findMany({ where: { projectId: 'P-1' } })).toMatchObject([
      { customerName: '静安物业公司' },
    ]);
  });
});

describe('rows that no table can hold', () => {
  const faultsOf = async (entity: string, ...rows: object[]) => {
    const answer = await send(entity, rows);
    expect(answer.status).toBe(200);
    return answer.data;
  };

  it.each<[string, (no: number, bad: object) => object, string]>([
    ['branch', (no, bad) => ({ branchCode: `BB${no}`, branchName: '好', ...bad }), 'branchName'],
    ['keyAccount', (no, bad) => ({ kaId: `KB${no}`, name: '好', ...bad }), 'name'],
    ['project', (no, bad) => row(`SB-${no}`, bad), 'projectName'],
    ['projectEquipment', (no, bad) => ({ projectId: 'S-1', equipmentNo: `E-${no}`, ...bad }), 'equipmentNo'],
    [
      'invoiceCustomer',
      (no, bad) => ({ taxId: `T${no}`, projectId: 'P-1', customerName: '好', ...bad }),
      'customerName',
    ],
  ])(
    '%s: NUL and half characters are refused with the field, the good row beside them is kept',
    async (entity, make, field) => {
      const { created, unchanged, failed } = await faultsOf(
        entity,
        make(1, { [field]: 'a\0b' }),
        make(2, { [field]: '\ud800' }),
        make(3, { [field]: '好\udc00' }),
        make(4, { 'more\0': 1 }),
        make(5, { more: ['\udfff'] }),
        make(1, {}),
      );
      expect(created + unchanged).toBe(1);
      expect(failed.map(({ index, message }) => [index, message.split(':')[0]])).toEqual([
        [0, field],
        [1, field],
        [2, field],
        [3, 'more\ufffd'],
        [4, 'more.0'],
      ]);
    },
  );

  it('numbers beyond any column, times beyond any calendar and another branch’s id are refused with the field', async () => {
    const beyond = '99999999999999999999999999999999999999999';
    expect(
      (
        await faultsOf(
          'branch',
          { branchCode: 'BC1', branchName: '好', branchId: 2 ** 64 },
          { branchCode: 'BC2', branchName: '好', branchId: 'B01' },
          { branchCode: beyond, branchName: '好' },
          { branchCode: 'BC3', branchName: '好', updatedAt: '-271821-04-20T00:00:00.000Z' },
          { branchCode: 'BC4', branchName: '好', branchId: beyond.slice(1) },
        )
      ).failed,
    ).toEqual([
      { index: 0, message: 'branchId: 内容不正确（最多 40 个字符）' },
      { index: 1, message: 'branchId B01已存在' },
      { index: 2, message: 'branchCode: 编号格式不正确（只含字母、数字和 _ . -，最多 40 个字符）' },
      { index: 3, message: 'updatedAt: 内容不正确' },
    ]);
    expect(await db().branch.findUnique({ where: { branchCode: 'BC4' } })).toMatchObject({ branchId: beyond.slice(1) });
    expect(
      await faultsOf(
        'project',
        row('SC-1', { updatedAt: '+275760-09-13T00:00:00.000Z' }),
        row('SC-2', { deletedAt: '-271821-04-20T00:00:00.000Z' }),
        row('SC-3', { equipmentTotal: 2 ** 64 }),
      ),
    ).toMatchObject({
      created: 1,
      failed: [
        { index: 0, message: expect.stringContaining('updatedAt') as string },
        { index: 1, message: expect.stringContaining('deletedAt') as string },
      ],
    });
  });

  it('what only the database can refuse is refused alone', async () => {
    await db().$executeRawUnsafe("ALTER TABLE project ADD CONSTRAINT no_poison CHECK (project_name <> 'poison')");
    await db().$executeRawUnsafe("ALTER TABLE key_account ADD CONSTRAINT no_poison CHECK (name <> 'poison')");
    try {
      expect(
        await faultsOf(
          'project',
          ...[1, 2, 3, 4, 5].map((no) => row(`SD-${no}`, no === 3 ? { projectName: 'poison' } : {})),
        ),
      ).toEqual({
        created: 4,
        updated: 0,
        unchanged: 0,
        failed: [{ index: 2, message: expect.any(String) as string }],
      });
      expect(
        await faultsOf('keyAccount', ...[1, 2, 3].map((no) => ({ kaId: `KD${no}`, name: no === 1 ? 'poison' : '好' }))),
      ).toMatchObject({ created: 2, failed: [{ index: 0 }] });
      expect(await db().project.count({ where: { projectId: { startsWith: 'SD-' } } })).toBe(4);
    } finally {
      await db().$executeRawUnsafe('ALTER TABLE project DROP CONSTRAINT no_poison');
      await db().$executeRawUnsafe('ALTER TABLE key_account DROP CONSTRAINT no_poison');
    }
  });
});

describe('SAP projects from a CSV file', () => {
  const head = 'projectId,branchCode,projectName,tplnr,equipmentNos';
  const load = async (csv: string, who = 'platformAdmin', language = 'zh-CN') =>
    callSms<{
      created: number;
      updated: number;
      unchanged: number;
      failedTotal: number;
      failed: { line: number; message: string }[];
    }>('POST', 'project/import', {
      body: { csv },
      headers: { ...bearer(await sessionOf(who)), 'accept-language': language },
    });

  it('come with their units', async () => {
    const { data } = await load(`\ufeff${head}\r\nC-1,B01,"万达, 一期",CN-1,E-1 E-2\r\nC-2,B02,万达二期,,\r\n`);
    expect(data).toEqual({ created: 2, updated: 0, unchanged: 0, failedTotal: 0, failed: [] });
    expect(await project('C-1')).toMatchObject({
      projectName: '万达, 一期',
      tplnr: 'CN-1',
      autoCreate: '1',
      equipmentTotal: 2,
      createBy: 'platformAdmin',
    });
    expect((await load(`${head}\nC-1,B01,"万达, 一期",CN-1,E-1\nC-2,B02,改名,,E-3`)).data).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    expect(await project('C-2')).toMatchObject({ projectName: '改名', equipmentTotal: 1 });
  });
  it('leave nothing behind when one line is wrong, and every wrong line is named', async () => {
    const { code, data } = await load(
      `${head}\nC-9,B01,好,,\nC-10,B01,,,\n\n坏 号,B01,x,,\nC-9,B01,重,,\nC-11,B01,多,,E-1,超\nC-12,B01,号,,电梯`,
    );
    expect(code).toBe(200);
    expect(data).toMatchObject({ created: 0, updated: 0, failedTotal: 5 });
    expect(data.failed).toEqual([
      { line: 3, message: 'projectName: 必填' },
      { line: 5, message: 'projectId: 编号格式不正确（只含字母、数字和 _ . -，最多 40 个字符）' },
      { line: 6, message: '项目C-9与第2行重复' },
      { line: 7, message: '有6列，应为5列' },
      { line: 8, message: 'equipmentNos: 编号格式不正确' },
    ]);
    const known = await load(`${head}\nC-9,B01,好,,\nC-13,B99,x,,\nP-1,B01,x,,\nC-14,B01,x,,E-1 X-9\nC-15,B01,,,`);
    expect(known.data.failed).toEqual([
      { line: 3, message: '分公司B99不存在' },
      { line: 4, message: '项目P-1由人工维护，不能导入' },
      { line: 5, message: '设备不存在：X-9' },
      { line: 6, message: 'projectName: 必填' },
    ]);
    expect(await db().project.count({ where: { projectId: { in: ['C-9', 'C-13', 'C-14'] } } })).toBe(0);
    expect(await db().projectEquipment.count({ where: { projectId: 'C-14' } })).toBe(0);
  });
  it('need their columns, and speak the caller’s language', async () => {
    expect((await load('projectId,name\nC-1,x', 'platformAdmin', 'en')).data.failed).toEqual([
      { line: 1, message: 'Missing columns: branchCode, projectName' },
      { line: 1, message: 'Unknown columns: name' },
    ]);
    expect((await load(head)).data.failed).toEqual([{ line: 1, message: '文件中没有数据' }]);
    expect((await load('PROJECTID;BranchCode;ProjectName\nC-20;B01;分号')).data).toMatchObject({ created: 1 });
  });
  it('are the head office’s alone', async () => {
    expect(await load(`${head}\nC-30,B01,x,,`, 'branchManager')).toMatchObject({ code: 403 });
    expect(await load(`${head}\nC-30,B01,x,,`, 'customerLite')).toMatchObject({ code: 403 });
  });
  it('20 000 lines are read within the time of a call', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `L-${index},B01,大项目${index},CN-${index},`);
    const from = Date.now();
    expect((await load([head, ...lines].join('\n'))).data).toMatchObject({ created: 20_000, failedTotal: 0 });
    expect(Date.now() - from).toBeLessThan(30_000);
    expect((await load([head, ...lines, 'L-x,B01,一条太多,,'].join('\n'))).data.failed).toEqual([
      { line: 20_002, message: '一次最多导入20000行' },
    ]);
  });
});
