import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import {
  batchEquipmentStatus,
  getEquipment,
  getEquipmentByNo,
  listEquipmentFaults,
  queryEquipment,
} from '@/lib/features/equipment/contract';
import { services as equipmentServices } from '@/lib/features/equipment/service';
import type { Language } from '@/lib/platform/i18n/languages';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';
import { validate } from '@/lib/platform/contract/validate';
import { useFreshDatabase } from '../../support/database';

const staff: Actor = {
  sessionId: 's',
  username: 'staff',
  nickName: 'staff',
  userType: 0,
  customerType: null,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};
const branchUser: Actor = {
  ...staff,
  username: 'branch',
  userType: 2,
  branchCode: 'SH',
  branchName: '上海',
  mappings: { projects: [], branches: ['SH'] },
};
const customer: Actor = {
  ...staff,
  username: 'customer',
  userType: 1,
  customerType: 2,
  branchCode: 'SH',
  branchName: '上海',
  mappings: { projects: ['P1'], branches: [] },
};
const nobody: Actor = { ...customer, username: 'nobody', mappings: { projects: [], branches: [] } };

/** Calls an operation as the door would after its own checks: input parsed, answer held against the contract. */
async function call<T extends Operation>(
  operation: T,
  actor: Actor,
  input: InputOf<T>,
  language: Language = 'zh-CN',
): Promise<OutputOf<T>> {
  const service = equipmentServices.find((entry) => entry.operation.name === operation.name);
  const handle = service?.handle as ((context: unknown, parsed: unknown) => Promise<unknown>) | undefined;
  const answer = await handle?.({ actor, language }, validate(operation.input, input));
  return operation.output.parse(answer) as OutputOf<T>;
}
const list = async (input: InputOf<typeof queryEquipment>, actor = staff) => {
  const { records, total } = await call(queryEquipment, actor, input);
  return { numbers: records.map(({ equipmentNo }) => equipmentNo), total };
};

useFreshDatabase();

beforeAll(async () => {
  const prisma = db();
  await prisma.branch.createMany({
    data: ['SH', 'BJ'].map((code) => ({
      branchCode: code,
      branchId: `id-${code}`,
      branchName: code === 'SH' ? '上海' : '北京',
      branchFullName: `${code} branch`,
    })),
  });
  await prisma.project.createMany({
    data: ['P1', 'P2'].map((projectId) => ({ projectId, branchCode: 'SH', projectName: `project ${projectId}` })),
  });
  const unit = { equipmentType: 'YAE_ELT', displayType: 'EV', branchCode: 'SH', floorMappingConfiged: 1 } as const;
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
  await prisma.equipment.createMany({
    data: [
      {
        ...unit,
        equipmentNo: 'E1',
        equipmentName: '滨江国际中心 1号客梯',
        cubeNo: 'CUBE-01',
        buildingName: '滨江国际中心',
        totalFloors: 24,
        floorMapping: { 1: 'B1', 2: '1' },
        houseNo: '88',
        latitude: '31.2304',
        longitude: '121.4737',
        ratedSpeed: '2.5',
        contractStartDate: new Date('2024-03-01'),
        contractEndDate: new Date('2027-02-28'),
        createDate: at(1),
      },
      { ...unit, equipmentNo: 'E2', equipmentName: '滨江国际中心 2号货梯', cubeNo: 'CUBE-02', createDate: at(2) },
      { ...unit, equipmentNo: 'E3', equipmentName: '100% lift_A', createDate: at(2), floorMappingConfiged: 0 },
      {
        ...unit,
        equipmentNo: 'S1',
        equipmentName: '商场扶梯',
        equipmentType: 'YAE_ESC',
        displayType: 'ES',
        cubeNo: 'CUBE-05',
        createDate: at(3),
      },
      {
        ...unit,
        equipmentNo: 'W1',
        equipmentName: '航站楼人行道',
        equipmentType: 'YAE_ESC',
        displayType: 'WW',
        cubeNo: 'KUBE-06',
        createDate: at(4),
      },
      { ...unit, equipmentNo: 'B1', equipmentName: '北京客梯', branchCode: 'BJ', cubeNo: 'CUBE-07', createDate: at(5) },
      { ...unit, equipmentNo: 'D1', equipmentName: '已删除客梯', createDate: at(6), deletedAt: at(7) },
    ],
  });
  await prisma.projectEquipment.createMany({
    data: [
      ['P1', 'E1'],
      ['P2', 'E1'],
      ['P2', 'E2'],
    ].map(([projectId = '', equipmentNo = '']) => ({ projectId, equipmentNo })),
  });
  await prisma.equipmentStatus.createMany({
    data: [
      {
        equipmentNo: 'E1',
        onlineStatus: 1,
        errorStatus: 1,
        entrapmentStatus: 1,
        lastDataAt: new Date('2026-01-15T06:32:04Z'),
      },
      { equipmentNo: 'E2', onlineStatus: 3, errorStatus: 0 },
      { equipmentNo: 'S1', onlineStatus: 0, errorStatus: 2 },
      { equipmentNo: 'B1', onlineStatus: 1, errorStatus: 0 },
    ],
  });
  await prisma.gbCodeDict.createMany({
    data: [
      { gbCode: '0208', text: '门机过载', textEn: 'Door operator overload', error: true },
      { gbCode: '0900', text: '司机服务', error: false },
    ],
  });
  const event = { equipmentNo: 'E1', branchCode: 'SH', objectStatus: true } as const;
  await prisma.equipmentEvent.createMany({
    data: [
      { ...event, eventId: 'a', subType: 'error', code: '0208', startAt: new Date('2026-01-15T06:00:00Z') },
      { ...event, eventId: 'b', subType: 'error', code: '0208', startAt: new Date('2026-01-15T05:00:00Z') },
      { ...event, eventId: 'c', subType: 'event', code: '0900', startAt: new Date('2026-01-15T04:00:00Z') },
      { ...event, eventId: 'd', subType: 'event', code: '0208', startAt: new Date('2026-01-15T03:00:00Z') },
      {
        ...event,
        eventId: 'e',
        subType: 'error',
        code: '7777',
        title: '未知故障',
        startAt: new Date('2026-01-15T02:00:00Z'),
      },
      {
        ...event,
        eventId: 'f',
        subType: 'error',
        code: '0311',
        objectStatus: false,
        startAt: new Date('2026-01-15T06:20:00Z'),
        endAt: new Date('2026-01-15T06:21:00Z'),
      },
    ],
  });
});

describe('one equipment', () => {
  it('carries every field of the contract, dates as days of Shanghai', async () => {
    for (const operation of [getEquipment, getEquipmentByNo]) {
      expect(await call(operation, staff, { equipmentNo: 'E1' })).toMatchObject({
        equipmentNo: 'E1',
        equipmentName: '滨江国际中心 1号客梯',
        branchName: '上海',
        displayType: 'EV',
        onlineStatus: 1,
        errorStatus: 1,
        house_no: '88',
        lattitude: 31.2304,
        longitude: 121.4737,
        ratedSpeed: 2.5,
        contractStartDate: '2024-03-01',
        contractEndDate: '2027-02-28',
        constructionDate: null,
        floorMapping: '{"1":"B1","2":"1"}',
        lastDataAt: '2026-01-15 14:32:04',
        video: '0',
      });
    }
  });
  it('[EQUIP-019] [SIDE-007] has every member that the documents name, under their names', async () => {
    const fields = [
      'equipmentNo',
      'equipmentName',
      'cubeNo',
      'buildingName',
      'buildingCode',
      'equipmentType',
      'productLine',
      'onlineStatus',
      'errorStatus',
      'floorMappingConfiged',
      'floorMatchingEditStatus',
      'totalFloors',
      'floorMapping',
      'constructionDate',
      'governmentNo',
      'postCode',
      'province',
      'city',
      'district',
      'street',
      'house_no',
      'longitude',
      'lattitude',
      'sapSystem',
      'branchCode',
      'companyCode',
      'originContractNo',
      'frameContractNo',
      'contractStartDate',
      'contractEndDate',
      'contractActualEndDate',
      'plannedDate',
      'country',
      'address',
      'ratedSpeed',
      'video',
      'dhVideo',
    ];
    expect(Object.keys(await call(getEquipment, staff, { equipmentNo: 'E1' }))).toEqual(expect.arrayContaining(fields));
  });
  it('[EQUIP-020] has its floors as JSON text of physical and display floor, and flags of 1 where a camera exists', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E2' }, data: { video: '1' } });
    const [first, second] = [
      await call(getEquipment, staff, { equipmentNo: 'E1' }),
      await call(getEquipment, staff, { equipmentNo: 'E2' }),
    ];
    expect([first.floorMapping, first.video, first.dhVideo]).toEqual(['{"1":"B1","2":"1"}', '0', '0']);
    expect([second.floorMapping, second.video, second.dhVideo]).toEqual([null, '1', '0']);
    await db().equipment.update({ where: { equipmentNo: 'E2' }, data: { video: '0' } });
  });
  it('never lets out what is not in the contract', async () => {
    expect(Object.keys(await call(getEquipment, staff, { equipmentNo: 'E1' }))).not.toEqual(
      expect.arrayContaining(['searchGrams']),
    );
    const service = equipmentServices.find((entry) => entry.operation.name === 'getEquipment');
    const raw = await (service?.handle as (context: unknown, input: unknown) => Promise<object>)(
      { actor: staff, language: 'en' },
      { equipmentNo: 'E1' },
    );
    expect(Object.keys(raw).sort()).toEqual(Object.keys(getEquipment.output.shape).sort());
  });
  it.each([
    ['a branch user', branchUser, 'B1'],
    ['a customer', customer, 'E2'],
    ['a user without mappings', nobody, 'E1'],
  ])('refuses %s a unit outside the scope with 511', async (_who, actor, equipmentNo) => {
    await expect(call(getEquipment, actor, { equipmentNo })).rejects.toMatchObject({
      id: 'no_object_permission',
      messageKey: 'noEquipmentPermission',
    });
    await expect(call(listEquipmentFaults, actor, { equipmentNo })).rejects.toMatchObject({
      id: 'no_object_permission',
    });
  });
  it('answers 404 for an unknown and for a deleted number', async () => {
    for (const equipmentNo of ['X9', 'D1'])
      await expect(call(getEquipmentByNo, staff, { equipmentNo })).rejects.toMatchObject({ id: 'not_found' });
  });
  it('is not narrowed by focus, which is for lists', async () => {
    expect(await call(getEquipment, { ...branchUser, focus: ['P2'] }, { equipmentNo: 'E3' })).toMatchObject({
      equipmentNo: 'E3',
    });
  });
});

describe('status of many', () => {
  it('answers in the order of the request, leaves out units out of scope, and distinguishes a silent box from no box', async () => {
    const equipmentNoList = ['W1', 'E3', 'X9', 'B1', 'E1', 'E2'];
    expect(await call(batchEquipmentStatus, branchUser, { equipmentNoList })).toEqual([
      { equipmentNo: 'W1', onlineStatus: 0, errorStatus: 2, entrapmentStatus: 0 },
      { equipmentNo: 'E3', onlineStatus: 4, errorStatus: 2, entrapmentStatus: 0 },
      {
        equipmentNo: 'E1',
        onlineStatus: 1,
        errorStatus: 1,
        entrapmentStatus: 1,
        isLive: false,
        lastDataAt: '2026-01-15 14:32:04',
      },
      { equipmentNo: 'E2', onlineStatus: 3, errorStatus: 0, entrapmentStatus: 0 },
    ]);
    expect(await call(batchEquipmentStatus, nobody, { equipmentNoList })).toEqual([]);
  });
  it('takes 1 to 200 numbers', async () => {
    for (const equipmentNoList of [[], Array.from({ length: 201 }, (_, index) => `N${index}`), ['a/b']]) {
      await expect(call(batchEquipmentStatus, staff, { equipmentNoList })).rejects.toMatchObject({
        id: 'validation_failed',
      });
    }
  });
});

describe('faults and events of one', () => {
  it('lists what lasts, newest first, each code once, faults apart from events', async () => {
    const { gbCodeShowList } = await call(listEquipmentFaults, customer, { equipmentNo: 'E1' });
    expect(gbCodeShowList).toEqual([
      { gbCode: '0208', text: '门机过载', error: true, at: '2026-01-15 14:00:00' },
      { gbCode: '0900', text: '司机服务', error: false, at: '2026-01-15 12:00:00' },
      { gbCode: '7777', text: '未知故障', error: true, at: '2026-01-15 10:00:00' },
    ]);
  });
  it('follows the language where the dictionary has it', async () => {
    const { gbCodeShowList } = await call(listEquipmentFaults, staff, { equipmentNo: 'E1' }, 'en');
    expect(gbCodeShowList.map(({ text }) => text)).toEqual(['Door operator overload', '司机服务', '未知故障']);
  });
});

describe('equipment list', () => {
  it('is newest first, ties by number, deleted rows never', async () => {
    expect(await list({})).toEqual({ numbers: ['B1', 'W1', 'S1', 'E3', 'E2', 'E1'], total: 6 });
  });
  it('sorts by allowed columns both ways and ends in the number', async () => {
    expect((await list({ sortField: 'CreatedTime', sortOrder: 'ascending' })).numbers).toEqual([
      'E1',
      'E2',
      'E3',
      'S1',
      'W1',
      'B1',
    ]);
    expect((await list({ sortField: 'branchCode', sortOrder: 'asc' })).numbers).toEqual([
      'B1',
      'E1',
      'E2',
      'E3',
      'S1',
      'W1',
    ]);
    expect((await list({ sortField: 'equipmentNo', sortOrder: 'desc' })).numbers).toEqual([
      'W1',
      'S1',
      'E3',
      'E2',
      'E1',
      'B1',
    ]);
    expect((await list({ sortField: 'onlineStatus', sortOrder: 'asc', equipmentNoList: 'E1,E2,S1' })).numbers).toEqual([
      'S1',
      'E1',
      'E2',
    ]);
    await expect(list({ sortField: 'searchGrams' as 'equipmentNo' })).rejects.toMatchObject({
      id: 'validation_failed',
    });
  });
  it('pages with an exact total, also beyond the end', async () => {
    expect(await list({ pageIndex: 2, pageSize: 4 })).toEqual({ numbers: ['E2', 'E1'], total: 6 });
    expect(await call(queryEquipment, staff, { pageIndex: 9, pageSize: 4 })).toMatchObject({
      records: [],
      total: 6,
      pages: 2,
      current: 9,
      size: 4,
    });
    expect(await list({ pageIndex: 3000, pageSize: 2 })).toEqual({ numbers: [], total: 6 });
  });
  it.each([
    ['two characters of the name', { key: '客梯' }, ['B1', 'E1']],
    ['part of the number', { key: 'e2' }, ['E2']],
    ['wildcards as plain characters', { key: '0% ' }, ['E3']],
    ['an underscore as itself', { key: 't_a' }, ['E3']],
    ['the beginning of a cube number, any case', { cubeNo: 'cube-0' }, ['B1', 'S1', 'E2', 'E1']],
    ['not the middle of a cube number', { cubeNo: 'UBE' }, []],
    ['elevators', { equipmentType: 1 }, ['B1', 'E3', 'E2', 'E1']],
    ['escalators and walks', { equipmentType: 2 }, ['W1', 'S1']],
    ['online', { onlineStatus: 1 }, ['B1', 'E1']],
    ['offline, never heard included', { onlineStatus: 2 }, ['W1', 'S1', 'E2']],
    ['not installed', { onlineStatus: 4 }, ['E3']],
    ['faulty', { errorStatus: 1 }, ['E1']],
    ['unknown error state', { errorStatus: 2 }, ['W1', 'S1', 'E3']],
    ['floors not configured', { floorMappingConfiged: 0 }, ['E3']],
    ['numbers', { equipmentNoList: ['E1', 'S1', 'nope'] }, ['S1', 'E1']],
    [
      'no filter for -1, null and empty',
      { onlineStatus: -1, errorStatus: null, equipmentType: '' as const, key: '', equipmentNoList: [] },
      ['B1', 'W1', 'S1', 'E3', 'E2', 'E1'],
    ],
    ['all filters together', { key: '滨江', equipmentType: 1, onlineStatus: 2, cubeNo: 'CUBE' }, ['E2']],
  ])('finds by %s', async (_what, input, numbers) => {
    expect(await list(input)).toEqual({ numbers, total: numbers.length });
  });
  it('[EQUIP-003] by type: 2 escalators, 1 elevators, -1 all', async () => {
    expect(
      [await list({ equipmentType: 2 }), await list({ equipmentType: 1 }), await list({ equipmentType: -1 })].map(
        ({ total }) => total,
      ),
    ).toEqual([2, 4, 6]);
  });
  it('[EQUIP-005] by fault state: 0 normal, 1 faulty, 2 unknown, -1 all', async () => {
    const numbers = await Promise.all([0, 1, 2, -1].map(async (errorStatus) => (await list({ errorStatus })).numbers));
    expect(numbers).toEqual([['B1', 'E2'], ['E1'], ['W1', 'S1', 'E3'], ['B1', 'W1', 'S1', 'E3', 'E2', 'E1']]);
  });
  it('[EQUIP-006] by floor mapping: 0 not configured, 1 configured, 2 not editable, 3 no floor information, -1 all', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E2' }, data: { floorMappingConfiged: 2 } });
    await db().equipment.update({ where: { equipmentNo: 'B1' }, data: { floorMappingConfiged: 3 } });
    const numbers = await Promise.all(
      [0, 1, 2, 3, -1].map(async (floorMappingConfiged) => (await list({ floorMappingConfiged })).numbers),
    );
    await db().equipment.updateMany({
      where: { equipmentNo: { in: ['E2', 'B1'] } },
      data: { floorMappingConfiged: 1 },
    });
    expect(numbers).toEqual([['E3'], ['W1', 'S1', 'E1'], ['E2'], ['B1'], ['B1', 'W1', 'S1', 'E3', 'E2', 'E1']]);
  });
  it('refuses a filter value outside its set', async () => {
    for (const input of [{ onlineStatus: 3 }, { equipmentType: 7 }, { errorStatus: 9 }, { pageSize: 201 }])
      await expect(list(input)).rejects.toMatchObject({ id: 'validation_failed' });
  });
  it('shows nobody more than the scope, and narrows it by focus', async () => {
    expect((await list({}, branchUser)).numbers).toEqual(['W1', 'S1', 'E3', 'E2', 'E1']);
    expect((await list({}, customer)).numbers).toEqual(['E1']);
    expect((await list({}, nobody)).numbers).toEqual([]);
    expect((await list({}, { ...branchUser, focus: ['P2'] })).numbers).toEqual(['E2', 'E1']);
    expect((await list({}, { ...branchUser, focus: ['elsewhere'] })).numbers).toEqual([]);
    expect((await list({}, { ...staff, focus: ['P1'] })).numbers).toHaveLength(6);
  });
});
