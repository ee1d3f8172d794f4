import { IMPORT_ENTITIES } from '@/lib/features/integration/contract';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createPartners, importAll, sendRows, shuffled } from './support/partner';

/** Every kind of row that a partner sends: made, found again, refused by name, in any order. */

useFreshDatabase();
beforeAll(async () => {
  await createPartners();
  await importAll('branch', [
    { branchCode: 'B1', branchName: '上海' },
    { branchCode: 'B2', branchName: '苏州' },
  ]);
  await importAll('project', [{ projectId: 'P1', branchCode: 'B1', projectName: '静安' }]);
  await importAll('equipment', [unit('U1'), unit('U2', { equipmentType: 'YAE_ESC' })]);
  await importAll('callback', [{ callbackId: 'C1', equipmentNo: 'U1', createDate: '2026-03-01 08:00:00' }]);
  await importAll('maintenanceJob', [
    { jobNo: 'J1', equipmentNo: 'U1', maintenanceType: 'YAE_ELE_BI', planDate: '2026-03-02' },
  ]);
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const unit = (equipmentNo: string, rest: object = {}) => ({
  equipmentNo,
  equipmentName: `梯${equipmentNo}`,
  equipmentType: 'YAE_ELT',
  branchCode: 'B1',
  ...rest,
});

interface Case {
  readonly rows: readonly object[];
  /** Rows that are refused, and by which words. */
  readonly bad: readonly (readonly [object, string])[];
}
const CASES: Readonly<Record<(typeof IMPORT_ENTITIES)[number], Case>> = {
  branch: {
    rows: [
      { branchCode: 'B3', branchName: '无锡' },
      { branchCode: 'B4', branchName: '南通' },
    ],
    bad: [[{ branchCode: 'B5' }, 'branchName: 必填']],
  },
  keyAccount: { rows: [{ kaId: 'K1', name: '大客户' }], bad: [[{ kaId: 'K2' }, 'name: 必填']] },
  project: {
    rows: [{ projectId: 'P2', branchCode: 'B1', projectName: '徐汇', kaId: 'K1' }],
    bad: [[{ projectId: 'P3', branchCode: 'B9', projectName: '无' }, '分公司B9不存在']],
  },
  equipment: {
    rows: [
      unit('U3', { totalFloors: 3, floorMapping: { 1: 'B1', 2: '1', 3: '2' }, projectId: 'P1', ratedSpeed: '1.75' }),
      unit('U4', { equipmentType: 'YAE_ESC', displayType: 'WW' }),
      unit('U5', { cubeNo: 'box-0005', cubeSecret: 'a secret of the box' }),
    ],
    bad: [
      [{ equipmentNo: 'U6', equipmentType: 'YAE_ELT', branchCode: 'B1' }, 'equipmentName: 必填'],
      [
        unit('U7', { equipmentType: 'LIFT' }),
        'equipmentType: 内容不正确（可填：YAE_ELT, YAE_ELG, YAE_ELH, YAE_GAR, YAE_OTH, YAE_PLT, YAE_ESC, YAE_TEL, YAE_IEE）',
      ],
      [unit('U8', { branchCode: 'B9' }), '分公司B9不存在'],
      [unit('U9', { cubeNo: 'BOX-NONE' }), 'cubeNo: 盒子号不存在'],
      [unit('U10', { totalFloors: 3, floorMapping: { 1: 'B1' } }), 'floorMapping: 内容不正确'],
      [unit('U11', { projectId: 'P9' }), '项目P9不存在'],
    ],
  },
  projectEquipment: {
    rows: [{ projectId: 'P1', equipmentNo: 'U1' }],
    bad: [[{ projectId: 'P1', equipmentNo: 'U99' }, '设备不存在：U99']],
  },
  invoiceCustomer: {
    rows: [{ taxId: 'T1', projectId: 'P1', customerName: '物业' }],
    bad: [[{ taxId: 'T1', projectId: 'P9', customerName: '物业' }, '项目P9不存在']],
  },
  callback: {
    rows: [
      {
        callbackId: 'C2',
        equipmentNo: 'U1',
        createDate: '2026-03-02 08:00:00',
        personTrapped: 'true',
        trappedCount: '2',
      },
      {
        callbackId: 'C3',
        equipmentNo: 'U2',
        createDate: '2026-03-02 08:00:00',
        jobStatus: 'CLSO',
        jobUpdateDate: '2026-03-02 09:30:00',
        scsa: '1',
        scsb: '1',
      },
    ],
    bad: [
      [{ callbackId: 'C4', equipmentNo: 'U99', createDate: '2026-03-02 08:00:00' }, '设备不存在：U99'],
      [{ callbackId: 'C5', equipmentNo: 'U1' }, 'createDate: 必填'],
      [
        { callbackId: 'C6', equipmentNo: 'U1', createDate: '2026-03-02', jobStatus: 'DONE' },
        'jobStatus: 内容不正确（可填：INIT, REQU, PAGE, DISP, SITE, INTR, CLSO, CLSC）',
      ],
      [{ callbackId: 'C7', equipmentNo: 'U1', createDate: '2026-03-02', jobStatus: 'SITE' }, 'jobUpdateDate: 必填'],
    ],
  },
  callbackStatus: {
    rows: [
      { callbackId: 'C1', status: 'PAGE', updateTime: '2026-03-01 08:05:00', operator: 'erp1' },
      { callbackId: 'C1', status: 'SITE', updateTime: '2026-03-01 08:25:00' },
    ],
    bad: [
      [{ callbackId: 'C99', status: 'PAGE', updateTime: '2026-03-01 08:05:00' }, '召修C99不存在'],
      [{ callbackId: 'C1', status: 'PAGE' }, 'updateTime: 必填'],
    ],
  },
  symptom: {
    rows: [
      {
        symptomId: 'S1',
        equipmentNo: 'U1',
        symptomTitle: 'B01-故障停梯',
        category: 'B',
        symptomState: 'OPEN',
        createDate: '2026-03-01 07:59:00',
        callbackId: 'C1',
      },
    ],
    bad: [
      [
        { symptomId: 'S2', equipmentNo: 'U1', symptomTitle: 'E', category: 'E' },
        'category: 内容不正确（可填：A, B, C, D, F）',
      ],
    ],
  },
  maintenanceJob: {
    rows: [
      {
        jobNo: 'J2',
        equipmentNo: 'U1',
        maintenanceType: 'YAE_ELE_BI',
        planDate: '2026-03-16 08:00:00',
        jobStatus: 'DONE',
        doneDate: '2026-03-16 10:00:00',
        items: '[{"no":1,"item":"底坑","result":"正常"}]',
        parts: [{ name: '油杯', quantity: '2' }],
      },
    ],
    bad: [
      [{ jobNo: 'J3', equipmentNo: 'U1', maintenanceType: 'YAE_ELE_BI' }, 'planDate: 必填'],
      [
        { jobNo: 'J4', equipmentNo: 'U1', maintenanceType: 'YAE_ELE_BI', planDate: '2026-03-01', items: [{ no: 1 }] },
        'items.0.item: 必填',
      ],
    ],
  },
  maintenanceReport: {
    rows: [{ jobNo: 'J1', status: '3', receivers: ['13900000001'] }],
    bad: [
      [{ jobNo: 'J99' }, '维保任务J99不存在'],
      [{ jobNo: 'J1', receivers: ['12'] }, 'receivers.0: 请输入正确手机号'],
    ],
  },
  inspection: {
    rows: [
      {
        equipmentNo: 'U1',
        lastInspectionDate: '2026-02-01',
        nextInspectionDate: '2027-02-01',
        kind: 'inspection',
        result: 'pass',
      },
    ],
    bad: [[{ equipmentNo: 'U1', lastInspectionDate: '2026-02-30' }, 'lastInspectionDate: 内容不正确（yyyy-MM-dd）']],
  },
  contract: {
    rows: [{ contractNo: 'V1', equipmentNo: 'U1', contractStartDate: '2026-01-01', contractEndDate: '2026-12-31' }],
    bad: [[{ contractNo: 'V1', equipmentNo: 'U99' }, '设备不存在：U99']],
  },
  runDaily: {
    rows: [{ equipmentNo: 'U1', day: '2026-03-01', trips: 120, runSec: '3600', energyKwh: '12.5' }],
    bad: [[{ equipmentNo: 'U1', day: '2026-03-01', runSec: 90_000 }, 'runSec: 内容不正确（0 至 86400）']],
  },
  gbCode: {
    rows: [{ gbCode: 'X1', text: '门机故障', kind: 'door', rule: 'B04' }],
    bad: [[{ gbCode: 'X2', kind: 'door' }, 'text: 必填']],
  },
  maintenanceItemTemplate: {
    rows: [{ maintenanceType: 'YAE_ELE_Q', displayType: 'EV', no: 1, item: '层门' }],
    bad: [[{ maintenanceType: 'YAE_ELE_Q', displayType: 'EV', no: 0, item: '层门' }, 'no: 内容不正确（1 至 10000）']],
  },
  thirdGateway: {
    rows: [
      { kind: 'tl', equipmentNo: 'U1' },
      { kind: 'step', equipmentNo: 'U2', stepEquipmentNo: 'X-2', stepCubeId: 'Y-2' },
    ],
    bad: [[{ kind: 'step', equipmentNo: 'U1' }, 'stepEquipmentNo: 必填']],
  },
};

describe.each(IMPORT_ENTITIES.map((entity) => [entity, CASES[entity]] as const))(
  'rows of %s',
  (entity, { rows, bad }) => {
    it('are refused from a partner who may not import', async () => {
      expect(await sendRows(entity, rows, 'portal')).toMatchObject({ code: 403, error: 'access_denied' });
    });
    it('are made beside those that are refused, each by its number and what is wrong with it', async () => {
      expect(await importAll(entity, [...bad.map(([row]) => row), ...rows])).toEqual({
        created: rows.length,
        updated: 0,
        unchanged: 0,
        failed: bad.map(([, message], index) => ({ index, message })),
      });
    });
    it('change nothing when they come again, in whatever order and twice', async () => {
      expect(await importAll(entity, shuffled([...rows, ...rows]))).toEqual({
        created: 0,
        updated: 0,
        unchanged: 2 * rows.length,
        failed: [],
      });
    });
  },
);

describe('what was made', () => {
  it('is a unit with its floors, its project and its box', async () => {
    expect(
      await db().equipment.findUnique({ where: { equipmentNo: 'U3' }, include: { projects: true } }),
    ).toMatchObject({
      displayType: 'EV',
      floorMapping: { 1: 'B1', 2: '1', 3: '2' },
      floorMappingConfiged: 1,
      floorMatchingEditStatus: 1,
      projects: [{ projectId: 'P1' }],
    });
    expect(await db().equipment.findUnique({ where: { equipmentNo: 'U1' } })).toMatchObject({
      floorMappingConfiged: 3,
    });
    expect(await db().equipment.findUnique({ where: { equipmentNo: 'U4' } })).toMatchObject({
      displayType: 'WW',
      floorMappingConfiged: 2,
      floorMatchingEditStatus: 0,
    });
    expect(await db().equipment.findUnique({ where: { equipmentNo: 'U5' }, include: { status: true } })).toMatchObject({
      cubeNo: 'BOX-0005',
      status: { onlineStatus: 0 },
    });
    expect(await db().edgeCube.findUnique({ where: { cubeNo: 'BOX-0005' } })).toMatchObject({ bindState: 'BOUND' });
    expect(await db().project.findUnique({ where: { projectId: 'P1' } })).toMatchObject({
      equipmentTotal: 2,
      installedTotal: 0,
    });
  });
  it('is a call-out with its history, its activities and the state of its symptom', async () => {
    expect(await db().callback.findUnique({ where: { callbackId: 'C1' } })).toMatchObject({
      jobStatus: 'SITE',
      branchCode: 'B1',
      arrivalDate: new Date('2026-03-01T00:25:00Z'),
    });
    expect(await db().callback.findUnique({ where: { callbackId: 'C3' } })).toMatchObject({
      jobStatus: 'CLSO',
      closeDate: new Date('2026-03-02T01:30:00Z'),
    });
    const activities = await db().activity.findMany({
      where: { objectId: 'C1' },
      orderBy: { notificationDate: 'asc' },
    });
    expect(activities.map(({ title }) => title)).toEqual(['召修已建', '召修已通知技术员', '召修技术员已到场']);
    expect(activities[1]?.message).toBe('梯U1（U1）召修已通知技术员，单号C1');
    expect(await db().symptom.findUnique({ where: { symptomId: 'S1' } })).toMatchObject({
      cbstate: 'SITE',
      equipmentText: '梯U1',
    });
  });
  it('is a job with its items and parts, and one activity when it is done', async () => {
    expect(
      await db().maintenanceJob.findUnique({ where: { jobNo: 'J2' }, include: { items: true, parts: true } }),
    ).toMatchObject({
      planDate: new Date('2026-03-16'),
      items: [{ no: 1, item: '底坑', result: '正常' }],
      parts: [{ name: '油杯' }],
    });
    expect(await db().activity.count({ where: { objectId: 'J2' } })).toBe(1);
  });
  it('is a report of its job, an inspection with its history, a contract with its end, a day and a code', async () => {
    expect(
      await db().maintenanceReport.findUnique({ where: { jobNo: 'J1' }, include: { receivers: true } }),
    ).toMatchObject({
      equipmentNo: 'U1',
      equipmentDesc: '梯U1',
      mntType: 'YAE_ELE_BI',
      receivers: [{ phone: '13900000001' }],
    });
    expect(await db().inspectionHistory.findMany({ where: { equipmentNo: 'U1' } })).toMatchObject([{ result: 'pass' }]);
    expect(await db().contract.findMany()).toMatchObject([{ effectiveEnd: new Date('2026-12-31') }]);
    expect(await db().equipmentDay.findMany()).toMatchObject([
      { trips: 120, runSec: 3600, openings: null, branchCode: 'B1' },
    ]);
    expect(await db().gbCodeDict.findUnique({ where: { gbCode: 'X1' } })).toMatchObject({
      kind: 'door',
      rule: 'B04',
      error: true,
    });
  });
});

describe('a gateway of another maker', () => {
  it('serves one unit', async () => {
    const taken = { kind: 'step', equipmentNo: 'U1', stepEquipmentNo: 'X-2', stepCubeId: 'Y-2' };
    expect((await importAll('thirdGateway', [taken])).failed).toEqual([{ index: 0, message: 'Y-2 X-2已存在' }]);
  });
});

describe('rows out of order', () => {
  const state = async () => (await db().callback.findUnique({ where: { callbackId: 'C1' } }))?.jobStatus;

  it('enter the history of a call-out and never move its state back', async () => {
    await importAll('callbackStatus', [{ callbackId: 'C1', status: 'DISP', updateTime: '2026-03-01 08:10:00' }]);
    expect(await state()).toBe('SITE');
    await importAll('callback', [{ callbackId: 'C1', jobStatus: 'PAGE', jobUpdateDate: '2026-03-01 08:06:00' }]);
    expect(await state()).toBe('SITE');
    expect(await db().callbackStatus.count({ where: { callbackId: 'C1' } })).toBe(4);
  });
  it('do not open what is closed, and closing ends the open symptom of the call-out', async () => {
    await importAll('callbackStatus', [
      { callbackId: 'C1', status: 'INTR', updateTime: '2026-03-01 10:00:00' },
      { callbackId: 'C1', status: 'CLSO', updateTime: '2026-03-01 09:00:00' },
    ]);
    expect(await state()).toBe('CLSO');
    expect(await db().symptom.findUnique({ where: { symptomId: 'S1' } })).toMatchObject({
      symptomState: 'CLOSED',
      cbstate: 'CLSO',
      closedDate: new Date('2026-03-01T01:00:00Z'),
    });
    await importAll('symptom', CASES.symptom.rows);
    expect(await db().symptom.findUnique({ where: { symptomId: 'S1' } })).toMatchObject({ symptomState: 'CLOSED' });
  });
  it('cancel a call-out, and its open symptoms are the desk’s again, or rest where their condition is over', async () => {
    await importAll('callback', [{ callbackId: 'C9', equipmentNo: 'U1', createDate: '2026-03-01 11:00:00' }]);
    const open = {
      equipmentNo: 'U1',
      symptomTitle: 'B01-故障停梯',
      category: 'B',
      symptomState: 'OPEN',
      callbackId: 'C9',
    };
    await importAll(
      'symptom',
      ['S8', 'S9'].map((symptomId) => ({ ...open, symptomId, createDate: '2026-03-01 11:00:00' })),
    );
    await db().symptom.update({ where: { symptomId: 'S9' }, data: { clearedDate: new Date() } });
    await importAll('callbackStatus', [{ callbackId: 'C9', status: 'CLSC', updateTime: '2026-03-01 11:30:00' }]);
    const stored = await db().symptom.findMany({ where: { callbackId: 'C9' }, orderBy: { symptomId: 'asc' } });
    expect(stored.map(({ symptomState, cbstate, closedDate }) => [symptomState, cbstate, closedDate])).toEqual([
      ['NOT_PROCESSED', 'CLSC', null],
      ['INACTIVE', 'CLSC', null],
    ]);
  });
  it('leave a job done, a report signed and the newest inspection present', async () => {
    await importAll('maintenanceJob', [{ jobNo: 'J2', jobStatus: 'PLAN' }]);
    expect(await db().maintenanceJob.findUnique({ where: { jobNo: 'J2' } })).toMatchObject({ jobStatus: 'DONE' });
    await importAll('maintenanceReport', [{ jobNo: 'J1', status: '2' }]);
    expect(await db().maintenanceReport.findUnique({ where: { jobNo: 'J1' } })).toMatchObject({ status: '3' });
    await importAll('inspection', [
      {
        equipmentNo: 'U1',
        lastInspectionDate: '2025-02-01',
        nextInspectionDate: '2026-02-01',
        kind: 'inspection',
        result: 'pass',
      },
    ]);
    expect(await db().inspection.findUnique({ where: { equipmentNo: 'U1' } })).toMatchObject({
      lastInspectionDate: new Date('2026-02-01'),
    });
    expect(await db().inspectionHistory.count()).toBe(2);
  });
  it('of an older version change nothing, also after a newer version of the same', async () => {
    const row = (name: string, updatedAt: string) => [{ equipmentNo: 'U1', equipmentName: name, updatedAt }];
    await importAll('equipment', row('新名', '2027-03-01 10:00:00'));
    await importAll('equipment', row('新名', '2027-03-05 10:00:00'));
    expect(await importAll('equipment', row('旧名', '2027-03-03 10:00:00'))).toMatchObject({ unchanged: 1 });
    expect(await db().equipment.findUnique({ where: { equipmentNo: 'U1' } })).toMatchObject({ equipmentName: '新名' });
  });
  it.each([
    ['callback', { callbackId: 'C1' }, 'jobTechRemark'],
    ['symptom', { symptomId: 'S1' }, 'city'],
    ['maintenanceJob', { jobNo: 'J1' }, 'planTechnician1Name'],
    ['maintenanceReport', { jobNo: 'J1' }, 'mntOwners'],
    ['inspection', { equipmentNo: 'U1' }, 'comments'],
    ['contract', { contractNo: 'V1', equipmentNo: 'U1' }, 'projectName'],
  ])('of a %s too', async (entity, key, field) => {
    const send = (value: string, updatedAt: string) => importAll(entity, [{ ...key, [field]: value, updatedAt }]);
    expect(await send('新', '2027-03-05 10:00:00')).toMatchObject({ updated: 1 });
    expect(await send('旧', '2027-03-03 10:00:00')).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await send('更新', '2027-03-06 10:00:00')).toMatchObject({ updated: 1 });
  });
  it('of a day too', async () => {
    const send = (trips: number, updatedAt: string) =>
      importAll('runDaily', [{ equipmentNo: 'U1', day: '2026-03-01', trips, updatedAt }]);
    expect(await send(130, '2027-03-05 10:00:00')).toMatchObject({ updated: 1 });
    expect(await send(110, '2027-03-03 10:00:00')).toMatchObject({ updated: 0, unchanged: 1 });
  });
});

describe('a unit', () => {
  it('gives its box to another one, in whatever order the rows say so', async () => {
    expect(
      await importAll('equipment', [
        { equipmentNo: 'U4', cubeNo: 'BOX-0005' },
        { equipmentNo: 'U5', cubeNo: null },
      ]),
    ).toMatchObject({ updated: 2, failed: [] });
    expect(await db().equipment.findUnique({ where: { equipmentNo: 'U4' } })).toMatchObject({ cubeNo: 'BOX-0005' });
    expect(await importAll('equipment', [{ equipmentNo: 'U3', cubeNo: 'BOX-0005' }])).toMatchObject({
      updated: 0,
      failed: [{ index: 0, message: 'cubeNo: 该盒子已绑定设备U4' }],
    });
  });
  it('takes its past along to another branch', async () => {
    await importAll('equipment', [{ equipmentNo: 'U1', branchCode: 'B2' }]);
    const where = { equipmentNo: 'U1', branchCode: 'B1' };
    expect(await db().callback.count({ where })).toBe(0);
    expect(await db().activity.count({ where })).toBe(0);
    expect(await db().equipmentDay.findMany({ where: { equipmentNo: 'U1' } })).toMatchObject([{ branchCode: 'B2' }]);
  });
  it('that is taken out of service lets its box go and leaves the counts of its projects', async () => {
    await importAll('equipment', [{ equipmentNo: 'U4', deletedAt: '2026-04-01 00:00:00' }]);
    expect(await db().edgeCube.findUnique({ where: { cubeNo: 'BOX-0005' } })).toMatchObject({ bindState: 'UNBOUND' });
    await importAll('equipment', [{ equipmentNo: 'U3', deletedAt: '2026-04-01 00:00:00' }]);
    expect(await db().project.findUnique({ where: { projectId: 'P1' } })).toMatchObject({ equipmentTotal: 1 });
  });
});
