import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { closeClients, connect, signIn, startGateway } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';

/** Floor matching through the door: E-1 and E-2 of B01, N-1 and N-2 beside E-1 in project P-1, E-3 of B02. */

useFreshDatabase();
const FULL = { 1: 'B1', 2: '1', 3: '2' };

beforeAll(async () => {
  await createPersonas();
  const unit = { equipmentType: 'YAE_ELT', displayType: 'EV', branchCode: 'B01' } as const;
  await db().equipment.createMany({
    data: [
      { ...unit, equipmentNo: 'N-1', equipmentName: '邻梯1' },
      { ...unit, equipmentNo: 'N-2', equipmentName: '邻梯2' },
      { ...unit, equipmentNo: 'S-1', equipmentName: '扶梯', displayType: 'ES', equipmentType: 'YAE_ESC' },
    ],
  });
  await db().projectEquipment.createMany({
    data: [
      { projectId: 'P-1', equipmentNo: 'N-2' },
      { projectId: 'P-3', equipmentNo: 'N-1' },
    ],
  });
});
beforeEach(async () => {
  resetRateLimits();
  await db().equipment.updateMany({
    data: { totalFloors: 3, floorMapping: {}, floorMappingConfiged: 0, floorMatchingEditStatus: 1, deletedAt: null },
  });
  await db().equipmentStatus.deleteMany();
});
afterAll(closePortal);

const call = async <T>(
  path: string,
  body: object,
  name: PersonaName = 'branchManager',
  headers: Record<string, string> = {},
) =>
  callSms<T>('POST', `equipmentFloorMapping/${path}`, {
    body,
    headers: { ...(await headersOf(name)), ...headers },
  });
const save = (equipmentNo: string, mapping: unknown, ...rest: [PersonaName?, Record<string, string>?]) =>
  call<{ fieldErrors?: Record<string, string> } | null>(
    'save',
    { equipmentNo, floorMappingJson: typeof mapping === 'string' ? mapping : JSON.stringify(mapping) },
    ...rest,
  );
const read = (equipmentNo: string, name?: PersonaName) =>
  call<{ totalFloors: number | null; floorMapping: string | null }>('getByNo', { equipmentNo }, name);
const reuse = (sourceEquipmentNo: string, targetEquipmentNos: string[], name?: PersonaName) =>
  call<unknown>('reuse', { sourceEquipmentNo, targetEquipmentNos }, name);
const stored = (equipmentNo: string) =>
  db().equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { floorMapping: true, floorMappingConfiged: true },
  });

describe('the mapping of an elevator', () => {
  it('[EQUIP-033] is saved as JSON text of physical and display floors, read back, and counts as configured', async () => {
    expect(await save('E-1', FULL)).toMatchObject({ code: 200, message: '配置成功', data: null });
    expect(await read('E-1')).toMatchObject({
      code: 200,
      data: {
        equipmentNo: 'E-1',
        equipmentName: '静安中心1号梯',
        totalFloors: 3,
        floorMapping: '{"1":"B1","2":"1","3":"2"}',
      },
    });
    expect(await stored('E-1')).toMatchObject({ floorMappingConfiged: 1 });
    const list = await callSms<{ records: { equipmentNo: string }[] }>('POST', 'equipment/query', {
      body: { floorMappingConfiged: 1 },
      headers: await headersOf('branchManager'),
    });
    expect(list.data.records.map(({ equipmentNo }) => equipmentNo)).toEqual(['E-1']);
    expect(await save('E-1', FULL, 'branchManager', { 'accept-language': 'en' })).toMatchObject({
      message: 'Configuration succeeded',
    });
  });
  it('[EQUIP-032] takes all floors or none: {} and all-empty clear it', async () => {
    for (const incomplete of [{ 1: 'B1' }, { 1: 'B1', 2: '', 3: '2' }, { ...FULL, 5: '4' }]) {
      expect(await save('E-1', incomplete)).toMatchObject({
        code: 400,
        message: '请填写全部楼层或清空全部楼层',
        data: { fieldErrors: { floorMappingJson: '请填写全部楼层或清空全部楼层' } },
      });
    }
    for (const cleared of [{}, { 1: '', 2: ' ', 3: '' }]) {
      await save('E-1', FULL);
      expect(await save('E-1', cleared)).toMatchObject({ code: 200 });
      expect(await stored('E-1')).toEqual({ floorMapping: {}, floorMappingConfiged: 0 });
    }
  });
  it('takes up to 20 floors beyond the total, labels of at most 10 characters, and nothing that is no mapping', async () => {
    const floors = (count: number, label = (floor: number) => String(floor)) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, label(index + 1)]));
    expect(await save('E-1', floors(23))).toMatchObject({ code: 200 });
    expect(await save('E-1', floors(24))).toMatchObject({
      code: 400,
      data: { fieldErrors: { floorMappingJson: '数量过多' } },
    });
    expect(await save('E-1', { ...FULL, 3: '12345678901' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { floorMappingJson: '内容过长' } },
    });
    for (const bad of ['no json', '[]', '"x"', '{"0":"1"}', '{"a":"1"}', '{"1":{}}', '{"01":"1"}', '{"__proto__":"1"}'])
      expect(await save('E-1', bad)).toMatchObject({ code: 400 });
    expect(await save('E-1', { ...FULL, 3: 2 })).toMatchObject({ code: 200 });
    expect((await stored('E-1')).floorMapping).toEqual(FULL);
  });
  it('[EQUIP-016] cannot be edited while floorMatchingEditStatus is 0 or 2, nor without floors, nor of an escalator', async () => {
    for (const floorMatchingEditStatus of [0, 2]) {
      await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { floorMatchingEditStatus } });
      expect(await save('E-1', FULL)).toMatchObject({ code: 409, message: '设备E-1的楼层匹配不可编辑' });
    }
    await db().equipment.update({
      where: { equipmentNo: 'E-1' },
      data: { floorMatchingEditStatus: 1, totalFloors: null },
    });
    expect(await save('E-1', FULL)).toMatchObject({
      code: 409,
      message: '未获取到楼层信息，请联系厂家项目负责人录入后重试',
    });
    expect(await read('E-1')).toMatchObject({ code: 200, data: { totalFloors: null } });
    expect(await save('S-1', FULL)).toMatchObject({ code: 409 });
    expect(await stored('E-1')).toMatchObject({ floorMapping: {} });
  });
  it('[EQUIP-015] is for EQUIPMENT_FLOOR_MAPPING_WRITE and their own scope', async () => {
    expect(await save('E-1', FULL, 'branchDispatcher')).toMatchObject({ code: 403 });
    for (const answer of [
      await save('E-3', FULL),
      await read('E-3'),
      await call('getSameFloorListByNo', { equipmentNo: 'E-3' }),
      await reuse('E-3', ['E-1']),
    ])
      expect(answer).toMatchObject({ code: 511, message: '您没有权限查看该设备' });
    for (const answer of [
      await save('NONE', FULL),
      await read('NONE'),
      await call('getSameFloorListByNo', { equipmentNo: 'NONE' }),
      await reuse('NONE', ['E-1']),
    ])
      expect(answer).toMatchObject({ code: 404 });
  });
});

describe('reuse of a mapping', () => {
  const same = async (equipmentNo: string, name?: PersonaName) =>
    (
      await call<{ equipmentNo: string; totalFloors: number }[]>('getSameFloorListByNo', { equipmentNo }, name)
    ).data.map((row) => row.equipmentNo);

  it('[EQUIP-036] offers elevators with as many floors, of the same project or branch, the nearest first, itself left out', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { totalFloors: 4 } });
    expect(await same('E-1')).toEqual(['N-2', 'E-4', 'N-1']);
    expect(await same('E-1', 'customerLite')).toEqual(['N-2']);
    expect(await same('E-3', 'platformAdmin')).toEqual(['N-1']);
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { totalFloors: null } });
    expect(await same('E-1')).toEqual([]);
  });
  it('[EQUIP-038] [EQUIP-039] copies it to every chosen unit', async () => {
    await save('E-1', { ...FULL, 4: '3' });
    expect(await reuse('E-1', ['N-2', 'E-4', 'N-2'])).toMatchObject({ code: 200, message: '楼层复用成功', data: null });
    for (const target of ['N-2', 'E-4'])
      expect(await stored(target)).toEqual({ floorMapping: { ...FULL, 4: '3' }, floorMappingConfiged: 1 });
    expect(await stored('N-1')).toEqual({ floorMapping: {}, floorMappingConfiged: 0 });
  });
  it('[EQUIP-035] needs all floors of the source', async () => {
    expect(await reuse('E-1', ['N-2'])).toMatchObject({ code: 400, message: '请先填写全部楼层' });
  });
  it('[EQUIP-040] copies to none when one of them does not fit, and says which', async () => {
    await save('E-1', FULL);
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { totalFloors: 4 } });
    await db().equipment.update({ where: { equipmentNo: 'E-4' }, data: { floorMatchingEditStatus: 2 } });
    const refused: [string, number, string][] = [
      ['E-2', 409, '设备E-2的楼层数不同或不在同一项目或分公司，不能复用'],
      ['E-1', 409, '设备E-1的楼层数不同或不在同一项目或分公司，不能复用'],
      ['E-4', 409, '设备E-4的楼层匹配不可编辑'],
      ['E-3', 511, '您没有权限查看该设备'],
      ['NONE', 404, '设备不存在'],
    ];
    for (const [target, code, message] of refused)
      expect(await reuse('E-1', ['N-2', target])).toMatchObject({ code, message });
    expect(await stored('N-2')).toMatchObject({ floorMapping: {} });
    expect(await reuse('E-1', [])).toMatchObject({ code: 400 });
  });
});

describe('a changed mapping', () => {
  it('gives the stored floor its new label at once, and so does the next message of the box', async () => {
    const live = { position: { value: '1', physicalvalue: 1, at: 1000 }, door: { value: 'Closed', at: 1000 } };
    await db().equipmentStatus.createMany({
      data: ['E-1', 'N-2'].map((equipmentNo) => ({ equipmentNo, onlineStatus: 1, live })),
    });
    await save('E-1', FULL);
    await reuse('E-1', ['N-2']);
    const position = async (equipmentNo: string) =>
      ((await db().equipmentStatus.findUniqueOrThrow({ where: { equipmentNo } })).live as typeof live).position;
    expect(await position('E-1')).toEqual({ value: 'B1', physicalvalue: 1, at: 1000 });
    expect(await position('N-2')).toMatchObject({ value: 'B1' });
    await save('E-1', {});
    expect(await position('E-1')).toMatchObject({ value: '1' });
    await save('E-1', { ...FULL, 2: 'G' });

    await db().edgeCube.create({
      data: { cubeNo: 'EC-1', kind: 'box', bindState: 'BOUND', secretHash: 'x', secretAt: new Date() },
    });
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { cubeNo: 'EC-1' } });
    const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, flushMs: 1 });
    const send = (physicalvalue: number) =>
      new Promise((settle) =>
        ingest.offer({
          cubeNo: 'EC-1',
          leaf: 'status',
          source: 'http',
          payload: { body: { v: 1, equipmentNo: 'E-1', at: Date.now(), status: { position: { physicalvalue } } } },
          settle,
        }),
      );
    await send(2);
    expect(await position('E-1')).toMatchObject({ value: 'G', physicalvalue: 2 });
    // The same ingest, which has the unit in hand, takes the next mapping as well.
    await save('E-1', { ...FULL, 2: 'L' });
    await send(3);
    await send(2);
    expect(await position('E-1')).toMatchObject({ value: 'L', physicalvalue: 2 });
    await ingest.stop();
  });

  it('reaches those who watch the elevator as a new snapshot, and nobody else', async () => {
    await db().equipmentStatus.create({
      data: { equipmentNo: 'E-1', onlineStatus: 1, live: { position: { value: '1', physicalvalue: 1, at: 1000 } } },
    });
    await db().equipmentStatus.create({
      data: { equipmentNo: 'E-2', onlineStatus: 1, live: { position: { value: '1', physicalvalue: 1, at: 1000 } } },
    });
    const gateway = await startGateway({ publicUrl: 'https://portal.example' });
    try {
      const watcher = await signIn('watcher', ['MONITOR_READ'], { branches: ['B01'] });
      const client = await connect(gateway);
      await client.send('authorize', await watcher.token());
      await client.watch('E-1', 'E-2');
      await until(() => client.messages.length === 2);
      await save('E-1', FULL);
      await until(() => client.of('E-1').length === 2);
      expect(client.of('E-1')[1]).toMatchObject({
        responseType: 'snapshot',
        status: { position: { value: 'B1', physicalvalue: 1 } },
      });
      expect(client.of('E-2')).toHaveLength(1);
    } finally {
      closeClients();
      await gateway.close();
    }
  });
});
