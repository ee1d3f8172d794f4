import { readXlsx } from 'hucre/xlsx';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { previousMonth } from '@/lib/features/users/months';
import type { UserRow } from '@/lib/features/users/account-contract';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { ORIGIN } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeWorld, createAccountsWorld } from './support/world';

/** The user list, its activity and its files, through the door. Month under test: May 2026, which begins on a Friday. */

useFreshDatabase();

const at = (text: string) => new Date(`${text}+08:00`);
const MAY = '2026-05';

beforeAll(async () => {
  await createAccountsWorld();
  await db().user.updateMany({ data: { createDate: at('2025-01-10T08:00:00'), lastSignInAt: null } });
});
beforeEach(resetLimits);
afterEach(() => {
  delete process.env.EXPORT_CUSTOMER_TYPE_ROWS;
  delete process.env.EXPORT_MAX_ROWS;
  resetConfig();
});
afterAll(closeWorld);

interface Page {
  total: number;
  records: UserRow[];
}
const list = (name: string, body: object = {}) => call<Page>(name, 'POST', 'user/query', body);
const names = async (name: string, body: object = {}) =>
  (await list(name, { pageSize: 200, ...body })).data.records.map(({ username }) => username).sort();
const active = (username: string, ...days: string[]) =>
  db().userActiveDay.createMany({
    data: days.map((day) => ({ username, day: new Date(`${day}T00:00:00Z`) })),
    skipDuplicates: true,
  });
const file = async (name: string, path: string, body: object) => {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
      body: JSON.stringify(body),
    }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    response,
    bytes,
    rows: response.status === 200 ? ((await readXlsx(bytes)).sheets[0]?.rows ?? []) : [],
    json:
      response.status === 200
        ? null
        : (JSON.parse(Buffer.from(bytes).toString()) as { code: number; error: string; message: string }),
  };
};

describe('the accounts that a caller sees', () => {
  it('are all for the head office, those of its branches for a branch, himself for anybody else', async () => {
    expect(await names('platformAdmin')).toHaveLength(10);
    const ofBranch = await names('branchManager');
    expect(ofBranch).toEqual(
      [
        'airportCustomer',
        'branchDispatcher',
        'branchManager',
        'customerEssence',
        'customerLite',
        'internalStaff',
        'maintenanceSigner',
        'noAuthority',
      ].sort(),
    );
    expect(await call('branchDispatcher', 'POST', 'user/query', {})).toMatchObject({ code: 403 });
    expect(await call('customerLite', 'POST', 'user/query', {})).toMatchObject({ code: 403 });
    await db().role.update({
      where: { role: 'role-customerLite' },
      data: { authorities: { create: { authority: 'USER_READ' } } },
    });
    await until(async () => (await list('customerLite')).code === 200, 5000, 100);
    expect(await names('customerLite')).toEqual(['customerLite']);
    expect(await call('customerLite', 'GET', 'user/detail/customerEssence')).toMatchObject({ code: 511 });
  });

  it('[USER-003] carry their data, projects and units; nothing else leaves', async () => {
    const [row] = (await list('platformAdmin', { keyword: 'customerEssence' })).data.records;
    expect(row).toEqual({
      username: 'customerEssence',
      nickName: 'customerEssence',
      email: 'customerEssence@example.com',
      phone: null,
      branchCode: 'B01',
      branchName: '上海分公司',
      customerType: 2,
      customerText: '外部Essence',
      projectbranchType: 1,
      userType: 1,
      createDate: '2025-01-10 08:00:00',
      projectNames: expect.stringMatching(/^(静安中心,徐汇广场|徐汇广场,静安中心)$/) as string,
      equipmentTotal: 2,
      status: 'unused',
      lastSignInDate: null,
      activeDays: 0,
    });
    const [branch] = (await list('platformAdmin', { keyword: 'branchManager' })).data.records;
    expect(branch).toMatchObject({ userType: 2, customerText: '分公司', equipmentTotal: 3 });
    expect(branch?.projectNames.split(',')).toHaveLength(3);
    const [head] = (await list('platformAdmin', { keyword: 'platformAdmin' })).data.records;
    expect(head).toMatchObject({ userType: 0, customerText: '总部', equipmentTotal: 0, projectNames: '' });
  });

  it("show nothing of projects and units beyond the caller's own scope", async () => {
    await db().userMapping.create({ data: { username: 'customerLite', type: 1, mappingId: 'P-3' } });
    const seen = async (name: string) => (await list(name, { keyword: 'customerLite' })).data.records[0];
    expect(await seen('platformAdmin')).toMatchObject({ equipmentTotal: 2 });
    expect(await seen('branchManager')).toMatchObject({ projectNames: '静安中心', equipmentTotal: 1 });
    expect(await names('branchManager', { keyword: '朝阳大厦' })).toEqual([]);
    expect(await names('platformAdmin', { keyword: '朝阳大厦' })).toEqual(['customerElite', 'customerLite']);
    expect(
      (await call<Page>('branchManager', 'POST', 'user/queryEquipment', { username: 'customerLite' })).data,
    ).toMatchObject({ total: 1, records: [{ equipmentNo: 'E-1' }] });
    await db().userMapping.deleteMany({ where: { username: 'customerLite', mappingId: 'P-3' } });
  });
});

describe('filters', () => {
  it('[USER-009] find a part of username, display name, phone or project, wildcards being letters', async () => {
    expect(await names('platformAdmin', { keyword: 'CUSTOMERL' })).toEqual(['customerLite']);
    await db().user.update({ where: { username: 'noAuthority' }, data: { nickName: '张_三', phone: '13812345678' } });
    expect(await names('platformAdmin', { keyword: '张_' })).toEqual(['noAuthority']);
    expect(await names('platformAdmin', { keyword: '_' })).toEqual(['noAuthority']);
    expect(await names('platformAdmin', { keyword: '%' })).toEqual([]);
    expect(await names('platformAdmin', { keyword: '1234567' })).toEqual(['noAuthority']);
    expect(await names('platformAdmin', { keyword: '国际机场' })).toEqual([
      'airportCustomer',
      'branchDispatcher',
      'branchManager',
    ]);
    expect(await names('platformAdmin', { keyword: "'; DROP TABLE users; --" })).toEqual([]);
  });

  it('[USER-010] [USER-012] [USER-014] narrow by branch, customer type and devices', async () => {
    expect(await names('platformAdmin', { branchCodes: 'B02' })).toEqual(['customerElite']);
    expect(await names('platformAdmin', { branchCodes: ['B01', 'B02'] })).toHaveLength(9);
    // Not for a branch, whose branches are its scope.
    expect(await names('branchManager', { branchCodes: 'B02' })).toHaveLength(8);
    expect(await names('platformAdmin', { customerType: -1 })).toHaveLength(10);
    expect(await names('platformAdmin', { customerType: 0 })).toEqual(['branchDispatcher', 'branchManager']);
    expect(await names('platformAdmin', { customerType: 1 })).toEqual(['internalStaff']);
    expect(await names('platformAdmin', { customerType: 2 })).toEqual(['customerLite']);
    expect(await names('platformAdmin', { customerType: 3 })).toEqual(['customerEssence']);
    expect(await names('platformAdmin', { customerType: 4 })).toEqual(['airportCustomer', 'customerElite']);
    expect(await list('platformAdmin', { customerType: 5 })).toMatchObject({ code: 400 });
    await db().userMapping.deleteMany({ where: { username: 'noAuthority' } });
    expect(await names('platformAdmin', { haveEquipment: 0 })).toEqual(['noAuthority', 'platformAdmin']);
    expect(await names('platformAdmin', { haveEquipment: 1 })).toHaveLength(8);
    expect(await list('platformAdmin', { haveEquipment: 2 })).toMatchObject({ code: 400 });
  });

  it('sort by the columns that can be, and page to the end', async () => {
    const sorted = async (body: object) =>
      (await list('platformAdmin', { pageSize: 3, ...body })).data.records.map(({ username }) => username);
    expect(await sorted({ sortField: 'username', sortOrder: 'asc' })).toEqual([
      'airportCustomer',
      'branchDispatcher',
      'branchManager',
    ]);
    expect(await sorted({ sortField: 'username', sortOrder: 'asc', pageIndex: 4 })).toEqual(['platformAdmin']);
    expect((await list('platformAdmin', { pageIndex: 9, pageSize: 3 })).data).toMatchObject({ total: 10, records: [] });
    for (const sortField of ['CreatedTime', 'nickName', 'phone', 'branchName', 'customerText'])
      expect((await list('platformAdmin', { sortField, sortOrder: 'ascending' })).code).toBe(200);
    for (const sortField of ['passwordHash', 'status', 'u.username; --'])
      expect((await list('platformAdmin', { sortField })).code).toBe(400);
  });
});

describe('activity in a month', () => {
  beforeAll(async () => {
    await active('customerLite', '2026-05-01', '2026-05-05', '2026-05-12', '2026-05-19');
    await active('customerEssence', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-11', '2026-05-12', '2026-05-18');
    await active('customerElite', '2026-04-30', '2026-06-01');
    await active('internalStaff', '2026-06-02');
    await db().user.update({
      where: { username: 'branchDispatcher' },
      data: { lastSignInAt: at('2026-05-31T23:59:59') },
    });
    await db().user.update({ where: { username: 'branchManager' }, data: { lastSignInAt: at('2026-06-01T00:00:00') } });
    await db().user.update({ where: { username: 'airportCustomer' }, data: { createDate: at('2026-06-01T00:00:00') } });
  });

  const EXPECTED = {
    // Four ISO weeks: the first of May is a Friday of the week that began in April.
    customerLite: 'weekActive',
    // Six days, but in three weeks.
    customerEssence: 'monthActive',
    // Used before and after, not in it.
    customerElite: 'inactive',
    branchDispatcher: 'inactive',
    // First used after it.
    internalStaff: 'unused',
    branchManager: 'unused',
    // Younger than the month.
    airportCustomer: null,
  };

  it('[USER-011] is one of four words, or none for an account that is younger', async () => {
    const { records } = (await list('platformAdmin', { startDate: MAY, pageSize: 200 })).data;
    const found = Object.fromEntries(records.map(({ username, status }) => [username, status]));
    expect(found).toMatchObject(EXPECTED);
    expect(records.find(({ username }) => username === 'customerEssence')).toMatchObject({ activeDays: 6 });
  });

  it.each(['weekActive', 'monthActive', 'inactive', 'unused'] as const)(
    '[USER-011] finds as %s exactly the rows that say so',
    async (status) => {
      const all = (await list('platformAdmin', { startDate: MAY, pageSize: 200 })).data.records;
      const wanted = all
        .filter((row) => row.status === status)
        .map(({ username }) => username)
        .sort();
      expect(wanted.length).toBeGreaterThan(0);
      const answer = (await list('platformAdmin', { startDate: MAY, status, pageSize: 200 })).data;
      expect(answer.records.map(({ username }) => username).sort()).toEqual(wanted);
      expect(answer.total).toBe(wanted.length);
    },
  );

  it('[USER-008] is of the previous month when none is named, and of no month to come', async () => {
    const month = previousMonth(Date.now());
    const now = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 7);
    await active('customerEssence', `${month}-03`, `${month}-04`);
    await active('customerEssence', `${now}-01`);
    const plain = (await list('platformAdmin', { pageSize: 200 })).data.records;
    const daysIn = async (body: object) =>
      (await list('platformAdmin', { keyword: 'customerEssence', ...body })).data.records.map(
        ({ activeDays }) => activeDays,
      );
    expect([await daysIn({}), await daysIn({ startDate: month }), await daysIn({ startDate: now })]).toEqual([
      [2],
      [2],
      [1],
    ]);
    expect((await list('platformAdmin', { pageSize: 200, startDate: month })).data.records).toEqual(plain);
    expect((await list('platformAdmin', { startDate: now })).code).toBe(200);
    const next = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5)), 15)).toISOString().slice(0, 7);
    expect(await list('platformAdmin', { startDate: next })).toMatchObject({
      code: 400,
      message: '不能选择未来的月份',
    });
    for (const startDate of ['2026-13', '2026-5', 'May', '2026-05-01'])
      expect((await list('platformAdmin', { startDate })).code).toBe(400);
  });
});

describe('an account in detail', () => {
  it('has roles, mappings and invoice customers', async () => {
    expect(await call('branchManager', 'GET', 'user/detail/CustomerEssence')).toMatchObject({
      code: 200,
      data: {
        username: 'customerEssence',
        branchUserType: 2,
        roleNameList: [{ username: 'customerEssence', roleName: 'role-customerEssence' }],
        pendingRoles: [],
        invoiceUserList: [],
        invoiceAttachmentPath: null,
      },
    });
    expect(
      (
        await call<{ name: string }[]>('branchManager', 'POST', 'userMapping/listByUsername', {
          username: 'customerEssence',
        })
      ).data
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['静安中心', '徐汇广场'].sort());
    expect(
      await call('branchManager', 'POST', 'userMapping/listByUsername', { username: 'customerElite' }),
    ).toMatchObject({ code: 511 });
    expect(await call('branchManager', 'POST', 'userMapping/listByUsername', { username: 'nobody77' })).toMatchObject({
      code: 404,
    });
  });

  it('[USER-007] maps to projects with 1 and to branches with 2', async () => {
    expect(
      (await call('platformAdmin', 'POST', 'userMapping/listByUsername', { username: 'branchManager' })).data,
    ).toEqual([{ mappingId: 'B01', type: 2, customerType: null, name: '上海分公司' }]);
    expect(
      (await call('platformAdmin', 'POST', 'userMapping/listByUsername', { username: 'customerElite' })).data,
    ).toEqual([{ mappingId: 'P-3', type: 1, customerType: null, name: '朝阳大厦' }]);
  });

  it('finds accounts of the same customer in their own scope only', async () => {
    const existing = (name: string, user: object) =>
      call<{ username: string }[]>(name, 'POST', 'user/checkExistingCustomer', { user });
    expect((await existing('branchManager', { nickName: 'customerLite' })).data).toEqual([
      { username: 'customerLite', nickName: 'customerLite', createDate: '2025-01-10 08:00:00' },
    ]);
    expect((await existing('branchManager', { nickName: 'customerElite', username: 'customerElite' })).data).toEqual(
      [],
    );
    expect((await existing('branchManager', {})).data).toEqual([]);
  });

  it('says why it may see what it sees', async () => {
    const why = (name: string, username: string, query = '') =>
      call<{ equipment: unknown; mappings: unknown[]; authorities: { authority: string; roles: string[] }[] }>(
        name,
        'GET',
        `user/access/${username}${query}`,
      );
    const answer = await why('platformAdmin', 'customerEssence', '?equipmentNo=E-2');
    expect(answer.data.equipment).toEqual({
      equipmentNo: 'E-2',
      equipmentName: '徐汇广场1号梯',
      isVisible: true,
      by: [{ type: 1, id: 'P-2', name: '徐汇广场' }],
    });
    expect(answer.data.authorities.find(({ authority }) => authority === 'SYMPTOM_READ')).toMatchObject({
      roles: ['role-customerEssence'],
    });
    expect((await why('platformAdmin', 'branchManager', '?equipmentNo=E-1')).data.equipment).toMatchObject({
      isVisible: true,
      by: [{ type: 2, id: 'B01' }],
    });
    expect((await why('platformAdmin', 'customerEssence', '?equipmentNo=E-3')).data.equipment).toMatchObject({
      isVisible: false,
      by: [],
    });
    expect((await why('platformAdmin', 'platformAdmin', '?equipmentNo=E-3')).data.equipment).toMatchObject({
      isVisible: true,
      by: [],
    });
    expect(await why('branchManager', 'customerEssence', '?equipmentNo=E-3')).toMatchObject({ code: 511 });
    expect(await why('branchManager', 'customerElite')).toMatchObject({ code: 511 });
    expect(await why('platformAdmin', 'nobody77')).toMatchObject({ code: 404 });
    expect(await why('internalStaff', 'internalStaff')).toMatchObject({ code: 403 });
  });
});

describe('files', () => {
  it('[USER-059] [USER-016] [CONV-028] the list as a workbook, named by the second, with the filters of the list', async () => {
    const { response, bytes, rows } = await file('platformAdmin', 'user/download', {
      startDate: MAY,
      branchCodes: 'B01',
      status: 'monthActive',
    });
    expect(response.headers.get('content-disposition')).toMatch(/filename="user-20\d{12}\.xlsx"/);
    expect([...bytes.slice(0, 2)]).toEqual([0x50, 0x4b]);
    expect(rows[0]).toEqual(['分公司', '客户类型', '用户名', '显示名称', '关联项目', '手机号', '活跃状态', '设备数']);
    expect(rows.slice(1)).toEqual([
      [
        '上海分公司',
        '外部Essence',
        'customerEssence',
        'customerEssence',
        expect.stringContaining('静安中心') as string,
        null,
        '月活跃',
        2,
      ],
    ]);
    expect((await file('platformAdmin', 'user/download', { startDate: MAY })).rows).toHaveLength(11);
    expect((await file('branchManager', 'user/download', {})).json).toMatchObject({ code: 403 });
    process.env.EXPORT_MAX_ROWS = '3';
    resetConfig();
    expect((await file('platformAdmin', 'user/download', {})).json).toMatchObject({
      code: 400,
      message: '导出数据超过3条，请缩小查询范围',
    });
  });

  it('[USER-058] takes a customer type of -1 or nothing for none, months as yyyy-MM and branches joined by commas', async () => {
    const usernames = async (body: object) =>
      (await file('platformAdmin', 'user/download', body)).rows
        .slice(1)
        .map((row) => row[2])
        .sort();
    expect(await usernames({ customerType: -1 })).toHaveLength(10);
    expect(await usernames({ customerType: '' })).toHaveLength(10);
    expect(await usernames({ customerType: 4, branchCodes: 'B01,B02', startDate: MAY })).toEqual([
      'airportCustomer',
      'customerElite',
    ]);
    expect((await file('platformAdmin', 'user/download', { startDate: '2026-05-01' })).json).toMatchObject({
      code: 400,
    });
  });

  it('[USER-060] [USER-061] the units of every account; too many without a customer type ask for one', async () => {
    const { response, rows } = await file('platformAdmin', 'user/equipment/download', {
      sortField: 'username',
      sortOrder: 'asc',
    });
    expect(response.headers.get('content-disposition')).toMatch(/filename="userEquipment-20\d{12}\.xlsx"/);
    expect(rows[0]).toEqual([
      '分公司',
      '客户类型',
      '用户名',
      '显示名称',
      '设备号',
      '设备名称',
      '盒子号',
      '梯型',
      '楼宇',
    ]);
    const pairs = rows.slice(1).map((row) => `${String(row[2])} ${String(row[4])}`);
    expect(pairs).toEqual([...pairs].sort());
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toEqual(
      expect.arrayContaining(['customerElite E-3', 'customerEssence E-1', 'customerEssence E-2', 'branchManager E-4']),
    );
    expect(pairs.some((pair) => pair.startsWith('platformAdmin'))).toBe(false);
    process.env.EXPORT_CUSTOMER_TYPE_ROWS = '3';
    resetConfig();
    expect((await file('platformAdmin', 'user/equipment/download', {})).json).toMatchObject({
      code: 511,
      error: 'customer_type_required',
      message: '数据量过大，请选择客户类型后导出',
    });
    expect((await file('platformAdmin', 'user/equipment/download', { customerType: 3 })).rows.slice(1)).toHaveLength(2);
    expect((await file('branchManager', 'user/equipment/download', { customerType: 3 })).json).toMatchObject({
      code: 403,
    });
  });
});
