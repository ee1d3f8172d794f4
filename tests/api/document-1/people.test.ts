import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, headersOf, resetLimits } from '../../support/callers';
import { formOf, PDF } from '../../support/sample-files';
import { ORIGIN } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';
import { adminSave, branchSave, closeWorld, createAccountsWorld, phoneOf } from '../features/users/support/world';

/** The calls of document 1 §7 on accounts, roles, authorities and branches, sent and read exactly as they are written there. */

useFreshDatabase();
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'people-'));
  process.env.DATA_DIR = dataDir;
  resetConfig();
  await createAccountsWorld();
});
beforeEach(resetLimits);
afterAll(async () => {
  await closeWorld();
  rmSync(dataDir, { recursive: true });
  delete process.env.DATA_DIR;
});

type Page = { total: number; records: Record<string, unknown>[] };
const admin = <T = Page>(method: string, path: string, body?: object) => call<T>('platformAdmin', method, path, body);
const PAGE = { pageIndex: 1, pageSize: 20 };

describe('branches, roles and authorities', () => {
  it('[API-010] branch/getListByUsername takes username and answers a list with branchFullName', async () => {
    expect((await admin('POST', 'branch/getListByUsername', { username: 'customerElite' })).data).toEqual([
      expect.objectContaining({ branchCode: 'B02', branchFullName: '北京分公司' }),
    ]);
  });

  it('[API-011] branch/search and branch/getListByUserType take pageIndex, pageSize (1000) and searchKey and answer records with branchCode and branchName', async () => {
    for (const path of ['branch/search', 'branch/getListByUserType']) {
      expect((await admin('POST', path, { pageIndex: 1, pageSize: 1000, searchKey: '北京' })).data).toMatchObject({
        total: 1,
        records: [{ branchCode: 'B02', branchName: '北京分公司' }],
      });
    }
  });

  it('[API-012] role/search takes pageIndex, pageSize and searchKey and answers records', async () => {
    expect((await admin('POST', 'role/search', { ...PAGE, searchKey: 'LITE' })).data.records).toEqual(
      expect.arrayContaining([expect.objectContaining({ role: 'LITE角色' })]),
    );
    expect((await admin('POST', 'role/search', { ...PAGE, searchKey: '没有这个角色' })).data).toMatchObject({
      total: 0,
      records: [],
    });
  });

  it('[API-013] role/listByUsername takes username and answers a list of roles', async () => {
    expect((await admin('POST', 'role/listByUsername', { username: 'customerLite' })).data).toEqual([
      expect.objectContaining({ role: 'role-customerLite' }),
    ]);
  });

  it('[API-014] [API-017] PUT role adds, POST role changes, DELETE role/ takes the role; authority/listByRole answers its authorities', async () => {
    const role = { role: '巡查', description: '巡查人员', scope: 'sms' };
    const held = async () =>
      ((await admin<{ authority: string }[]>('POST', 'authority/listByRole', { role: '巡查' })).data ?? [])
        .map(({ authority }) => authority)
        .sort();
    expect(
      (await admin('PUT', 'role', { ...role, authorityNameList: [{ role: '巡查', authorityName: 'EQUIPMENT_READ' }] }))
        .code,
    ).toBe(200);
    expect(await held()).toEqual(['EQUIPMENT_READ']);
    expect(
      (
        await admin('POST', 'role', {
          ...role,
          description: '夜间巡查',
          authorityNameList: [
            { role: '巡查', authorityName: 'EQUIPMENT_READ' },
            { role: '巡查', authorityName: 'MONITOR_READ' },
          ],
        })
      ).code,
    ).toBe(200);
    expect(await held()).toEqual(['EQUIPMENT_READ', 'MONITOR_READ']);
    expect((await admin('POST', 'role/search', { ...PAGE, searchKey: '夜间' })).data.total).toBe(1);
    expect((await admin('DELETE', `role/${encodeURIComponent('巡查')}`)).code).toBe(200);
    expect((await admin('POST', 'role/search', { ...PAGE, searchKey: '夜间' })).data.total).toBe(0);
  });

  it('[API-015] [API-016] PUT authority adds with authority, description and scope, POST changes, DELETE authority/ removes; authority/search answers total and records', async () => {
    const found = async () => (await admin('POST', 'authority/search', { ...PAGE, searchKey: 'OWN_REPORT' })).data;
    expect(
      (await admin('PUT', 'authority', { authority: 'OWN_REPORT_READ', description: '自有报告', scope: 'sms' })).code,
    ).toBe(200);
    expect(await found()).toMatchObject({
      total: 1,
      records: [{ authority: 'OWN_REPORT_READ', description: '自有报告', scope: 'sms' }],
    });
    expect(
      (await admin('POST', 'authority', { authority: 'OWN_REPORT_READ', description: '自有报告查看', scope: 'sms' }))
        .code,
    ).toBe(200);
    expect(await found()).toMatchObject({ records: [{ description: '自有报告查看' }] });
    expect((await admin('DELETE', 'authority/OWN_REPORT_READ')).code).toBe(200);
    expect(await found()).toMatchObject({ total: 0, records: [] });
  });
});

describe('accounts', () => {
  it('[API-018] [API-021] file/upload/sms/invoice takes file and username and answers the path; it is read again by username, the invoice customers by projectIds and username', async () => {
    await db().invoiceCustomer.create({ data: { taxId: 'T1', projectId: 'P-1', customerName: '静安物业' } });
    const response = await handleSms(
      new Request(`${ORIGIN}/sms/file/upload/sms/invoice`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('platformAdmin')) },
        body: formOf({ name: '审批单.pdf', content: PDF }, { username: 'doc1_i' }),
      }),
    );
    const { code, data } = (await response.json()) as {
      code: number;
      data: { path: string; invoiceAttachmentPath: string };
    };
    expect(code).toBe(200);
    expect(data).toEqual({ path: expect.any(String) as string, invoiceAttachmentPath: data.path });
    const invoiceUserList = [{ taxId: 'T1', customerName: '静安物业', projectNames: '静安中心', username: 'doc1_i' }];
    expect(
      (
        await admin(
          'PUT',
          'user',
          adminSave('doc1_i', {
            roleNameList: [
              { username: 'doc1_i', roleName: 'LITE角色' },
              { username: 'doc1_i', roleName: '保养电子发票' },
            ],
            userMappingList: [{ mappingId: 'P-1', type: 1, customerType: 2 }],
            invoiceUserList,
            invoiceAttachmentPath: data.path,
          }),
        )
      ).code,
    ).toBe(200);
    expect((await admin('POST', 'user/getInvoiceAttachment', { username: 'doc1_i' })).data).toEqual({
      invoiceAttachmentPath: data.path,
    });
    expect(
      (await admin('POST', 'user/getInvoiceCustomers', { projectIds: 'P-1,P-2', username: 'doc1_i' })).data,
    ).toEqual([expect.objectContaining({ taxId: 'T1', customerName: '静安物业' })]);
  });

  it('[API-019] user/checkRepeat takes username or phone', async () => {
    await db().user.update({ where: { username: 'customerLite' }, data: { phone: '13800000011' } });
    expect((await admin('POST', 'user/checkRepeat', { username: 'CUSTOMERLITE' })).data).toEqual({
      exist: true,
      users: [{ username: 'customerLite', nickName: 'customerLite' }],
    });
    expect((await admin('POST', 'user/checkRepeat', { phone: '13800000011' })).data).toMatchObject({
      exist: true,
      users: [{ username: 'customerLite' }],
    });
    expect((await admin('POST', 'user/checkRepeat', { username: 'nobody_yet' })).data).toEqual({
      exist: false,
      users: [],
    });
  });

  it('[API-020] userMapping/listByUsername takes username and answers projects or branches', async () => {
    expect((await admin('POST', 'userMapping/listByUsername', { username: 'customerEssence' })).data).toEqual(
      ['P-1', 'P-2'].map((mappingId) => expect.objectContaining({ mappingId, type: 1 }) as unknown),
    );
    expect((await admin('POST', 'userMapping/listByUsername', { username: 'branchManager' })).data).toEqual([
      expect.objectContaining({ mappingId: 'B01', type: 2 }),
    ]);
  });

  it('[API-023] user/checkExistingCustomer takes the user and answers createDate, username and nickName', async () => {
    await db().user.update({ where: { username: 'customerElite' }, data: { phone: '13800000012' } });
    expect((await admin('POST', 'user/checkExistingCustomer', { user: { phone: '13800000012' } })).data).toEqual([
      {
        createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        username: 'customerElite',
        nickName: 'customerElite',
      },
    ]);
  });

  it.each([
    ['user', adminSave, 'platformAdmin'],
    ['user/branchUser', branchSave, 'branchManager'],
  ] as const)(
    '[API-024] PUT %s creates and POST changes with user, modelType, roleNameList, userMappingList, belongBranch, selectProjectList, invoiceUserList and invoiceAttachmentPath',
    async (path, saveOf, caller) => {
      const username = `doc1_${caller.slice(0, 6)}`;
      const mapped = { userMappingList: [{ mappingId: 'P-1', type: 1, customerType: 2 }], invoiceAttachmentPath: '' };
      expect((await call(caller, 'PUT', path, saveOf(username, mapped))).code).toBe(200);
      const change = saveOf(username, {
        ...mapped,
        modelType: 1,
        user: { nickName: '改名物业' },
        userMappingList: [{ mappingId: 'P-2', type: 1, customerType: 2 }],
        selectProjectList: ['P-2'],
        roleNameList: [{ username, roleName: 'ELITE角色' }],
      });
      expect((await call(caller, 'POST', path, change)).code).toBe(200);
      expect((await call(caller, 'GET', `user/detail/${username}`)).data).toMatchObject({
        nickName: '改名物业',
        phone: phoneOf(username),
        branchCode: 'B01',
        roleNameList: [{ username, roleName: 'ELITE角色' }],
        userMappingList: [expect.objectContaining({ mappingId: 'P-2', type: 1 }) as unknown],
      });
    },
  );

  it('[API-025] user/query takes pageIndex, pageSize, startDate (month), keyword, branchCodes, status, customerType and haveEquipment', async () => {
    const named = async (query: object) =>
      (await admin('POST', 'user/query', { ...PAGE, ...query })).data.records.map(({ username }) => username);
    const month = new Date().toISOString().slice(0, 7);
    await db().userActiveDay.createMany({
      data: [{ username: 'customerElite', day: new Date(`${month}-01`) }],
      skipDuplicates: true,
    });
    const all = {
      startDate: month,
      keyword: 'customere',
      branchCodes: ['B02'],
      status: 'monthActive',
      customerType: 4,
      haveEquipment: 1,
    };
    expect(await named(all)).toEqual(['customerElite']);
    for (const other of [
      { keyword: 'zzz' },
      { branchCodes: ['B01'] },
      { status: 'inactive' },
      { customerType: 2 },
      { haveEquipment: 0 },
    ])
      expect([other, await named({ ...all, ...other })]).toEqual([other, []]);
    expect((await admin('POST', 'user/query', { pageIndex: 2, pageSize: 5 })).data).toMatchObject({
      current: 2,
      size: 5,
      records: { length: 5 },
    });
  });

  it('[API-026] DELETE user takes username', async () => {
    expect(
      (
        await admin(
          'PUT',
          'user',
          adminSave('doc1_gone', { userMappingList: [{ mappingId: 'P-1', type: 1, customerType: 2 }] }),
        )
      ).code,
    ).toBe(200);
    expect((await admin('DELETE', 'user/doc1_gone')).code).toBe(200);
    expect((await admin('GET', 'user/detail/doc1_gone')).code).toBe(404);
  });

  it('[API-035] user/queryEquipment takes username', async () => {
    expect((await admin('POST', 'user/queryEquipment', { ...PAGE, username: 'customerEssence' })).data).toMatchObject({
      total: 2,
      records: [{ equipmentNo: 'E-2' }, { equipmentNo: 'E-1' }],
    });
  });
});
