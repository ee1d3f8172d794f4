import type { EquipmentGroupDetail, EquipmentGroupRow, GroupLogRow } from '@/lib/features/equipment-groups/contract';
import { configMessageOf } from '@/lib/live/telemetry/config-message';
import { closePortal, notifyPortal, parseFact } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { listen } from '@/lib/platform/db/listen';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, useNoStrategies } from '../strategies/support/strategy';

/** Start and stop groups through the door (api.md §2.26, silent-screens A10). */

useFreshDatabase();
useNoStrategies();
const ADMIN = 'platformAdmin';
const PROJECT = 'P-1';
const UNITS = ['GU-1', 'GU-2', 'GU-3'];
const GREAT = Array.from({ length: 201 }, (_, index) => `GM-${index}`);

beforeAll(async () => {
  await createPersonas();
  await db().equipment.createMany({
    data: [...UNITS, ...GREAT, 'GF-1', 'GE-1'].map((equipmentNo) => ({
      equipmentNo,
      equipmentName: `name ${equipmentNo}`,
      equipmentType: equipmentNo === 'GE-1' ? 'YAE_ELT' : 'YAE_ESC',
      displayType: equipmentNo === 'GE-1' ? ('EV' as const) : ('ES' as const),
      cubeNo: UNITS.includes(equipmentNo) ? `BOX-${equipmentNo}` : null,
      branchCode: equipmentNo === 'GF-1' ? 'B02' : 'B01',
    })),
  });
  await db().projectEquipment.createMany({
    data: [...UNITS, ...GREAT, 'GE-1'].map((equipmentNo) => ({ projectId: PROJECT, equipmentNo })),
  });
  await db().projectEquipment.create({ data: { projectId: 'P-3', equipmentNo: 'GF-1' } });
  await db().edgeCube.createMany({
    data: UNITS.map((no) => ({
      cubeNo: `BOX-${no}`,
      kind: 'box' as const,
      bindState: 'BOUND' as const,
      secretHash: 'x',
      secretAt: new Date(),
    })),
  });
  await db().equipmentStatus.createMany({
    data: UNITS.map((equipmentNo, index) => ({
      equipmentNo,
      onlineStatus: index === 2 ? 0 : 1,
      errorStatus: index === 1 ? 1 : 0,
      live: {
        operationmode: { value: index === 1 ? 'Stopped' : 'Continuous', at: 1 },
        controlmode: { value: 'Local', at: 1 },
        technicianonsite: { value: index === 1, at: 1 },
      },
    })),
  });
});
beforeEach(resetLimits);
afterEach(() => db().equipmentGroup.deleteMany());
afterAll(closePortal);

const week = (startTime = '00:00', stopTime = '00:00') =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    weekday === 7
      ? { weekday, closed: false, startTime: '00:00', stopTime: '00:00' }
      : { weekday, closed: false, startTime, stopTime },
  );
const FORM = {
  groupName: '西厅',
  projectId: PROJECT,
  enabled: true,
  mode: 'REMINDER',
  equipmentNoList: UNITS,
  week: week(),
  responsible: ['branchManager'],
};
const save = (body: object = {}, who = ADMIN) =>
  call<{ groupId: string; version: number }>(who, 'POST', 'equipGroup/saveOrUpdate', { ...FORM, ...body });
const detail = (groupId: string, who = ADMIN) => call<EquipmentGroupDetail>(who, 'GET', `equipGroup/${groupId}`);
const query = async (filters: object = {}, who = ADMIN) =>
  (await call<{ total: number; records: EquipmentGroupRow[] }>(who, 'POST', 'equipGroup/query', filters)).data;
const execute = (groupId: string, units: object[], who = ADMIN) =>
  call<{ logIds: string[] }>(who, 'POST', 'equipGroup/execute', { groupId, action: 'start', units });
const log = async (groupId: string, filters: object = {}) =>
  (
    await call<{ total: number; records: GroupLogRow[] }>(ADMIN, 'POST', 'equipGroup/log/query', {
      groupId,
      ...filters,
    })
  ).data;
const config = async (no: string) =>
  JSON.parse((await configMessageOf(`BOX-${no}`, 1))?.payload ?? 'null') as {
    version: number;
    equipment: { equipmentNo: string; schedules: { weekday: number }[] }[];
  };

describe('[MISC-016] a start and stop group', () => {
  it('is saved, listed with its week in words, and read with its units against the plan', async () => {
    const { data } = await save({ week: week('05:20', '00:40') });
    expect(data.version).toBe(1);
    const { total, records } = await query({ key: 'GU-2', enabled: 1, projectId: PROJECT, branchCode: 'B01' });
    expect({ total, records }).toMatchObject({
      total: 1,
      records: [
        {
          groupName: '西厅',
          equipmentTotal: 3,
          summary: '周一至周六 05:20-次日00:40，周日 全天运行',
          lastRun: null,
          lastResult: null,
          version: 1,
        },
      ],
    });
    for (const filters of [{ key: 'GU-9' }, { enabled: 0 }, { projectId: 'P-2' }, { branchCode: 'B02' }])
      expect([filters, (await query(filters)).total]).toEqual([filters, 0]);
    await save({ groupId: data.groupId, version: 1, week: week() });
    expect((await detail(data.groupId)).data).toMatchObject({
      shouldRun: true,
      nextTime: null,
      mismatchTotal: 1,
      responsible: [{ username: 'branchManager' }],
      equipmentList: [
        { equipmentNo: 'GU-1', running: true, mismatch: false, warnings: ['local'] },
        { equipmentNo: 'GU-2', running: false, mismatch: true, warnings: ['error', 'local', 'technician'] },
        { equipmentNo: 'GU-3', running: null, mismatch: false, warnings: ['offline'] },
      ],
    });
    await save({ groupId: data.groupId, version: 2, enabled: false });
    expect((await detail(data.groupId)).data).toMatchObject({ shouldRun: null, mismatchTotal: 0 });
  });

  it('says nothing of a unit that was silent for ten minutes, or whose values a data strategy withholds', async () => {
    const { data } = await save();
    const silent = { where: { equipmentNo: 'GU-2' }, data: { lastDataAt: new Date(Date.now() - 11 * 60_000) } };
    await db().equipmentStatus.update(silent);
    const second = async () => (await detail(data.groupId)).data.equipmentList[1];
    expect(await second()).toMatchObject({
      onlineStatus: 1,
      isLive: false,
      lastDataAt: expect.any(String) as string,
      running: null,
      mismatch: false,
      warnings: ['offline', 'error', 'technician'],
    });
    expect(await query()).toMatchObject({ records: [{ mismatchTotal: 0, unknownTotal: 2 }] });
    await db().equipmentStatus.update({ ...silent, data: { lastDataAt: null } });
    expect(await second()).toMatchObject({ running: false, mismatch: true });
    await db().userStrategy.create({
      data: {
        ...{ strategyId: 's', strategyName: 's', level: 'user', ...EVERYTHING, enabled: true, dataGroups: ['live'] },
        targets: { create: { level: 'user', value: ADMIN } },
      },
    });
    forgetStrategies();
    expect(await second()).toMatchObject({ running: null, mismatch: false, warnings: ['technician'] });
  });

  it('is changed by one of two who read the same version; the other is told', async () => {
    const { data } = await save();
    const answers = await Promise.all(
      ['A', 'B'].map((groupName) => save({ groupId: data.groupId, version: 1, groupName })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toBe('数据已被修改，请刷新');
    expect(await save({ groupId: data.groupId })).toMatchObject({ code: 409 });
  });

  it('needs a free name in its project, and units that are in no other group', async () => {
    await save({ equipmentNoList: ['GU-1'] });
    expect(await save({ equipmentNoList: ['GU-2'] })).toMatchObject({ code: 409, message: '该项目已有同名分组' });
    expect(await save({ groupName: 'other', equipmentNoList: ['GU-2', 'GU-1'] })).toMatchObject({
      code: 409,
      message: '设备GU-1已在其他分组中',
    });
    const answers = await Promise.all(['X', 'Y'].map((groupName) => save({ groupName, equipmentNoList: ['GU-2'] })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it.each([
    ['no name', { groupName: '' }, 400, '请输入组名'],
    ['no unit', { equipmentNoList: [] }, 400, '请选择设备'],
    ['201 units', { equipmentNoList: GREAT }, 400, '每组最多200台设备'],
    ['an elevator', { equipmentNoList: ['GE-1'] }, 400, '设备GE-1不是扶梯或人行道'],
    ['a unit of another project', { equipmentNoList: ['GF-1'] }, 409, '设备GF-1不属于所选项目'],
    ['a unit that is not there', { equipmentNoList: ['GU-0'] }, 404, '设备不存在'],
    [
      '101 exceptions',
      { exceptions: Array.from({ length: 101 }, () => ({ date: '2026-05-01', closed: true })) },
      400,
      '例外日期最多100个',
    ],
    ['a date twice', { exceptions: [1, 2].map(() => ({ date: '2026-05-01', closed: true })) }, 400, '例外日期重复'],
    ['25:00', { week: week('25:00', '08:00') }, 400, '时间格式应为HH:mm'],
    ['an open day without times', { week: week('', '') }, 400, '必填'],
    ['six weekdays', { week: week().slice(1) }, 400, '每个星期各需一行'],
    ['nobody responsible', { responsible: [] }, 400, '请至少选择一位负责人'],
    ['an unknown account', { responsible: ['nobody'] }, 404, '数据不存在'],
    ['remote operation', { mode: 'REMOTE' }, 403, '远程执行未启用'],
  ] as [string, object, number, string][])('is refused with %s', async (_, body, code, message) => {
    const answer = await save(body);
    expect(answer).toMatchObject({ code, message });
    expect(await db().equipmentGroup.count()).toBe(0);
  });

  it('takes 200 units; what the saver does not see is refused, and stays where it was', async () => {
    expect(await save({ equipmentNoList: GREAT.slice(0, 200) })).toMatchObject({ code: 200 });
    await db().equipmentGroup.deleteMany();
    expect(await save({ equipmentNoList: ['GF-1'] }, 'branchManager')).toMatchObject({ code: 511 });
    expect(await save({ responsible: [ADMIN] }, 'branchManager')).toMatchObject({ code: 511 });
    const { data } = await save({ responsible: [ADMIN, 'branchManager'] });
    expect((await detail(data.groupId, 'branchManager')).data.responsible).toMatchObject([
      { username: 'branchManager' },
    ]);
    expect((await detail(data.groupId, 'branchManager')).data.hiddenResponsible).toBe(1);
    expect(await save({ groupId: data.groupId, version: 1 }, 'branchManager')).toMatchObject({ code: 200 });
    expect((await detail(data.groupId)).data.responsible.map(({ username }) => username)).toEqual([
      'branchManager',
      ADMIN,
    ]);
  });

  it('is switched off by somebody who sees none of those responsible', async () => {
    const { data } = await save({ responsible: [ADMIN] });
    expect(
      await save({ groupId: data.groupId, version: 1, enabled: false, responsible: [] }, 'branchManager'),
    ).toMatchObject({ code: 200 });
    expect((await detail(data.groupId)).data).toMatchObject({ enabled: false, responsible: [{ username: ADMIN }] });
  });

  it('of a project that is gone keeps no unit, and gives its boxes no hours', async () => {
    await db().project.create({ data: { projectId: 'P-OLD', branchCode: 'B01', projectName: '旧项目' } });
    await db().projectEquipment.create({ data: { projectId: 'P-OLD', equipmentNo: 'GU-1' } });
    await save({ projectId: 'P-OLD', equipmentNoList: ['GU-1'] });
    await db().project.update({ where: { projectId: 'P-OLD' }, data: { deletedAt: new Date() } });
    expect(await config('GU-1')).toMatchObject({ equipment: [{ schedules: [] }] });
    const free = await call<{ records: { equipmentNo: string }[] }>(ADMIN, 'POST', 'equipGroup/freeUnits', {
      projectId: PROJECT,
      searchKey: 'GU-1',
    });
    expect(free.data.records).toHaveLength(1);
    expect(await save({ equipmentNoList: ['GU-1'] })).toMatchObject({ code: 200 });
  });

  it('tells each box its hours with the next version, and takes them back when it is deleted', async () => {
    const before = { one: (await config('GU-1')).version, two: (await config('GU-2')).version };
    const { data } = await save({ equipmentNoList: ['GU-1'] });
    const told = await config('GU-1');
    expect(told.version).toBe(before.one + 1);
    expect(told.equipment[0]?.schedules.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await config('GU-2')).version).toBe(before.two);
    await save({ groupId: data.groupId, version: 1, equipmentNoList: ['GU-2'] });
    expect(await config('GU-1')).toMatchObject({ version: before.one + 2, equipment: [{ schedules: [] }] });
    expect((await config('GU-2')).version).toBe(before.two + 1);
    expect(await call(ADMIN, 'DELETE', `equipGroup/${data.groupId}`)).toMatchObject({ code: 200 });
    expect(await config('GU-2')).toMatchObject({ version: before.two + 2, equipment: [{ schedules: [] }] });
    expect(await detail(data.groupId)).toMatchObject({ code: 404 });
    expect(await save({ equipmentNoList: ['GU-2'] })).toMatchObject({ code: 200 });
  });
});

it('the gateways hear of the boxes of a saved group, and of no others', async () => {
  const told: string[] = [];
  let begin: () => void;
  let end: () => void;
  const isListening = new Promise<void>((resolve) => (begin = resolve));
  const isOver = new Promise<void>((resolve) => (end = resolve));
  // A connection of its own: the channel of the process may be listening already.
  const stop = listen({
    channel: 'portal',
    onListening: () => begin(),
    onNotice(payload) {
      const fact = parseFact(payload);
      if (fact?.topic !== 'cube') return;
      told.push(fact.key);
      if (fact.key === 'end') end();
    },
  });
  await isListening;
  await save({ equipmentNoList: ['GU-2', 'GU-1', 'GM-1'] });
  await notifyPortal(db(), { topic: 'cube', key: 'end' });
  await isOver;
  await stop();
  expect(told).toEqual(['BOX-GU-1', 'BOX-GU-2', 'end']);
});

describe('an execution', () => {
  const done = (equipmentNo: string, more: object = {}) => ({
    equipmentNo,
    confirmedEmpty: true,
    result: 'SUCCESS',
    ...more,
  });

  it('is kept unit by unit and is the last result of the group', async () => {
    const { data } = await save();
    expect(
      (await execute(data.groupId, [done('GU-1'), done('GU-2', { result: 'SKIPPED', reason: '检修' })])).data.logIds,
    ).toHaveLength(2);
    expect(await query()).toMatchObject({
      records: [{ lastResult: 'SUCCESS', lastRun: expect.any(String) as string }],
    });
    await execute(data.groupId, [done('GU-1'), done('GU-3', { result: 'FAILED', reason: '无钥匙' })]);
    expect(await query()).toMatchObject({ records: [{ lastResult: 'FAILED' }] });
    const { total, records } = await log(data.groupId);
    expect(total).toBe(4);
    expect(records[0]).toMatchObject({ action: 'start', confirmedBy: expect.any(String) as string });
    expect(
      records
        .map(({ reason }) => reason)
        .filter(Boolean)
        .sort(),
    ).toEqual(['无钥匙', '检修']);
    expect((await log(data.groupId, { startDate: '2020-01-01', endDate: '2020-01-02' })).total).toBe(0);
  });

  it('of a unit that is another customer’s now is no longer shown', async () => {
    const { data } = await save();
    await execute(data.groupId, [done('GU-1')]);
    await execute(data.groupId, [done('GU-2', { result: 'FAILED', reason: '无钥匙' })]);
    await db().equipment.update({ where: { equipmentNo: 'GU-2' }, data: { branchCode: 'B02' } });
    const seen = await call<{ total: number; records: GroupLogRow[] }>(
      'branchManager',
      'POST',
      'equipGroup/log/query',
      {
        groupId: data.groupId,
      },
    );
    const listed = await query({}, 'branchManager');
    await db().equipment.update({ where: { equipmentNo: 'GU-2' }, data: { branchCode: 'B01' } });
    expect(seen.data).toMatchObject({ total: 1, records: [{ equipmentNo: 'GU-1' }] });
    expect(listed).toMatchObject({ records: [{ lastResult: 'SUCCESS', equipmentTotal: 2 }] });
  });

  it.each([
    ['without the confirmation', done('GU-1', { confirmedEmpty: false }), '请确认梯上无人'],
    ['skipped without a reason', done('GU-1', { result: 'SKIPPED' }), '请填写原因'],
    ['of a unit of no group', done('GM-1'), '设备GM-1不在该分组中'],
  ])('is refused %s', async (_, unit, message) => {
    const { data } = await save();
    expect(await execute(data.groupId, [unit])).toMatchObject({ code: 400, message });
    expect(await db().equipmentGroupLog.count()).toBe(0);
  });
});

it('the dialog offers units in no other group, and accounts of their own scope that may see groups', async () => {
  const { data } = await save({ equipmentNoList: ['GU-1'] });
  const offered = async (more: object) =>
    (
      await call<{ records: { equipmentNo: string }[] }>(ADMIN, 'POST', 'equipGroup/freeUnits', {
        projectId: PROJECT,
        searchKey: 'GU-',
        ...more,
      })
    ).data.records
      .map(({ equipmentNo }) => equipmentNo)
      .sort();
  expect(await offered({})).toEqual(['GU-2', 'GU-3']);
  expect(await offered({ groupId: data.groupId })).toEqual(UNITS);
  const accounts = async (who: string) =>
    (
      await call<{ records: { username: string }[] }>(who, 'POST', 'equipGroup/responsible', {
        projectId: PROJECT,
        pageSize: 200,
      })
    ).data.records.map(({ username }) => username);
  expect(await accounts(ADMIN)).toEqual(expect.arrayContaining([ADMIN, 'branchManager']));
  expect(await accounts('branchManager')).toContain('branchManager');
  expect(await accounts('branchManager')).not.toContain(ADMIN);
});

it('nobody can be made responsible who would not be reminded: who does not see the project, or may not read groups', async () => {
  const elsewhere = { projectId: 'P-3', equipmentNoList: ['GF-1'] };
  const listed = await call<{ records: { username: string }[] }>(ADMIN, 'POST', 'equipGroup/responsible', {
    projectId: 'P-3',
    pageSize: 200,
  });
  expect(listed.data.records.map(({ username }) => username)).not.toContain('branchManager');
  expect(await save(elsewhere)).toMatchObject({
    code: 400,
    message: 'branchManager看不到该项目的启停组，不能作为负责人',
  });
  expect(await save({ ...elsewhere, responsible: [ADMIN] })).toMatchObject({ code: 200 });
});
