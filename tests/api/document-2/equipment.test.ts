import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { call, headersOf, resetLimits } from '../../support/callers';
import { createPersonas } from '../../support/personas';
import { callSms } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The calls of document 2 §7 on equipment, its status and its floors, sent and read exactly as they are written there. */

useFreshDatabase();

type Page = { total: number; records: Record<string, unknown>[] };
const PAGE = { pageIndex: 1, pageSize: 20 };
const FLOORS = { 1: 'B1', 2: '1', 3: '2' };
const admin = <T = Page>(method: string, path: string, body?: object) => call<T>('platformAdmin', method, path, body);
const numbers = ({ data }: { data: Page }) => data.records.map(({ equipmentNo }) => equipmentNo);

beforeAll(async () => {
  await createPersonas();
  const unit = { equipmentType: 'YAE_ELT', displayType: 'EV', branchCode: 'B01' } as const;
  await db().equipment.createMany({
    data: [
      { ...unit, equipmentNo: 'E-5', equipmentName: '静安中心2号梯', totalFloors: 3 },
      { ...unit, equipmentNo: 'E-6', equipmentName: '静安中心3号梯', totalFloors: 4 },
      { ...unit, equipmentNo: 'S-1', equipmentName: '静安中心扶梯', equipmentType: 'YAE_ESC', displayType: 'ES' },
    ],
  });
  await db().projectEquipment.createMany({
    data: ['E-5', 'E-6', 'S-1'].map((equipmentNo) => ({ projectId: 'P-1', equipmentNo })),
  });
  await db().equipment.update({
    where: { equipmentNo: 'E-1' },
    data: { cubeNo: 'CUBE-1', totalFloors: 3, floorMappingConfiged: 0, floorMatchingEditStatus: 1 },
  });
  await db().equipment.update({ where: { equipmentNo: 'E-5' }, data: { floorMatchingEditStatus: 1 } });
  await db().equipmentStatus.createMany({
    data: [
      { equipmentNo: 'E-1', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 },
      { equipmentNo: 'E-5', onlineStatus: 1, errorStatus: 0 },
    ],
  });
});
beforeEach(resetLimits);
afterAll(closePortal);

it('[API-037] the equipment list takes pageIndex, pageSize, key, cubeNo, equipmentType, onlineStatus, errorStatus and floorMappingConfiged', async () => {
  const all = {
    key: '静安',
    cubeNo: 'CUBE',
    equipmentType: 1,
    onlineStatus: 1,
    errorStatus: 1,
    floorMappingConfiged: 0,
  };
  const found = async (query: object) => numbers(await admin('POST', 'equipment/query', { ...PAGE, ...query }));
  expect(await found(all)).toEqual(['E-1']);
  for (const other of [
    { key: '徐汇' },
    { cubeNo: 'KUBE' },
    { equipmentType: 2 },
    { onlineStatus: 2 },
    { errorStatus: 0 },
    { floorMappingConfiged: 1 },
  ])
    expect([other, await found({ ...all, ...other })]).toEqual([other, []]);
  expect((await admin('POST', 'equipment/query', { pageIndex: 2, pageSize: 4 })).data).toMatchObject({
    total: 7,
    current: 2,
    size: 4,
    records: { length: 3 },
  });
});

it('[API-038] the equipment save takes equipmentNo, equipmentName, cubeNo and buildingName', async () => {
  const saved = { equipmentNo: 'E-2', equipmentName: '徐汇广场A座', cubeNo: 'CUBE-2', buildingName: '徐汇广场' };
  await db().edgeCube.create({
    data: {
      cubeNo: 'CUBE-2',
      kind: 'box',
      bindState: 'UNBOUND',
      secretHash: 'x',
      secretAt: new Date(),
      branchCode: 'B01',
    },
  });
  expect(await admin('POST', 'equipment/saveOrUpdate', saved)).toMatchObject({ code: 200 });
  expect(
    await db().equipment.findUniqueOrThrow({
      where: { equipmentNo: 'E-2' },
      select: { equipmentNo: true, equipmentName: true, cubeNo: true, buildingName: true },
    }),
  ).toEqual(saved);
  expect((await admin('POST', 'equipment/query', { ...PAGE, cubeNo: 'CUBE-2' })).data.records).toEqual([
    expect.objectContaining(saved),
  ]);
});

it('[API-039] the detail is GET equipment/{no}, and the same by the number in a body; it answers code and data', async () => {
  const byPath = await admin<Record<string, unknown>>('GET', 'equipment/E-1');
  expect(byPath).toMatchObject({
    code: 200,
    data: { equipmentNo: 'E-1', equipmentName: '静安中心1号梯', cubeNo: 'CUBE-1', branchCode: 'B01', totalFloors: 3 },
  });
  const byBody = await admin('POST', 'equipment/getByNo', { equipmentNo: 'E-1' });
  expect([byBody.code, byBody.data]).toEqual([200, byPath.data]);
  expect((await admin('GET', 'equipment/E-404')).code).toBe(404);
});

it('[API-040] the status of many takes equipmentNoList and answers a list of onlineStatus, entrapmentStatus and errorStatus', async () => {
  expect((await admin('POST', 'equipmentExtension/statusList', { equipmentNoList: ['E-5', 'E-1'] })).data).toEqual([
    { equipmentNo: 'E-5', onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 },
    { equipmentNo: 'E-1', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 },
  ]);
});

it('[API-041] the faults of a unit take equipmentNo and answer gbCodeShowList with gbCode, text and error', async () => {
  await db().gbCodeDict.createMany({
    data: [
      { gbCode: 'T208', text: '门机过载', error: true },
      { gbCode: 'T900', text: '司机服务', error: false },
    ],
  });
  const event = { equipmentNo: 'E-1', branchCode: 'B01', objectStatus: true } as const;
  await db().equipmentEvent.createMany({
    data: [
      { ...event, eventId: 'a', subType: 'error', code: 'T208', startAt: new Date('2026-01-15T06:00:00Z') },
      { ...event, eventId: 'b', subType: 'event', code: 'T900', startAt: new Date('2026-01-15T05:00:00Z') },
    ],
  });
  expect((await admin('POST', 'equipmentExtension/gbCodeShow', { equipmentNo: 'E-1' })).data).toEqual({
    gbCodeShowList: [
      expect.objectContaining({ gbCode: 'T208', text: '门机过载', error: true }),
      expect.objectContaining({ gbCode: 'T900', text: '司机服务', error: false }),
    ],
  });
});

it('[API-042] getSameFloorListByNo takes equipmentNo and answers the elevators with as many floors', async () => {
  const { code, data } = await admin<Record<string, unknown>[]>('POST', 'equipmentFloorMapping/getSameFloorListByNo', {
    equipmentNo: 'E-1',
  });
  expect([code, data]).toEqual([200, [expect.objectContaining({ equipmentNo: 'E-5', totalFloors: 3 })]]);
});

it('[API-043] [API-044] the floors are saved as equipmentNo and floorMappingJson and read by equipmentNo as equipmentName, totalFloors and floorMapping', async () => {
  const floorMappingJson = JSON.stringify(FLOORS);
  expect(await admin('POST', 'equipmentFloorMapping/save', { equipmentNo: 'E-1', floorMappingJson })).toMatchObject({
    code: 200,
    message: '配置成功',
  });
  const { data } = await admin<{ floorMapping: string }>('POST', 'equipmentFloorMapping/getByNo', {
    equipmentNo: 'E-1',
  });
  expect(data).toMatchObject({ equipmentName: '静安中心1号梯', totalFloors: 3 });
  expect(JSON.parse(data.floorMapping)).toEqual({ 1: 'B1', 2: '1', 3: '2' });
});

it('[API-045] floors are reused by sourceEquipmentNo and targetEquipmentNos', async () => {
  await db().equipment.update({
    where: { equipmentNo: 'E-1' },
    data: { floorMapping: FLOORS, floorMappingConfiged: 1 },
  });
  expect(
    await admin('POST', 'equipmentFloorMapping/reuse', { sourceEquipmentNo: 'E-1', targetEquipmentNos: ['E-5'] }),
  ).toMatchObject({ code: 200, message: '楼层复用成功' });
  const { data } = await admin<{ floorMapping: string }>('POST', 'equipmentFloorMapping/getByNo', {
    equipmentNo: 'E-5',
  });
  expect(JSON.parse(data.floorMapping)).toEqual({ 1: 'B1', 2: '1', 3: '2' });
});

it('[API-052] the pages of a unit and of a call-out ask the calls of the lists, narrowed by key or callbackId', async () => {
  const day = new Date('2026-01-15T06:00:00Z');
  await db().callback.createMany({
    data: ['E-1', 'E-5'].map((equipmentNo) => ({
      callbackId: `C-${equipmentNo}`,
      equipmentNo,
      branchCode: 'B01',
      callbackType: 'Customer call',
      jobStatus: 'INIT',
      jobDescription: '异响',
      createDate: day,
      jobUpdateDate: day,
    })),
  });
  await db().symptom.createMany({
    data: [
      ['S-1', 'E-1', 'C-E-1'],
      ['S-2', 'E-1', null],
      ['S-3', 'E-5', null],
    ].map(([symptomId, equipmentNo, callbackId]) => ({
      symptomId: symptomId ?? '',
      equipmentNo: equipmentNo ?? '',
      callbackId: callbackId ?? null,
      branchCode: 'B01',
      symptomTitle: 'A01-困人',
      equipmentText: '',
      category: 'A',
      symptomState: 'OPEN',
      createDate: day,
    })),
  });
  const days = { startCreateDate: '1979-01-01', endCreateDate: '2026-01-31' };
  const ids = async (path: string, id: string, query: object) =>
    (await admin('POST', path, { ...PAGE, ...query })).data.records.map((row) => row[id]);
  expect((await ids('callback/query', 'callbackId', days)).sort()).toEqual(['C-E-1', 'C-E-5']);
  expect(await ids('callback/query', 'callbackId', { ...days, key: 'E-1' })).toEqual(['C-E-1']);
  expect((await ids('symptom/query', 'symptomId', {})).sort()).toEqual(['S-1', 'S-2', 'S-3']);
  expect((await ids('symptom/query', 'symptomId', { key: 'E-1' })).sort()).toEqual(['S-1', 'S-2']);
  expect(await ids('symptom/query', 'symptomId', { callbackId: 'C-E-1' })).toEqual(['S-1']);
});

it('asks for a session before any of it', async () => {
  expect(await headersOf('platformAdmin')).toHaveProperty('authorization');
  expect((await callSms('GET', 'equipment/E-1')).code).toBe(401);
});
