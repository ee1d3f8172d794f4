import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { createPersonas } from '../../support/personas';
import { bearer, callSms, sessionOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The calls of document 1 §7 on projects and their equipment, sent and read exactly as they are written there. */

useFreshDatabase();
let headers: Record<string, string> = {};

beforeAll(async () => {
  await createPersonas();
  headers = bearer(await sessionOf('platformAdmin'));
});
beforeEach(() => {
  resetRateLimits();
  resetExportLimits();
});
afterAll(closePortal);

type Page = { total: number; records: Record<string, unknown>[] };
const ask = <T = Page>(path: string, body?: object, method = 'POST') =>
  callSms<T>(method, path, { ...(body ? { body } : {}), headers });
const ids = ({ data }: { data: Page }) => data.records.map(({ projectId }) => projectId).sort();
const PAGE = { pageIndex: 1, pageSize: 20 };

it('[API-022] sapProject/query takes pageIndex 1, pageSize 200, projectName and equipmentNo and answers total and records', async () => {
  await db().project.update({ where: { projectId: 'P-2' }, data: { tplnr: 'CN-2', autoCreate: '1' } });
  for (const key of [{ projectName: '徐汇' }, { equipmentNo: 'E-2' }]) {
    expect((await ask('sapProject/query', { pageIndex: 1, pageSize: 200, ...key })).data).toMatchObject({
      total: 1,
      records: [{ projectId: 'P-2', projectName: '徐汇广场', tplnr: 'CN-2' }],
    });
  }
  await db().project.update({ where: { projectId: 'P-2' }, data: { tplnr: '', autoCreate: '0' } });
});

it('[API-027] project/query takes pageIndex, pageSize, projectName, branchCode (comma-joined), haveEquipment and externalAccount and answers total and records', async () => {
  expect(
    ids(
      await ask('project/query', {
        ...PAGE,
        projectName: '中心',
        branchCode: 'B01,B02',
        haveEquipment: 1,
        externalAccount: 2,
      }),
    ),
  ).toEqual(['P-1']);
  expect(ids(await ask('project/query', { ...PAGE, branchCode: 'B01,B02' }))).toEqual(['P-1', 'P-2', 'P-3', 'P-AIR']);
  expect(ids(await ask('project/query', { ...PAGE, branchCode: 'B02' }))).toEqual(['P-3']);
  expect((await ask('project/query', { ...PAGE, haveEquipment: 0 })).data).toMatchObject({ total: 0, records: [] });
  expect((await ask('project/query', { ...PAGE, externalAccount: 1 })).data).toMatchObject({ total: 0, records: [] });
  expect((await ask('project/query', { pageIndex: 2, pageSize: 3 })).data).toMatchObject({
    total: 4,
    records: { length: 1 },
  });
});

it('[API-028] [API-029] project/saveOrUpdate takes branchCode, projectName, mobile, email and address, and projectId when editing; DELETE project/ takes projectId', async () => {
  const project = {
    branchCode: 'B02',
    projectName: '望京花园',
    mobile: '13800000031',
    email: 'wj@example.com',
    address: '望京街1号',
  };
  const { code, data } = await ask<{ projectId: string }>('project/saveOrUpdate', project);
  expect(code).toBe(200);
  expect((await ask('project/query', { ...PAGE, projectName: '望京' })).data.records).toEqual([
    expect.objectContaining({ ...project, projectId: data.projectId }),
  ]);
  expect(
    (await ask('project/saveOrUpdate', { projectId: data.projectId, mobile: '', email: '', address: '望京街2号' }))
      .code,
  ).toBe(200);
  expect((await ask('project/query', { ...PAGE, projectName: '望京' })).data.records).toEqual([
    expect.objectContaining({ branchCode: 'B02', projectName: '望京花园', address: '望京街2号' }),
  ]);
  expect((await ask(`project/${data.projectId}`, undefined, 'DELETE')).code).toBe(200);
  expect((await ask('project/query', { ...PAGE, projectName: '望京' })).data.total).toBe(0);
});

it('[API-030] project/search and project/searchNew take pageIndex, pageSize (1000) and searchKey and answer records', async () => {
  for (const path of ['project/search', 'project/searchNew'])
    expect((await ask(path, { pageIndex: 1, pageSize: 1000, searchKey: '朝阳' })).data.records).toEqual([
      expect.objectContaining({ projectId: 'P-3', projectName: '朝阳大厦' }),
    ]);
});

it('[API-031] project/getProjectAll answers records and its /download a workbook; project/getListByUsername answers those of an account', async () => {
  expect(ids(await ask('project/getProjectAll', PAGE))).toEqual(['P-1', 'P-2', 'P-3', 'P-AIR']);
  const file = await ask('project/getProjectAll/download', {});
  expect([file.status, file.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  expect(ids(await ask('project/getListByUsername', { ...PAGE, username: 'customerEssence' }))).toEqual(['P-1', 'P-2']);
});

it('[API-032] [API-033] projectEquipmentMapping/query takes pageIndex, pageSize and projectId; saveOrUpdate/ and delete/ take projectId and a list of equipmentNo', async () => {
  const held = async () => (await ask('projectEquipmentMapping/query', { ...PAGE, projectId: 'P-1' })).data;
  expect(await held()).toMatchObject({ total: 1, records: [{ equipmentNo: 'E-1' }] });
  expect(
    (await ask('projectEquipmentMapping/saveOrUpdate/', { projectId: 'P-1', equipmentNoList: ['E-1', 'E-2'] })).data,
  ).toEqual({ added: 1, existing: 1 });
  expect(await held()).toMatchObject({ total: 2 });
  expect((await ask('projectEquipmentMapping/delete/', { projectId: 'P-1', equipmentNoList: ['E-2'] })).data).toEqual({
    removed: 1,
  });
  expect(await held()).toMatchObject({ total: 1, records: [{ equipmentNo: 'E-1' }] });
});

it('[API-034] equipment/queryByNos takes equipNoList or cubeNoList and a branchCode, and answers records', async () => {
  await db().equipment.update({ where: { equipmentNo: 'E-3' }, data: { cubeNo: 'CUBE-3' } });
  expect((await ask('equipment/queryByNos', { equipNoList: ['E-1', 'E-3', 'E-0'] })).data).toMatchObject({
    total: 2,
    records: [{ equipmentNo: 'E-1' }, { equipmentNo: 'E-3' }],
    missing: ['E-0'],
  });
  expect((await ask('equipment/queryByNos', { equipNoList: ['E-1', 'E-3'], branchCode: 'B02' })).data).toMatchObject({
    total: 1,
    records: [{ equipmentNo: 'E-3' }],
  });
  expect((await ask('equipment/queryByNos', { cubeNoList: ['CUBE-3'] })).data).toMatchObject({
    total: 1,
    records: [{ equipmentNo: 'E-3' }],
  });
});
