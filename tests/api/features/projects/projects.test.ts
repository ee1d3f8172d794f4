import { readXlsx } from 'hucre/xlsx';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import type { ProjectRow } from '@/lib/features/projects/contract';
import { handleSms } from '@/lib/platform/door/web-door';
import { auditedChange } from '../../../support/audit';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { closeClients, connect, openSession, startGateway } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';

/** Project records through the door. P-1, P-2, P-AIR are of B01, P-3 of B02, one unit each; S-1 came from SAP. */

useFreshDatabase();
const tokens = new Map<PersonaName, string>();
const WHO = ['platformAdmin', 'branchManager', 'branchDispatcher', 'customerLite', 'internalStaff'] as const;
type Who = (typeof WHO)[number];

beforeAll(async () => {
  await createPersonas();
  // An internal employee who reads projects, and a customer who does.
  for (const role of ['role-internalStaff', 'role-customerLite'])
    await db().roleAuthority.create({ data: { role, authority: 'PROJECT_READ' } });
  for (const name of WHO) tokens.set(name, await sessionOf(name));
  await db().project.create({
    data: {
      projectId: 'S-1',
      branchCode: 'B01',
      projectName: 'SAP项目',
      tplnr: 'CN-1',
      autoCreate: '1',
      equipmentTotal: 1,
      createBy: 'sap',
      equipment: { create: { equipmentNo: 'E-1' } },
    },
  });
  await db().equipment.createMany({
    data: [1, 2, 3].map((index) => ({
      equipmentNo: `N-${index}`,
      equipmentName: `新梯${index}`,
      cubeNo: index === 3 ? null : `EC-${index}`,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      branchCode: 'B01',
      productLine: 'VERTA',
      buildingName: '一号楼',
    })),
  });
});
beforeEach(() => {
  resetRateLimits();
  resetExportLimits();
});
afterEach(closeClients);
afterAll(closePortal);

type Page = { total: number; records: ProjectRow[] };
const headersOf = (who: Who) => bearer(tokens.get(who) ?? '');
const ask = <T = Page>(who: Who, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  callSms<T>('POST', path, { body, headers: { ...headersOf(who), ...headers } });
const ids = async (who: Who, body: object = {}, headers: Record<string, string> = {}) =>
  (await ask(who, 'project/query', body, headers)).data.records.map(({ projectId }) => projectId).sort();
const save = (who: Who, body: object) =>
  ask<{ projectId: string; fieldErrors?: Record<string, string> }>(who, 'project/saveOrUpdate', body);
const stored = (projectId: string) => db().project.findUnique({ where: { projectId } });
const remove = (who: Who, projectId: string) => callSms('DELETE', `project/${projectId}`, { headers: headersOf(who) });

describe('the project list', () => {
  it('[PROJ-012] [PROJ-004] carries every field of a project', async () => {
    const { data } = await ask('platformAdmin', 'project/query', { projectName: 'SAP' });
    expect(data).toMatchObject({ total: 1, pages: 1, size: 15, current: 1 });
    expect(data.records).toEqual([
      {
        projectId: 'S-1',
        branchCode: 'B01',
        branchName: '上海分公司',
        projectName: 'SAP项目',
        mobile: null,
        email: null,
        address: null,
        autoCreate: '1',
        tplnr: 'CN-1',
        installStatus: 'none',
        usernames: '',
        equipmentTotal: 1,
        isMessage: '0',
        createBy: 'sap',
        createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    ]);
    const [first] = (await ask('platformAdmin', 'project/query', { projectName: '静安' })).data.records;
    expect(first?.usernames).toBe('customerEssence,customerLite,internalStaff,maintenanceSigner,noAuthority');
    // Accounts of other branches are nobody's business.
    await db().user.update({ where: { username: 'customerLite' }, data: { branchCode: 'B02' } });
    const [own] = (await ask('branchManager', 'project/query', { projectName: '静安' })).data.records;
    await db().user.update({ where: { username: 'customerLite' }, data: { branchCode: 'B01' } });
    expect(own?.usernames).toBe('customerEssence,internalStaff,maintenanceSigner,noAuthority');
  });
  it('[PROJ-002] is narrowed by branches, equipment, external accounts and name', async () => {
    await db().project.create({ data: { projectId: 'P-EMPTY', branchCode: 'B02', projectName: '空_项目%' } });
    await db().userMapping.create({ data: { username: 'internalStaff', type: 1, mappingId: 'P-EMPTY' } });
    expect(await ids('platformAdmin', { branchCode: 'B02' })).toEqual(['P-3', 'P-EMPTY']);
    expect(await ids('platformAdmin', { branchCode: 'B01, B02' })).toHaveLength(6);
    expect(await ids('platformAdmin', { branchCode: ['B02'] })).toEqual(['P-3', 'P-EMPTY']);
    expect(await ids('platformAdmin', { haveEquipment: 0 })).toEqual(['P-EMPTY']);
    expect(await ids('platformAdmin', { haveEquipment: 1, branchCode: 'B02' })).toEqual(['P-3']);
    // Internal staff are no external customers.
    expect(await ids('platformAdmin', { externalAccount: 1 })).toEqual(['P-EMPTY', 'S-1']);
    expect(await ids('platformAdmin', { externalAccount: 2 })).toEqual(['P-1', 'P-2', 'P-3', 'P-AIR']);
    expect(await ids('platformAdmin', { projectName: '广场' })).toEqual(['P-2']);
    expect(await ids('platformAdmin', { projectName: '国际机场' })).toEqual(['P-AIR']);
    expect(await ids('platformAdmin', { projectName: '%' })).toEqual(['P-EMPTY']);
    expect(await ids('platformAdmin', { projectName: '_项' })).toEqual(['P-EMPTY']);
    expect(
      await ids('platformAdmin', { projectName: '中', haveEquipment: -1, externalAccount: '', branchCode: '' }),
    ).toEqual(['P-1']);
    for (const body of [
      { haveEquipment: 2 },
      { externalAccount: 0 },
      { branchCode: { not: 'B01' } },
      { projectName: { contains: '' } },
      { sortField: 'usernames; drop' },
      { pageSize: 201 },
    ]) {
      expect(await ask('platformAdmin', 'project/query', body)).toMatchObject({ code: 400 });
    }
  });
  it('shows nobody more than the scope, narrowed by focus', async () => {
    expect(await ids('branchManager')).toEqual(['P-1', 'P-2', 'P-AIR', 'S-1']);
    expect(await ids('branchManager', { branchCode: 'B02' })).toEqual([]);
    expect(await ids('branchManager', {}, { projectid: 'P-2,P-3' })).toEqual(['P-2']);
    expect(await ids('branchManager', {}, { projectid: 'P-3' })).toEqual([]);
    expect(await ids('customerLite')).toEqual(['P-1']);
    expect(await ids('platformAdmin', {}, { projectid: 'P-1' })).toHaveLength(6);
    expect(await ask('branchDispatcher', 'project/query')).toMatchObject({ code: 403, error: 'access_denied' });
  });
  it('sorts by allowed columns and ends in the id; pages with an exact total', async () => {
    const order = async (body: object) =>
      (await ask('platformAdmin', 'project/query', body)).data.records.map(({ projectId }) => projectId);
    expect(await order({ sortField: 'equipmentTotal', sortOrder: 'asc' })).toEqual([
      'P-EMPTY',
      'P-1',
      'P-2',
      'P-3',
      'P-AIR',
      'S-1',
    ]);
    expect(await order({ sortField: 'projectId', sortOrder: 'desc', pageSize: 2 })).toEqual(['S-1', 'P-EMPTY']);
    expect(await order({ sortField: 'branchName', sortOrder: 'asc', pageSize: 2 })).toEqual(['P-1', 'P-2']);
    expect((await ask('platformAdmin', 'project/query', { pageIndex: 9, pageSize: 4 })).data).toMatchObject({
      total: 6,
      records: [],
      pages: 2,
      current: 9,
    });
    for (const sortField of [
      'CreatedTime',
      'createDate',
      'projectName',
      'branchCode',
      'tplnr',
      'autoCreate',
      'createBy',
    ])
      expect(await order({ sortField, sortOrder: 'ascending' })).toHaveLength(6);
  });
  it('[CONV-012] getProjectAll answers up to 1000 rows, by name or id as well', async () => {
    const all = async (body: object) =>
      (await ask('platformAdmin', 'project/getProjectAll', body)).data.records.map(({ projectId }) => projectId).sort();
    expect(await all({ pageIndex: 1, pageSize: 1000 })).toHaveLength(6);
    expect(await all({ searchKey: 's-1' })).toEqual(['S-1']);
    expect(await all({ searchKey: '徐汇', haveEquipment: 1 })).toEqual(['P-2']);
  });
});

describe('saving a project', () => {
  const NEW = { branchCode: 'B01', projectName: '新项目', address: '南京西路1号' };
  it('[PROJ-010] adds one with its contact data, and says its id', async () => {
    const { code, data } = await save('platformAdmin', {
      ...NEW,
      mobile: '13800000000',
      email: 'a@example.com',
      isMessage: '1',
    });
    expect(code).toBe(200);
    expect(await stored(data.projectId)).toMatchObject({
      ...NEW,
      mobile: '13800000000',
      email: 'a@example.com',
      isMessage: '1',
      autoCreate: '0',
      createBy: 'platformAdmin',
      equipmentTotal: 0,
    });
  });
  it('[PROJ-013] [PROJ-014] [PROJ-015] [PROJ-016] [PROJ-017] [PROJ-018] [CONV-014] names each field that is wrong', async () => {
    const errors = async (body: object) => (await save('platformAdmin', body)).data?.fieldErrors;
    expect(await errors({ address: '路' })).toEqual({
      branchCode: '请选择项目所属分公司',
      projectName: '请输入项目名称',
    });
    expect(await errors({ ...NEW, address: ' ' })).toEqual({ address: '请输入地址' });
    expect(await errors({ branchCode: 'B01', projectName: 'x' })).toEqual({ address: '请输入地址' });
    for (const mobile of ['1380000000', '23800000000', '138000000001', '1380000000a'])
      expect(await errors({ ...NEW, mobile })).toEqual({ mobile: '请输入正确手机号' });
    expect(await errors({ ...NEW, email: 'nobody' })).toEqual({ email: '邮箱格式不正确' });
    expect(await errors({ ...NEW, projectName: '长'.repeat(201) })).toEqual({ projectName: '内容过长' });
    expect(await errors({ ...NEW, address: '长'.repeat(201) })).toEqual({ address: '内容过长' });
    expect(await errors({ ...NEW, branchCode: 'B99' })).toEqual({ branchCode: '分公司不存在' });
    expect(
      (
        await save('platformAdmin', {
          ...NEW,
          projectName: '长'.repeat(200),
          address: '长'.repeat(200),
          mobile: '',
          email: '',
        })
      ).code,
    ).toBe(200);
  });
  it('[PROJ-019] a name is taken once in a branch, also by two at once; another branch may use it', async () => {
    const answers = await Promise.all([
      save('platformAdmin', { ...NEW, projectName: '同名' }),
      save('platformAdmin', { ...NEW, projectName: '同名' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await save('platformAdmin', { ...NEW, projectName: '同名' })).toMatchObject({
      code: 409,
      message: '该分公司已有同名项目',
      data: { fieldErrors: { projectName: '该分公司已有同名项目' } },
    });
    expect((await save('platformAdmin', { ...NEW, branchCode: 'B02', projectName: '同名' })).code).toBe(200);
  });
  it('[PROJ-011] changes contact data only: branch, name and origin stay whatever a call says', async () => {
    const { data } = await save('platformAdmin', {
      ...NEW,
      projectName: '固定',
      mobile: '13800000000',
      email: 'a@example.com',
    });
    const { projectId } = data;
    const before = await stored(projectId);
    expect(
      await save('branchManager', {
        projectId,
        branchCode: 'B02',
        projectName: '改名',
        address: '新路',
        mobile: null,
        autoCreate: '1',
        equipmentTotal: 99,
        createBy: 'me',
        tplnr: 'X',
        kaId: 'KA',
        deletedAt: '2020-01-01',
        isMessage: '1',
      }),
    ).toMatchObject({ code: 200, data: { projectId } });
    expect(await stored(projectId)).toMatchObject({
      ...before,
      address: '新路',
      mobile: null,
      email: 'a@example.com',
      isMessage: '1',
      updateDate: expect.any(Date) as Date,
      updatedAt: expect.any(Date) as Date,
    });
  });
  it('[PROJ-003] adding is the head office’s; a row of SAP is changed by nobody; foreign 511, unknown 404', async () => {
    expect(await save('branchManager', { ...NEW, projectName: '分公司的' })).toMatchObject({
      code: 403,
      error: 'access_denied',
    });
    expect(await save('platformAdmin', { projectId: 'S-1', address: '路' })).toMatchObject({
      code: 403,
      message: 'SAP项目由系统维护，不能修改',
    });
    expect(await save('branchManager', { projectId: 'P-3', address: '路' })).toMatchObject({
      code: 511,
      error: 'no_object_permission',
    });
    expect(await save('branchManager', { projectId: 'P-NONE', address: '路' })).toMatchObject({ code: 404 });
    expect(await save('customerLite', { projectId: 'P-1', address: '路' })).toMatchObject({ code: 403 });
    expect((await stored('P-3'))?.address).toBeNull();
  });
});

describe('the audit log', () => {
  it('says what a save or a delete of a project changed, phone numbers masked', async () => {
    const {
      data: { projectId },
    } = await save('platformAdmin', { branchCode: 'B01', projectName: '留痕', address: '老路', mobile: '13812345678' });
    expect(await auditedChange('saveProject')).toMatchObject({
      branch: { before: null, after: 'B01' },
      projectName: { before: null, after: '留痕' },
      mobile: { before: null, after: '138****5678' },
    });
    await save('branchManager', { projectId, address: '新路', mobile: null, projectName: '不改' });
    expect(await auditedChange('saveProject')).toEqual({
      address: { before: '老路', after: '新路' },
      mobile: { before: '138****5678', after: null },
    });
    await ask('platformAdmin', 'projectEquipmentMapping/saveOrUpdate', { projectId, equipmentNoList: ['N-2'] });
    expect(await remove('branchManager', projectId)).toMatchObject({ code: 200 });
    expect(await auditedChange('deleteProject')).toMatchObject({
      projectName: { before: '留痕', after: null },
      address: { before: '新路', after: null },
      equipment: { before: ['N-2'], after: [] },
    });
  });
});

describe('deleting a project', () => {
  it('[PROJ-020] is soft, frees its units, accounts and name; SAP 403, foreign 511, unknown 404', async () => {
    const {
      data: { projectId },
    } = await save('platformAdmin', { branchCode: 'B01', projectName: '要删', address: '路' });
    await ask('platformAdmin', 'projectEquipmentMapping/saveOrUpdate', { projectId, equipmentNoList: ['N-1'] });
    await db().userMapping.create({ data: { username: 'customerLite', type: 1, mappingId: projectId } });
    expect(await remove('branchManager', 'P-3')).toMatchObject({ code: 511 });
    expect(await remove('platformAdmin', 'S-1')).toMatchObject({ code: 403, error: 'access_denied' });
    expect(await remove('platformAdmin', 'P-NONE')).toMatchObject({ code: 404 });
    expect(await remove('customerLite', 'P-1')).toMatchObject({ code: 403 });
    expect(await remove('branchManager', projectId)).toMatchObject({ code: 200, data: null });
    expect(await stored(projectId)).toMatchObject({ deletedAt: expect.any(Date) as Date, equipmentTotal: 0 });
    expect([
      await db().projectEquipment.count({ where: { projectId } }),
      await db().userMapping.count({ where: { mappingId: projectId } }),
    ]).toEqual([0, 0]);
    expect(await remove('branchManager', projectId)).toMatchObject({ code: 404 });
    expect((await save('platformAdmin', { branchCode: 'B01', projectName: '要删', address: '路' })).code).toBe(200);
  });
});

describe('units of a project', () => {
  const list = (who: Who, projectId: string, body: object = {}) =>
    ask<{ total: number; records: { equipmentNo: string }[] }>(who, 'projectEquipmentMapping/query', {
      projectId,
      ...body,
    });
  const add = (who: Who, projectId: string, ...equipmentNoList: string[]) =>
    ask<{ added: number; existing: number; missing?: string[] }>(who, 'projectEquipmentMapping/saveOrUpdate/', {
      projectId,
      equipmentNoList,
    });
  const take = (who: Who, projectId: string, ...equipmentNoList: string[]) =>
    ask<{ removed: number }>(who, 'projectEquipmentMapping/delete/', { projectId, equipmentNoList });

  it('[PROJ-009] [PROJ-030] are listed, added and taken out; the counts follow', async () => {
    expect((await add('platformAdmin', 'P-2', 'N-1', 'N-2', 'N-1', 'E-2')).data).toEqual({ added: 2, existing: 1 });
    expect(await stored('P-2')).toMatchObject({ equipmentTotal: 3, installedTotal: 2 });
    const { data } = await list('branchManager', 'P-2', { sortField: 'equipmentNo', sortOrder: 'desc', pageSize: 2 });
    expect(data.total).toBe(3);
    expect(data.records).toEqual([
      {
        equipmentNo: 'N-2',
        cubeNo: 'EC-2',
        equipmentType: 'YAE_ELT',
        productLine: 'VERTA',
        equipmentName: '新梯2',
        buildingName: '一号楼',
      },
      {
        equipmentNo: 'N-1',
        cubeNo: 'EC-1',
        equipmentType: 'YAE_ELT',
        productLine: 'VERTA',
        equipmentName: '新梯1',
        buildingName: '一号楼',
      },
    ]);
    expect((await ask('platformAdmin', 'project/query', { projectName: '徐汇' })).data.records[0]).toMatchObject({
      equipmentTotal: 3,
      installStatus: 'partial',
    });
    expect((await take('platformAdmin', 'P-2', 'N-1', 'N-2', 'N-3')).data).toEqual({ removed: 2 });
    expect(await stored('P-2')).toMatchObject({ equipmentTotal: 1, installedTotal: 0 });
  });
  it('are changed by the head office only, and never in a project of SAP', async () => {
    for (const call of [add, take]) {
      expect(await call('branchManager', 'P-1', 'N-1')).toMatchObject({ code: 403 });
      expect(await call('platformAdmin', 'S-1', 'N-1')).toMatchObject({
        code: 403,
        message: 'SAP项目由系统维护，不能修改',
      });
      expect(await call('platformAdmin', 'P-NONE', 'N-1')).toMatchObject({ code: 404 });
      expect(await call('platformAdmin', 'P-1')).toMatchObject({
        code: 400,
        data: { fieldErrors: { equipmentNoList: '请输入批量数据' } },
      });
    }
    expect(await list('branchManager', 'P-3')).toMatchObject({ code: 511 });
    expect(await list('branchManager', 'P-NONE')).toMatchObject({ code: 404 });
  });
  it('unknown numbers are named, and then nothing is added', async () => {
    const answer = await add('platformAdmin', 'P-1', 'N-1', 'X-9', 'X-8');
    expect(answer).toMatchObject({ code: 404, message: '设备不存在：X-9, X-8', data: { missing: ['X-9', 'X-8'] } });
    expect(await stored('P-1')).toMatchObject({ equipmentTotal: 1 });
  });
  it('two who add at once leave the right count', async () => {
    await Promise.all([add('platformAdmin', 'P-1', 'N-1', 'N-2'), add('platformAdmin', 'P-1', 'N-2', 'N-3')]);
    expect(await stored('P-1')).toMatchObject({ equipmentTotal: 4, installedTotal: 2 });
    await take('platformAdmin', 'P-1', 'N-1', 'N-2', 'N-3');
  });
  it('taken out, a unit leaves the sockets of the project’s accounts within 5 s', async () => {
    await add('platformAdmin', 'P-1', 'N-1');
    const gateway = await startGateway();
    try {
      const person = await openSession('customerLite');
      const client = await connect(gateway);
      await client.send('authorize', await person.token());
      expect(await client.watch('N-1', 'E-1')).toMatchObject({ data: { subscribed: 2 } });
      await take('platformAdmin', 'P-1', 'N-1');
      await until(() => client.errors.length > 0, 5000);
      expect(client.errors[0]).toMatchObject({ code: 511, equipmentNoList: ['N-1'] });
    } finally {
      closeClients();
      await gateway.close();
    }
  });
});

describe('units by pasted numbers', () => {
  const find = (who: Who, body: object) =>
    ask<{ total: number; records: { equipmentNo: string }[]; missing: string[]; fieldErrors?: Record<string, string> }>(
      who,
      'equipment/queryByNos',
      body,
    );
  it('[PROJ-030] are found by equipment or by cube numbers, in the order of asking; the rest is missing', async () => {
    const { data } = await find('platformAdmin', { equipNoList: ['N-2', 'X-1', 'N-1', 'N-2'] });
    expect(data).toMatchObject({ total: 2, missing: ['X-1'] });
    expect(data.records.map(({ equipmentNo }) => equipmentNo)).toEqual(['N-2', 'N-1']);
    expect(data.records[0]).toEqual({
      equipmentNo: 'N-2',
      cubeNo: 'EC-2',
      equipmentType: 'YAE_ELT',
      productLine: 'VERTA',
      equipmentName: '新梯2',
      buildingName: '一号楼',
    });
    expect((await find('platformAdmin', { cubeNoList: ['ec-2', 'EC-9'] })).data).toMatchObject({
      total: 1,
      records: [{ equipmentNo: 'N-2' }],
      missing: ['EC-9'],
    });
  });
  it('outside the scope or the branch they are missing like unknown ones', async () => {
    expect((await find('branchManager', { equipNoList: ['E-3', 'E-1'] })).data).toMatchObject({
      total: 1,
      missing: ['E-3'],
    });
    expect((await find('platformAdmin', { equipNoList: ['E-3', 'E-1'], branchCode: 'B02' })).data).toMatchObject({
      total: 1,
      records: [{ equipmentNo: 'E-3' }],
      missing: ['E-1'],
    });
    expect(await find('branchDispatcher', { equipNoList: ['E-1'] })).toMatchObject({ code: 403 });
  });
  it('[PROJ-031] none is refused in words, more than 1000 too', async () => {
    for (const body of [{}, { equipNoList: [] }, { cubeNoList: [] }])
      expect(await find('platformAdmin', body)).toMatchObject({ code: 400, message: '请输入批量数据' });
    expect(
      await find('platformAdmin', { equipNoList: Array.from({ length: 1001 }, (_, index) => `N${index}`) }),
    ).toMatchObject({ code: 400 });
    expect(await find('platformAdmin', { equipNoList: [{ startsWith: '' }] })).toMatchObject({ code: 400 });
  });
});

describe('the list as a file', () => {
  const download = (who: Who, body: object = {}, path = 'project/download', headers: Record<string, string> = {}) =>
    handleSms(
      new Request(`${ORIGIN}/sms/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headersOf(who), ...headers },
        body: JSON.stringify(body),
      }),
    );
  const rowsOf = async (response: Response) =>
    (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];

  it('[PROJ-021] [CONV-028] is named project-{yyyyMMddhhmmss} and holds the rows of the same filters', async () => {
    const response = await download('platformAdmin', { projectName: 'SAP' });
    const stamp =
      /filename="project-(\d{14})\.xlsx"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    const wall = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
    expect(Math.abs(Number(stamp) - Number(wall))).toBeLessThan(200);
    const [header, row, ...rest] = await rowsOf(response);
    expect(header?.slice(0, 7)).toEqual(['分公司', '项目名称', '功能位置', '盒子安装', '关联账号', '设备数', '来源']);
    expect(row?.slice(0, 7).map((value) => value ?? '')).toEqual(['上海分公司', 'SAP项目', 'CN-1', '无', '', 1, 'SAP']);
    expect(rest).toEqual([]);
  });
  it('keeps scope and focus, and speaks the caller’s language', async () => {
    const names = async (...args: Parameters<typeof download>) =>
      (await rowsOf(await download(...args))).slice(1).map((row) => row[1]);
    expect(await names('customerLite')).toEqual(['静安中心']);
    expect(await names('branchManager', {}, 'project/download', { projectid: 'P-2' })).toEqual(['徐汇广场']);
    expect(await names('branchManager', { searchKey: 'P-AIR' }, 'project/getProjectAll/download')).toEqual([
      '国际机场',
    ]);
    expect(
      (await rowsOf(await download('platformAdmin', {}, 'project/download', { 'accept-language': 'en' })))[0]?.slice(
        0,
        2,
      ),
    ).toEqual(['Branch', 'Project']);
  });
  it('has every row once, beyond what is read at a time, and is refused above the limit', async () => {
    await db().project.createMany({
      data: Array.from({ length: 4100 }, (_, index) => ({
        projectId: `BULK-${index}`,
        branchCode: 'B02',
        projectName: `批量${index}`,
        createDate: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
      })),
    });
    const names = (await rowsOf(await download('platformAdmin', { projectName: '批量' })))
      .slice(1)
      .map((row) => row[1]);
    expect([names.length, new Set(names).size]).toEqual([4100, 4100]);
    process.env.EXPORT_MAX_ROWS = '3';
    resetConfig();
    expect(await (await download('platformAdmin')).json()).toMatchObject({
      code: 400,
      message: '导出数据超过3条，请缩小查询范围',
    });
    Reflect.deleteProperty(process.env, 'EXPORT_MAX_ROWS');
    resetConfig();
    await db().project.deleteMany({ where: { projectId: { startsWith: 'BULK-' } } });
  });
});
