import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { CubeDiagnosis, CubeHistoryRow, EdgeCubeRow } from '@/lib/features/gateways/contract';
import { call, resetLimits, sheetOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** The register of boxes through the door (api.md §2.19, silent-screens A1). */

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetLimits);
afterAll(closePortal);

interface Page {
  readonly total: number;
  readonly records: EdgeCubeRow[];
}
const ADMIN = 'platformAdmin';
const BRANCH = 'branchManager';
const query = (who: string, filters: object = {}) =>
  call<Page>(who, 'POST', 'gateway/query', { pageSize: 100, sortField: 'cubeNo', sortOrder: 'asc', ...filters });
const numbers = async (filters: object = {}, who = ADMIN) =>
  (await query(who, filters)).data.records.map(({ cubeNo }) => cubeNo);
const register = (cubeNo: string, who = BRANCH) => call(who, 'POST', 'gateway/saveOrUpdate', { cubeNo });
const bind = (cubeNo: string, equipmentNo: string, who = BRANCH) =>
  call(who, 'POST', 'gateway/bind', { cubeNo, equipmentNo });
const replace = (equipmentNo: string, newCubeNo: string, more: object = {}) =>
  call(BRANCH, 'POST', 'gateway/replace', { equipmentNo, newCubeNo, reason: 'fault', ...more });
const unbind = (cubeNo: string, reason = '现场拆除') => call(BRANCH, 'POST', 'gateway/unbind', { cubeNo, reason });
const retire = (cubeNo: string, retired: boolean, who = ADMIN) =>
  call(who, 'POST', 'gateway/retire', { cubeNo, retired });
const history = async (cubeNo: string) =>
  (await call<CubeHistoryRow[]>(ADMIN, 'GET', `gateway/history/${cubeNo}`)).data.map(
    ({ action, equipmentNo, reason }) => [action, equipmentNo, reason].filter((part) => part !== null).join(' '),
  );
const unit = (equipmentNo: string) =>
  db().equipment.findUniqueOrThrow({ where: { equipmentNo }, include: { status: true } });
const box = (cubeNo: string) => db().edgeCube.findUniqueOrThrow({ where: { cubeNo } });

describe('boxes and units', () => {
  let mine = '';
  let foreign = '';
  beforeAll(async () => {
    const units = await db().equipment.findMany({ orderBy: { equipmentNo: 'asc' } });
    mine = units.find(({ branchCode }) => branchCode === 'B01')?.equipmentNo ?? '';
    foreign = units.find(({ branchCode }) => branchCode !== 'B01')?.equipmentNo ?? '';
    await db().equipment.update({
      where: { equipmentNo: mine },
      data: { equipmentName: '云锦1#', buildingName: '东塔' },
    });
    for (const cubeNo of ['BOX-A', 'BOX-B', 'BOX-C']) await register(cubeNo);
  });

  it('are bound, replaced in one step and unbound; unit, boxes and history change together', async () => {
    const versions = async () => [(await box('BOX-A')).configVersion, (await box('BOX-B')).configVersion];
    expect(await versions()).toEqual([0, 0]);
    expect(await bind('box-a', mine)).toMatchObject({ code: 200 });
    expect(await unit(mine)).toMatchObject({ cubeNo: 'BOX-A', status: { onlineStatus: 0 } });
    expect(await replace(mine, 'BOX-B', { remark: '进水' })).toMatchObject({ code: 200 });
    expect(await unit(mine)).toMatchObject({ cubeNo: 'BOX-B' });
    expect([(await box('BOX-A')).bindState, (await box('BOX-B')).bindState]).toEqual(['UNBOUND', 'BOUND']);
    // Both are told which units are theirs (api.md §4.6).
    expect(await versions()).toEqual([3, 2]);
    expect(await unbind('BOX-B')).toMatchObject({ code: 200 });
    expect(await unit(mine)).toMatchObject({ cubeNo: null, status: { onlineStatus: 4 } });
    expect(await history('BOX-B')).toEqual([`unbind ${mine} 现场拆除`, `replace ${mine} fault: 进水`, 'register']);
  });

  it('are refused in the words of the design, at the field', async () => {
    await bind('BOX-A', mine);
    const fields = (answer: { data: unknown }) => (answer.data as { fieldErrors: object }).fieldErrors;
    const none = await bind('NONE-1', foreign, ADMIN);
    expect([none.code, fields(none)]).toEqual([404, { cubeNo: '盒子号不存在' }]);
    const gone = await bind('BOX-C', 'E-NONE');
    expect([gone.code, fields(gone)]).toEqual([404, { equipmentNo: '设备号不存在' }]);
    const twice = await bind('BOX-A', foreign, ADMIN);
    expect([twice.code, fields(twice)]).toEqual([409, { cubeNo: `该盒子已绑定设备${mine}` }]);
    const has = await bind('BOX-C', mine);
    expect([has.code, fields(has)]).toEqual([409, { equipmentNo: '该设备已有盒子，请使用更换' }]);
    const taken = await replace(mine, 'BOX-A');
    expect([taken.code, fields(taken)]).toEqual([409, { newCubeNo: `该盒子已绑定设备${mine}` }]);
    expect(await unbind('BOX-C')).toMatchObject({ code: 409, message: '该盒子未绑定设备' });
    expect(await unbind('BOX-A', '')).toMatchObject({ code: 400, message: '请填写原因' });
    expect(await bind('BOX-C', foreign)).toMatchObject({ code: 511 });
  });

  it('are retired only without a unit, by head office alone, which takes them back', async () => {
    expect(await retire('BOX-A', true)).toMatchObject({ code: 409, message: `该盒子已绑定设备${mine}` });
    expect(await retire('BOX-C', true, BRANCH)).toMatchObject({ code: 403 });
    expect(await retire('BOX-C', true)).toMatchObject({ code: 200 });
    expect(await bind('BOX-C', foreign, ADMIN)).toMatchObject({ code: 409 });
    expect(await retire('BOX-C', false)).toMatchObject({ code: 200 });
    expect((await box('BOX-C')).bindState).toBe('UNBOUND');
    expect(await history('BOX-C')).toEqual(['restore', 'retire', 'register']);
  });

  it('stand in the register with the state of the unit, and are found by every filter', async () => {
    await db().equipmentStatus.update({ where: { equipmentNo: mine }, data: { onlineStatus: 3 } });
    await db().edgeCube.update({
      where: { cubeNo: 'BOX-A' },
      data: { iccid: '89860412345678901234', fwVersion: '2.4.1', signal: -71 },
    });
    const { data } = await query(ADMIN, { cubeNo: 'box-a' });
    expect(data).toMatchObject({
      total: 1,
      records: [
        {
          cubeNo: 'BOX-A',
          equipmentNo: mine,
          equipmentName: '云锦1#',
          onlineStatus: 1,
          controllerConnected: false,
          bindState: 'BOUND',
          iccid: '8986****1234',
          signal: -71,
        },
      ],
    });
    expect(await numbers({ onlineStatus: 1, cubeNo: 'BOX' })).toEqual(['BOX-A']);
    expect(await numbers({ onlineStatus: 2, cubeNo: 'BOX' })).toEqual([]);
    await db().equipmentStatus.update({ where: { equipmentNo: mine }, data: { onlineStatus: 0 } });
    expect(await numbers({ onlineStatus: 2, cubeNo: 'BOX' })).toEqual(['BOX-A']);
    expect(await numbers({ onlineStatus: 4, cubeNo: 'BOX' })).toEqual(['BOX-B', 'BOX-C']);
    expect(await numbers({ equipmentNo: mine })).toEqual(['BOX-A']);
    for (const key of ['云锦', '东', '东塔']) expect(await numbers({ key })).toEqual(['BOX-A']);
    expect(await numbers({ bindState: 'UNBOUND', cubeNo: 'BOX' })).toEqual(['BOX-B', 'BOX-C']);
    expect(await numbers({ fwVersion: '2.4' })).toEqual(['BOX-A']);
    expect(await numbers({ branchCode: 'B02', cubeNo: 'BOX' })).toEqual([]);
  });

  it('leave as a workbook that says of each whether its controller answers, and nothing where nobody knows', async () => {
    const said = async (onlineStatus: number, live: object = {}) => {
      await db().equipmentStatus.update({ where: { equipmentNo: mine }, data: { onlineStatus, live } });
      const [heads = [], ...rows] = await sheetOf(ADMIN, 'gateway/download', { cubeNo: 'BOX' });
      const cells = (head: string) =>
        rows.map((row) => [row[heads.indexOf('盒子号')], row[heads.indexOf(head)]]).sort();
      expect(cells('启用').map(([, is]) => is)).toEqual(['是', '是', '是']);
      return cells('控制柜连接').map(([, is]) => is);
    };
    expect(await said(3)).toEqual(['未连接', null, null]);
    expect(await said(1, { connected: { value: 'true' } })).toEqual(['已连接', null, null]);
    expect(await said(0)).toEqual([null, null, null]);
  });

  it('of a branch are those of its units and those it registered; another branch’s are neither shown nor diagnosed', async () => {
    await register('BOX-Z', ADMIN);
    await bind('BOX-Z', foreign, ADMIN);
    expect(await numbers({ cubeNo: 'BOX' }, BRANCH)).toEqual(['BOX-A', 'BOX-B', 'BOX-C']);
    for (const path of ['diagnose', 'history'])
      expect(await call(BRANCH, 'GET', `gateway/${path}/BOX-Z`)).toMatchObject({ code: 511 });
    expect(await call(ADMIN, 'GET', 'gateway/diagnose/NONE-1')).toMatchObject({ code: 404, message: '盒子号不存在' });
  });

  it('are diagnosed: hours, last messages, refusals and open symptoms of category F', async () => {
    const hour = Date.now() - (Date.now() % 3_600_000);
    const last = Array.from({ length: 20 }, (_, index) => ({
      at: hour - index,
      topic: 'status',
      payload: `{"n":${index}}`,
    }));
    await db().edgeCube.update({
      where: { cubeNo: 'BOX-A' },
      data: {
        traffic: {
          hours: [
            [hour - 3_600_000, 7],
            [hour, 5],
          ],
          connects: [],
          last,
          session: null,
        },
        reconnects24h: 3,
      },
    });
    await db().ingestReject.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        cubeNo: 'BOX-A',
        topic: 'status',
        code: 'bad_value',
        message: `m${index}`,
        at: new Date(hour + index),
      })),
    });
    await db().symptom.createMany({
      data: (['INIT', 'CLOSED'] as const).map((symptomState) => ({
        symptomId: `F-${symptomState}`,
        symptomTitle: 'F01-设备离线',
        equipmentNo: mine,
        branchCode: 'B01',
        equipmentText: '云锦1#',
        category: 'F' as const,
        symptomState,
        createDate: new Date(),
      })),
    });
    const { data } = await call<CubeDiagnosis>(BRANCH, 'GET', 'gateway/diagnose/BOX-A');
    expect(data.messagesPerHour).toHaveLength(24);
    expect(data.messagesPerHour.slice(-3)).toEqual([0, 7, 5]);
    expect([data.lastMessages.length, data.rejects.length, data.reconnects24h]).toEqual([20, 50, 3]);
    expect(data.rejects[0]?.message).toBe('m59');
    expect(data.symptoms.map(({ symptomId }) => symptomId)).toEqual(['F-INIT']);
  });
});
