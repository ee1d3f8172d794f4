import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import type { SapProject } from '@/lib/features/projects/look-up-contract';
import { headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** What other pages choose from: branches, roles, projects, SAP projects; all through the door. P-1, P-2, P-AIR are of B01, P-3 of B02. */

useFreshDatabase();
type Name =
  'platformAdmin' | 'branchManager' | 'branchDispatcher' | 'customerLite' | 'customerElite' | 'maintenanceSigner';

beforeAll(async () => {
  await createPersonas();
});
beforeEach(resetRateLimits);
afterAll(closePortal);

type Page<Row = Record<string, unknown>> = { total: number; records: Row[] };
const ask = async <T = Page>(name: Name, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  callSms<T>('POST', path, { body, headers: { ...(await headersOf(name)), ...headers } });
const idsOf =
  (field: string) =>
  ({ data }: { data: Page }) =>
    data.records.map((row) => row[field]).sort();

describe('branches', () => {
  it('[BRANCH-003] [CONV-012] [CONV-006] are answered a page at a time, up to 1000, each under all its names', async () => {
    const { code, data } = await ask('platformAdmin', 'branch/search', {
      pageIndex: 1,
      pageSize: 1000,
      searchKey: '上海',
    });
    expect(code).toBe(200);
    expect(data).toEqual({
      total: 1,
      pages: 1,
      size: 1000,
      current: 1,
      records: [
        {
          branchCode: 'B01',
          branchId: 'B01',
          branchName: '上海分公司',
          branchFullName: '上海分公司',
          id: 'B01',
          code: 'B01',
          name: '上海分公司',
        },
      ],
    });
    expect(await ask('platformAdmin', 'branch/search', { pageSize: 1001 })).toMatchObject({ code: 400 });
    expect(idsOf('branchCode')(await ask('platformAdmin', 'branch/search', { searchKey: 'b0' }))).toEqual([
      'B01',
      'B02',
    ]);
    expect(idsOf('branchCode')(await ask('platformAdmin', 'branch/search', { searchKey: '%' }))).toEqual([]);
  });
  it('[BRANCH-004] are all there for the head office; others get those of their mappings', async () => {
    for (const path of ['branch/search', 'branch/getListByUserType']) {
      expect(idsOf('branchCode')(await ask('platformAdmin', path, { userType: 2 }))).toEqual(['B01', 'B02']);
      expect(idsOf('branchCode')(await ask('branchManager', path, { userType: 0 }))).toEqual(['B01']);
      expect(idsOf('branchCode')(await ask('customerElite', path))).toEqual(['B02']);
    }
  });
  it('[BRANCH-005] are refused with access_denied to those who hold none of the authorities', async () => {
    expect(await ask('maintenanceSigner', 'branch/search')).toMatchObject({ code: 403, error: 'access_denied' });
    expect(await ask('maintenanceSigner', 'project/search')).toMatchObject({ code: 403, error: 'access_denied' });
  });
  it('of an account: its own first; another account needs USER_READ and must be in scope', async () => {
    const list = (...args: Parameters<typeof ask>) => ask<{ branchCode: string; branchFullName: string }[]>(...args);
    expect((await list('customerLite', 'branch/getListByUsername')).data).toMatchObject([
      { branchCode: 'B01', branchFullName: '上海分公司' },
    ]);
    expect((await list('branchManager', 'branch/getListByUsername', { username: 'CUSTOMERLITE' })).data).toMatchObject([
      { branchCode: 'B01' },
    ]);
    expect(await list('customerLite', 'branch/getListByUsername', { username: 'branchManager' })).toMatchObject({
      code: 403,
    });
    expect(await list('branchManager', 'branch/getListByUsername', { username: 'customerElite' })).toMatchObject({
      code: 511,
    });
    expect(await list('branchManager', 'branch/getListByUsername', { username: 'nobody' })).toMatchObject({
      code: 404,
    });
  });
});

describe('projects by name', () => {
  it('are found by name and id inside the scope, narrowed by focus', async () => {
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search'))).toEqual(['P-1', 'P-2', 'P-3', 'P-AIR']);
    expect(idsOf('projectId')(await ask('branchManager', 'project/search'))).toEqual(['P-1', 'P-2', 'P-AIR']);
    expect(idsOf('projectId')(await ask('branchManager', 'project/search', {}, { projectid: 'P-2,P-3' }))).toEqual([
      'P-2',
    ]);
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search', { searchKey: '广场' }))).toEqual(['P-2']);
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search', { searchKey: 'p-3' }))).toEqual(['P-3']);
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search', { searchKey: '静安中心' }))).toEqual([
      'P-1',
    ]);
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search', { searchKey: '_' }))).toEqual([]);
  });
  it('searchNew leaves out those without equipment', async () => {
    await db().project.create({ data: { projectId: 'P-EMPTY', branchCode: 'B01', projectName: '空项目' } });
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/search', { searchKey: '空' }))).toEqual(['P-EMPTY']);
    expect(idsOf('projectId')(await ask('platformAdmin', 'project/searchNew', { searchKey: '空' }))).toEqual([]);
    await db().project.delete({ where: { projectId: 'P-EMPTY' } });
  });
});

describe('SAP projects', () => {
  const search = (name: Name, body: object, headers = {}) =>
    ask<Page<SapProject> & { fieldErrors?: Record<string, string> }>(name, 'sapProject/query', body, headers);
  beforeAll(async () => {
    await db().project.createMany({
      data: [1, 2, 3].map((index) => ({
        projectId: `S-${index}`,
        branchCode: 'B01',
        projectName: index === 3 ? '万达二期' : '万达',
        tplnr: `CN-${index}`,
        autoCreate: '1',
        headerconttracts: `H${index}`,
        equipmentTotal: index,
        installedTotal: 1,
      })),
    });
    await db().projectEquipment.create({ data: { projectId: 'S-1', equipmentNo: 'E-2' } });
  });
  afterAll(() => db().project.deleteMany({ where: { projectId: { startsWith: 'S-' } } }));

  it('[PROJ-022] [PROJ-023] are grouped when several functional locations share one name', async () => {
    const { data } = await search('platformAdmin', { pageIndex: 1, pageSize: 200, projectName: '万达' });
    expect(data).toMatchObject({ total: 3, size: 200, current: 1 });
    expect(data.records).toEqual([
      {
        projectId: 'group:S-1',
        projectName: '万达',
        tplnr: '',
        equipmentTotal: 3,
        installedTotal: 2,
        headerconttracts: 'H1,H2',
        parentId: null,
        children: [
          {
            projectId: 'S-1',
            projectName: '万达',
            tplnr: 'CN-1',
            equipmentTotal: 1,
            installedTotal: 1,
            headerconttracts: 'H1',
            parentId: 'group:S-1',
            children: [],
          },
          {
            projectId: 'S-2',
            projectName: '万达',
            tplnr: 'CN-2',
            equipmentTotal: 2,
            installedTotal: 1,
            headerconttracts: 'H2',
            parentId: 'group:S-1',
            children: [],
          },
        ],
      },
      {
        projectId: 'S-3',
        projectName: '万达二期',
        tplnr: 'CN-3',
        equipmentTotal: 3,
        installedTotal: 1,
        headerconttracts: 'H3',
        parentId: null,
        children: [],
      },
    ]);
  });
  it('[PROJ-026] need a name or a number', async () => {
    expect(await search('platformAdmin', { projectName: '  ' })).toMatchObject({
      code: 400,
      message: '请先输入SAP项目名称或设备号',
      data: { fieldErrors: { projectName: '请先输入SAP项目名称或设备号' } },
    });
  });
  it('are found by the number of a unit, in the scope, whatever the focus', async () => {
    const ids = async (...args: Parameters<typeof search>) =>
      (await search(...args)).data.records.map(({ projectId }) => projectId).sort();
    expect(await ids('platformAdmin', { equipmentNo: 'e-2' })).toEqual(['P-2', 'S-1']);
    expect(await ids('platformAdmin', { equipmentNo: 'E-2', projectName: '万达' })).toEqual(['S-1']);
    expect(await ids('branchManager', { equipmentNo: 'E-2' }, { projectid: 'P-1' })).toEqual(['P-2', 'S-1']);
    expect(await ids('branchManager', { projectName: '朝阳' })).toEqual([]);
    expect(await search('branchDispatcher', { projectName: '万达' })).toMatchObject({ code: 403 });
  });
  it('[PROJ-029] [PROJ-027] are at most 200 an answer, and the total tells how many there are', async () => {
    await db().project.createMany({
      data: Array.from({ length: 201 }, (_, index) => ({
        projectId: `S-M${index}`,
        branchCode: 'B02',
        projectName: `大批项目${index}`,
        autoCreate: '1',
      })),
    });
    const { data } = await search('platformAdmin', { projectName: '大批' });
    expect([data.total, data.records.length]).toEqual([201, 200]);
    expect(await search('platformAdmin', { projectName: '大批', pageSize: 201 })).toMatchObject({ code: 400 });
  });
});
