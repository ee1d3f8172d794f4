import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { applyTimeRules } from '@/lib/live/telemetry/time-rules';
import { db, pool } from '@/lib/platform/db/client';
import type { ProGatewayRow } from '@/lib/features/pro-gateways/contract';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { Fleet } from '../detector/fleet';

/** Pro gateways through the door, and what one means to the rules (api.md §2.19, silent-screens A2). */

useFreshDatabase();
const ADMIN = 'platformAdmin';
const PROJECT = 'P-1';
const UNITS = ['PU-1', 'PU-2', 'PU-3', 'PU-4', 'PU-5', 'PU-6'];

beforeAll(async () => {
  await createPersonas();
  const { branchCode } = await db().project.findUniqueOrThrow({ where: { projectId: PROJECT } });
  await db().equipment.createMany({
    data: UNITS.map((equipmentNo) => ({
      equipmentNo,
      equipmentName: equipmentNo,
      equipmentType: 'YAE_ESC',
      displayType: 'ES' as const,
      buildingName: '购物中心',
      branchCode,
    })),
  });
  await db().projectEquipment.createMany({ data: UNITS.map((equipmentNo) => ({ projectId: PROJECT, equipmentNo })) });
});
beforeEach(resetLimits);
let fleet: Fleet | undefined;
afterAll(async () => {
  await fleet?.stop();
  await closePortal();
});

const save = (body: object, who = ADMIN) =>
  call<{ gatewayNo: string; secret: string | null }>(who, 'POST', 'gateway4pro/saveOrUpdate', body);
const attach = (gatewayNo: string, units: readonly (readonly [number, string])[]) =>
  call(ADMIN, 'POST', 'gateway4pro/attach', {
    gatewayNo,
    units: units.map(([port, equipmentNo]) => ({ port, equipmentNo })),
  });
const detach = (gatewayNo: string, ports: readonly number[]) =>
  call(ADMIN, 'POST', 'gateway4pro/detach', { gatewayNo, ports });
const remove = (gatewayNo: string) => call(ADMIN, 'DELETE', `gateway4pro/${gatewayNo}`);
const query = async (filters: object = {}, who = ADMIN) =>
  (await call<{ total: number; records: ProGatewayRow[] }>(who, 'POST', 'gateway4pro/query', filters)).data;

describe('a pro gateway', () => {
  it('is registered with a secret that is shown once, 8 ports by default, and its own number', async () => {
    const made = await save({ gatewayNo: 'pro-a', projectId: PROJECT });
    expect(made).toMatchObject({ code: 200, data: { gatewayNo: 'PRO-A', secret: expect.any(String) as string } });
    expect(await save({ gatewayNo: 'PRO-A', projectId: PROJECT, remark: 'R' })).toMatchObject({
      data: { secret: null },
    });
    expect((await query({ gatewayNo: 'PRO-A' })).records[0]).toMatchObject({
      ports: 8,
      attached: 0,
      onlineStatus: 4,
      remark: 'R',
    });
    await call(ADMIN, 'POST', 'gateway/saveOrUpdate', { cubeNo: 'TAKEN-3' });
    for (const gatewayNo of ['TAKEN-3', 'TAKEN', 'PRO-A-7'])
      expect([gatewayNo, (await save({ gatewayNo, projectId: PROJECT })).code]).toEqual([gatewayNo, 409]);
    expect(await save({ gatewayNo: 'PRO-X', projectId: 'NONE' })).toMatchObject({ code: 404 });
    expect(await save({ gatewayNo: 'PRO-X', projectId: PROJECT, ports: 33 })).toMatchObject({ code: 400 });
    expect(await save({ gatewayNo: 'PRO-X', projectId: PROJECT }, 'customerElite')).toMatchObject({ code: 403 });
  });

  it('takes units of its project on free ports, all or none, and gives them back', async () => {
    await save({ gatewayNo: 'PRO-B', projectId: PROJECT, ports: 2 });
    const three = UNITS.slice(0, 3).map((no, index) => [index + 1, no] as const);
    expect(await attach('PRO-B', three)).toMatchObject({ code: 409, message: '可用端口不足' });
    const other = await db().equipment.findFirstOrThrow({
      where: { cubeNo: null, projects: { none: { projectId: PROJECT } } },
    });
    expect(
      await attach('PRO-B', [
        [1, UNITS[0] ?? ''],
        [2, other.equipmentNo],
      ]),
    ).toMatchObject({ code: 409 });
    expect(await db().equipment.count({ where: { cubeNo: { startsWith: 'PRO-B-' } } })).toBe(0);
    expect(await attach('PRO-B', [[2, UNITS[0] ?? '']])).toMatchObject({ code: 200 });
    expect((await db().equipment.findUniqueOrThrow({ where: { equipmentNo: 'PU-1' } })).cubeNo).toBe('PRO-B-2');
    expect(await attach('PRO-B', [[2, UNITS[1] ?? '']])).toMatchObject({ code: 409, message: '端口2已被占用' });
    expect(await attach('PRO-B', [[1, 'PU-1']])).toMatchObject({ code: 409, message: '设备PU-1已有盒子' });
    expect((await query({ gatewayNo: 'PRO-B' })).records[0]).toMatchObject({
      attached: 1,
      onlineStatus: 2,
      buildingName: '购物中心',
      units: [{ port: 2, equipmentNo: 'PU-1', onlineStatus: 0 }],
    });
    expect((await query({ hasFreePort: 1 })).records.map(({ gatewayNo }) => gatewayNo)).toEqual(['PRO-B', 'PRO-A']);
    expect(await save({ gatewayNo: 'PRO-B', projectId: PROJECT, ports: 1 })).toMatchObject({
      code: 409,
      message: '端口数不能小于已挂接的端口',
    });
    expect(await remove('PRO-B')).toMatchObject({ code: 409, message: '请先移除挂接设备' });
    expect(await detach('PRO-B', [1])).toMatchObject({ code: 404, message: '端口1没有挂接设备' });
    expect(await detach('PRO-B', [2])).toMatchObject({ code: 200 });
    // It was told of both (api.md §4.6).
    expect(await db().edgeCube.findUnique({ where: { cubeNo: 'PRO-B' } })).toMatchObject({ configVersion: 3 });
    expect(await remove('PRO-B')).toMatchObject({ code: 200 });
    expect(await db().edgeCube.count({ where: { cubeNo: 'PRO-B' } })).toBe(0);
  });

  it('offers the units of its project that have no box', async () => {
    const free = async (searchKey?: string) =>
      (
        await call<{ records: { equipmentNo: string }[] }>(ADMIN, 'POST', 'gateway4pro/freeUnits', {
          gatewayNo: 'PRO-A',
          pageSize: 1000,
          searchKey,
        })
      ).data.records.map(({ equipmentNo }) => equipmentNo);
    expect(await free('PU-')).toHaveLength(6);
    expect(await free('PU-4')).toEqual(['PU-4']);
  });

  it('that is silent for 30 minutes is one symptom F06 that names its six units, and no F01 or F02', async () => {
    await save({ gatewayNo: 'PRO-F', projectId: PROJECT });
    await attach(
      'PRO-F',
      UNITS.map((no, index) => [index + 1, no] as const),
    );
    fleet = new Fleet();
    await fleet.send('PRO-F', 'connection', { state: 'online', session: 's', at: fleet.now });
    for (const equipmentNo of UNITS)
      await fleet.send('PRO-F', 'status', {
        equipmentNo,
        at: fleet.now,
        status: { connected: { value: true }, errorstate: { value: false } },
      });
    expect((await query({ gatewayNo: 'PRO-F' })).records[0]).toMatchObject({ onlineUnits: 6 });
    await fleet.act();
    fleet.now += 1000;
    const since = new Date(fleet.now);
    const found = async () =>
      (await db().symptom.findMany({ where: { eventDate: { gte: since } } })).map(
        ({ symptomDefinitionId }) => symptomDefinitionId,
      );
    await fleet.send('PRO-F', 'connection', { state: 'offline', session: 's', at: fleet.now });
    await fleet.after(1700);
    await fleet.act();
    expect(await found()).toEqual([]);
    await fleet.after(101);
    await fleet.act();
    // Beyond 72 hours the units count as offline, which F06 has said already.
    fleet.now += 73 * 3_600_000;
    await applyTimeRules(pool(), fleet.now);
    expect(await db().equipmentStatus.count({ where: { equipmentNo: { in: UNITS }, onlineStatus: 0 } })).toBe(6);
    await fleet.look();
    await fleet.act();
    expect(await found()).toEqual(['F06']);
    // Whatever a unit said before its first data is over.
    const symptoms = await db().symptom.findMany({ where: { clearedDate: null } });
    expect(symptoms.map(({ symptomDefinitionId }) => symptomDefinitionId)).toEqual(['F06']);
    expect(symptoms[0]?.members.toSorted()).toEqual(UNITS);
    const diagnosis = await call<{ symptoms: { symptomId: string }[] }>(ADMIN, 'GET', 'gateway/diagnose/PRO-F');
    expect(diagnosis.data.symptoms.map(({ symptomId }) => symptomId)).toEqual([symptoms[0]?.symptomId]);
  });
});
