import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { formatDate } from '@/lib/platform/i18n/format';
import type { ErrorInspectionDetail, ErrorInspectionRow } from '@/lib/features/error-inspection/contract';
import { keepStrips } from '@/lib/features/error-inspection/internal/kept-strips';
import { handleSms } from '@/lib/platform/door/web-door';
import { headersOf, resetLimits } from '../../../support/callers';
import { shownRows } from '../../../support/sheet';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, without } from '../strategies/support/strategy';

useFreshDatabase();

type Name = 'platformAdmin' | 'branchManager' | 'inspector' | 'reader' | 'datesOnly' | 'customer' | 'branchDispatcher';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.now();
const ago = (ms: number) => new Date(NOW - ms);
const RANGE = { startDate: formatDate(NOW - 6 * 24 * HOUR), endDate: formatDate(NOW) };

const episode = (errorId: string, gbCode: string, equipmentNo: string, hours: number, rest: object = {}) => ({
  errorId,
  gbCode,
  text: gbCode === '02' ? '关门故障' : '安全回路断路',
  equipmentNo,
  branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
  startDate: ago(hours * HOUR),
  recoverDate: ago(hours * HOUR - 10 * MINUTE),
  mode: 'N',
  ...rest,
});

beforeAll(async () => {
  await createPersonas();
  const branch = persona('branchDispatcher');
  const make = (username: string, authorities: (typeof branch)['authorities'], base = branch) =>
    createPersona({ ...base, username, authorities }, 'x');
  await make('inspector', ['ERROR_INSPECTION_READ', 'ERROR_INSPECTION_WRITE']);
  await make('reader', ['ERROR_INSPECTION_READ']);
  await make('datesOnly', ['ERROR_INSPECTION_READ', 'DISABLE_MAINTENANCE_HH_MM_SS']);
  await make(
    'customer',
    ['ERROR_INSPECTION_READ', 'ERROR_INSPECTION_WRITE', 'CALLBACK_WRITE'],
    persona('customerLite'),
  );
  await db().gbCodeDict.createMany({
    data: [{ gbCode: '02', text: '关门故障', textEn: 'Door does not close' }],
    skipDuplicates: true,
  });
});
beforeEach(async () => {
  resetLimits();
  await db().userStrategy.deleteMany();
  forgetStrategies();
  await db().errorInspection.deleteMany();
  await db().callbackStatus.deleteMany();
  await db().callback.deleteMany();
  await db().errorInspection.createMany({
    data: [
      episode('ER-1', '02', 'E-1', 2),
      episode('ER-2', '02', 'E-1', 4, { recoverDate: null, mode: 'INS' }),
      episode('ER-3', '01', 'E-2', 30, {
        trapped: true,
        result: 'REAL',
        inspector: 'branchManager',
        inspectDate: ago(HOUR),
      }),
      episode('ER-4', '02', 'E-1', 40, { result: 'WATCH', comment: '继续观察' }),
      episode('ER-5', '02', 'E-3', 5),
      episode('ER-OLD', '02', 'E-1', 24 * 20),
    ],
  });
});
afterAll(closePortal);

const query = async (name: Name, body: object = {}, headers: object = {}) =>
  callSms<{ total: number; records: ErrorInspectionRow[]; historyMonths?: number }>('POST', 'errorInspection/query', {
    body: { ...RANGE, ...body },
    headers: { ...(await headersOf(name)), ...headers },
  });
const ids = async (name: Name, body: object = {}) => (await query(name, body)).data.records.map((row) => row.errorId);
const detail = async (name: Name, errorId: string, headers: object = {}) =>
  callSms<ErrorInspectionDetail>('GET', `errorInspection/${errorId}`, {
    headers: { ...(await headersOf(name)), ...headers },
  });
const inspect = async (name: Name, body: object) =>
  callSms<{ updated: number; callbackId: string | null }>('POST', 'errorInspection/inspect', {
    body,
    headers: await headersOf(name),
  });
const stored = (errorId: string) => db().errorInspection.findUniqueOrThrow({ where: { errorId } });
async function file(name: Name): Promise<unknown[][]> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/errorInspection/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
      body: JSON.stringify(RANGE),
    }),
  );
  expect(response.headers.get('content-disposition')).toMatch(/filename="errorInspection-\d{14}\.xlsx"/);
  return await shownRows(new Uint8Array(await response.arrayBuffer()));
}

describe('the list', () => {
  it('needs both days, at most sixty, and is newest first', async () => {
    expect(await ids('platformAdmin')).toEqual(['ER-1', 'ER-2', 'ER-5', 'ER-3', 'ER-4']);
    expect(
      await callSms('POST', 'errorInspection/query', {
        body: { startDate: RANGE.startDate },
        headers: await headersOf('reader'),
      }),
    ).toMatchObject({ code: 400, message: '开始日期和结束日期必须选择' });
    expect((await query('reader', { startDate: formatDate(NOW - 59 * 24 * HOUR) })).code).toBe(200);
    expect((await query('reader', { startDate: formatDate(NOW - 60 * 24 * HOUR) })).code).toBe(400);
  });
  it('is filtered by unit, code, type, results, what lasts, trapped persons and branch', async () => {
    expect(await ids('platformAdmin', { key: '静安' })).toEqual(['ER-1', 'ER-2', 'ER-4']);
    expect(await ids('platformAdmin', { key: 'e-2' })).toEqual(['ER-3']);
    expect(await ids('platformAdmin', { gbCode: '01' })).toEqual(['ER-3']);
    expect(await ids('platformAdmin', { equipmentType: 2 })).toEqual([]);
    expect(await ids('platformAdmin', { equipmentType: 1 })).toHaveLength(5);
    expect(await ids('platformAdmin', { results: ['WATCH', 'REAL'] })).toEqual(['ER-3', 'ER-4']);
    expect(await ids('platformAdmin', { active: true })).toEqual(['ER-2']);
    expect(await ids('platformAdmin', { trapped: true })).toEqual(['ER-3']);
    expect(await ids('platformAdmin', { branchCode: 'B02' })).toEqual(['ER-5']);
  });
  it('counts the same code on the unit in the last 24 h, tells how long it lasted, and proposes', async () => {
    const { records } = (await query('platformAdmin', { key: 'E-1' })).data;
    expect(records.map(({ errorId, count24h }) => [errorId, count24h])).toEqual([
      ['ER-1', 2],
      ['ER-2', 1],
      ['ER-4', 1],
    ]);
    expect(records.map(({ durationSec }) => durationSec)).toEqual([600, null, 600]);
    expect(records.map(({ proposedResult }) => proposedResult)).toEqual([null, 'SERVICE_WORK', null]);
    const english = await query('platformAdmin', { gbCode: '02' }, { 'accept-language': 'en' });
    expect(english.data.records[0]).toMatchObject({ text: 'Door does not close', equipmentName: '静安中心1号梯' });
  });
  it('is sorted by time, code, result and unit and by nothing else', async () => {
    expect(await ids('platformAdmin', { sortField: 'startDate', sortOrder: 'asc' })).toEqual([
      'ER-4',
      'ER-3',
      'ER-5',
      'ER-2',
      'ER-1',
    ]);
    expect(await ids('platformAdmin', { sortField: 'gbCode', sortOrder: 'asc' })).toEqual([
      'ER-3',
      'ER-4',
      'ER-5',
      'ER-2',
      'ER-1',
    ]);
    expect((await query('platformAdmin', { sortField: 'comment' })).code).toBe(400);
  });
  it("shows a branch its own, a customer the projects', and without the authority nothing", async () => {
    expect(await ids('reader')).toEqual(['ER-1', 'ER-2', 'ER-3', 'ER-4']);
    expect(await ids('customer')).toEqual(['ER-1', 'ER-2', 'ER-4']);
    expect((await query('branchManager', {}, { projectId: 'P-2' })).data.records.map((row) => row.errorId)).toEqual([
      'ER-3',
    ]);
    expect((await query('branchDispatcher')).code).toBe(403);
  });
  it('is a file with the same rows', async () => {
    const [head, ...rows] = await file('reader');
    expect(head?.slice(0, 7)).toEqual(['编号', '设备号', '设备名称', '楼宇', '故障码', '故障描述', '发生时间']);
    const trapped = head?.indexOf('困人') ?? -1;
    expect(rows.map((row) => [row[0], row[trapped]])).toEqual([
      ['ER-1', '否'],
      ['ER-2', '否'],
      ['ER-3', '是'],
      ['ER-4', '否'],
    ]);
  });
});

describe('one episode', () => {
  it('has its neighbours in the order of the list, its code of 30 days and its history', async () => {
    await inspect('inspector', { errorIds: ['ER-4'], result: 'FALSE_ALARM', comment: '传感器误报' });
    const { data } = await detail('reader', 'ER-4');
    expect(data).toMatchObject({
      result: 'FALSE_ALARM',
      inspector: 'inspector',
      previousId: 'ER-3',
      nextId: 'ER-OLD',
      sameCode30d: 2,
      canInspect: false,
      history: [{ result: 'FALSE_ALARM', comment: '传感器误报', operator: 'inspector' }],
    });
    expect((await detail('reader', 'ER-1')).data).toMatchObject({
      previousId: null,
      nextId: 'ER-2',
      canInspect: false,
    });
    expect((await detail('inspector', 'ER-1')).data.canInspect).toBe(true);
  });
  it('is 511 for who may not see it and 404 for nobody', async () => {
    expect((await detail('reader', 'ER-5')).code).toBe(511);
    expect((await detail('customer', 'ER-3')).code).toBe(511);
    expect((await detail('reader', 'ER-0')).code).toBe(404);
    expect((await detail('branchDispatcher', 'ER-1')).code).toBe(403);
  });
  it('shows what the unit did from the traces, and keeps it once nothing more can come', async () => {
    const start = NOW - 2 * HOUR;
    const bucket = (at: number) => new Date(Math.floor(at / (5 * MINUTE)) * 5 * MINUTE);
    await db().equipmentTrace.createMany({
      data: [
        {
          equipmentNo: 'E-1',
          bucketStart: bucket(start - 5 * MINUTE),
          changes: [[start - 5 * MINUTE, 'door', 'Closed']],
        },
        {
          equipmentNo: 'E-1',
          bucketStart: bucket(start + MINUTE),
          changes: [[start + MINUTE, 'technicianonsite', true]],
        },
        {
          equipmentNo: 'E-1',
          bucketStart: bucket(start + 40 * MINUTE),
          changes: [[start + 40 * MINUTE, 'door', 'Opened']],
        },
      ],
    });
    const expected = {
      fromMs: -10 * MINUTE,
      untilMs: 20 * MINUTE,
      entries: [
        { at: -5 * MINUTE, key: 'door', value: 'Closed' },
        { at: MINUTE, key: 'technicianonsite', value: true },
      ],
    };
    expect((await detail('reader', 'ER-1')).data).toMatchObject({ strip: expected, proposedResult: 'SERVICE_WORK' });
    expect(await keepStrips(start + 19 * MINUTE)).toBe(4);
    expect((await stored('ER-1')).strip).toBeNull();
    expect(await keepStrips(start + 20 * MINUTE)).toBe(1);
    await db().equipmentTrace.deleteMany();
    expect((await detail('reader', 'ER-1')).data).toMatchObject({ strip: expected, proposedResult: 'SERVICE_WORK' });
    // One that was looked for and not found says so, and is not looked for again.
    expect((await detail('reader', 'ER-4')).data.strip).toBeNull();
    expect(await keepStrips(start + 21 * MINUTE)).toBe(0);
  });
});

describe('who sees dates only', () => {
  it('sees no time of day in list, detail or export', async () => {
    await inspect('inspector', { errorIds: ['ER-4'], result: 'REAL' });
    const list = await query('datesOnly');
    expect(list.data.total).toBe(4);
    const text = JSON.stringify([
      list.data,
      ...(await Promise.all(['ER-1', 'ER-3', 'ER-4'].map(async (id) => (await detail('datesOnly', id)).data))),
      await file('datesOnly'),
    ]);
    expect(text).toMatch(/\d{4}-\d\d-\d\d/);
    expect(text).not.toMatch(/\d\d:\d\d/);
    // Nor an instant that a browser could read one from.
    expect(text).not.toMatch(/\b1[6-9]\d{11}\b/);
    expect(JSON.stringify((await detail('reader', 'ER-4')).data)).toMatch(/\d\d:\d\d:\d\d/);
  });
});

describe('a data strategy', () => {
  const strategy = (rest: object) =>
    db().userStrategy.create({
      data: {
        strategyId: 'ST',
        strategyName: 'st',
        level: 'user',
        targets: { create: { level: 'user', value: 'reader' } },
        ...EVERYTHING,
        ...rest,
      },
    });
  it('without faults leaves those with trapped persons alone', async () => {
    await strategy({ dataGroups: without('faults') });
    expect(await ids('reader')).toEqual(['ER-3']);
    expect((await detail('reader', 'ER-1')).code).toBe(403);
    expect((await detail('reader', 'ER-3')).data).toMatchObject({ errorId: 'ER-3', previousId: null, nextId: null });
  });
  it('leaves so many months, and says so where it cut', async () => {
    await db().errorInspection.update({ where: { errorId: 'ER-OLD' }, data: { startDate: ago(45 * 24 * HOUR) } });
    await strategy({ historyMonths: 1 });
    const { data } = await query('reader', { startDate: formatDate(NOW - 50 * 24 * HOUR) });
    expect([data.historyMonths, data.total]).toEqual([1, 4]);
    expect((await query('reader')).data.historyMonths).toBeUndefined();
    expect((await detail('reader', 'ER-OLD')).code).toBe(403);
    expect((await detail('reader', 'ER-4')).data.nextId).toBeNull();
  });
});

describe('judging', () => {
  it('of up to fifty rows of one code keeps author, time and comment of each', async () => {
    expect(
      await inspect('inspector', { errorIds: ['ER-1', 'ER-2', 'ER-1'], result: 'SERVICE_WORK', comment: '半月保' }),
    ).toMatchObject({
      code: 200,
      data: { updated: 2, callbackId: null },
    });
    for (const id of ['ER-1', 'ER-2'])
      expect(await stored(id)).toMatchObject({
        result: 'SERVICE_WORK',
        comment: '半月保',
        inspector: 'inspector',
        history: [{ result: 'SERVICE_WORK', comment: '半月保', operator: 'inspector' }],
      });
  });
  it('can be made again of what is under watch, and of nothing else', async () => {
    expect((await inspect('inspector', { errorIds: ['ER-1'], result: 'WATCH', comment: '看看' })).code).toBe(200);
    expect((await inspect('inspector', { errorIds: ['ER-1'], result: 'REAL' })).code).toBe(200);
    expect(await inspect('inspector', { errorIds: ['ER-1', 'ER-2'], result: 'REAL' })).toMatchObject({
      code: 409,
      message: '当前状态不允许该操作',
    });
    expect((await stored('ER-1')).history).toHaveLength(2);
    expect((await stored('ER-2')).result).toBe('PENDING');
  });
  it('needs a word unless the fault was real, one code, and rows in scope', async () => {
    expect(await inspect('inspector', { errorIds: ['ER-1'], result: 'FALSE_ALARM' })).toMatchObject({
      code: 400,
      message: '请输入排查说明',
    });
    expect(await inspect('inspector', { errorIds: ['ER-1'], result: 'PENDING' })).toMatchObject({ code: 400 });
    await db().errorInspection.update({ where: { errorId: 'ER-3' }, data: { result: 'PENDING' } });
    expect(await inspect('inspector', { errorIds: ['ER-1', 'ER-3'], result: 'REAL' })).toMatchObject({
      code: 400,
      message: '请选择同一故障码的记录',
    });
    expect((await inspect('inspector', { errorIds: ['ER-1', 'ER-5'], result: 'REAL' })).code).toBe(511);
    expect((await inspect('inspector', { errorIds: ['ER-1', 'ER-0'], result: 'REAL' })).code).toBe(404);
    expect(
      (await inspect('inspector', { errorIds: Array.from({ length: 51 }, (_, i) => `X-${i}`), result: 'REAL' })).code,
    ).toBe(400);
    expect((await inspect('reader', { errorIds: ['ER-1'], result: 'REAL' })).code).toBe(403);
    expect((await stored('ER-1')).result).toBe('PENDING');
  });
  it('of twenty at once one is kept', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => inspect('inspector', { errorIds: ['ER-1', 'ER-2'], result: 'REAL' })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect((await stored('ER-1')).history).toHaveLength(1);
  });
});

describe('a call-out of episodes', () => {
  it('names code and text, is of the desk, and stands on every row', async () => {
    const { data } = await inspect('branchManager', {
      errorIds: ['ER-1', 'ER-2'],
      result: 'REAL',
      createCallback: true,
    });
    const callbackId = data.callbackId ?? '';
    expect(await db().callback.findUniqueOrThrow({ where: { callbackId } })).toMatchObject({
      equipmentNo: 'E-1',
      callbackType: 'Telemonitoring Manual',
      jobDescription: '02 关门故障',
      personTrapped: false,
    });
    expect([(await stored('ER-1')).callbackId, (await stored('ER-2')).callbackId]).toEqual([callbackId, callbackId]);
    expect((await detail('branchManager', 'ER-4')).data.openCallbackId).toBe(callbackId);
    expect((await detail('reader', 'ER-4')).data.openCallbackId).toBeNull();
  });
  it('where one is open is refused with it, and attached to it instead', async () => {
    const first = (await inspect('branchManager', { errorIds: ['ER-1'], result: 'REAL', createCallback: true })).data
      .callbackId;
    expect(await inspect('branchManager', { errorIds: ['ER-2'], result: 'REAL', createCallback: true })).toMatchObject({
      code: 409,
      message: '该设备存在未完成的召修',
      data: { callbackId: first },
    });
    expect((await stored('ER-2')).result).toBe('PENDING');
    expect(await inspect('branchManager', { errorIds: ['ER-2'], result: 'REAL', callbackId: first })).toMatchObject({
      code: 200,
      data: { callbackId: first },
    });
    expect(await db().callback.count()).toBe(1);
  });
  it('of somebody who still is trapped joins the open one', async () => {
    const first = (await inspect('branchManager', { errorIds: ['ER-1'], result: 'REAL', createCallback: true })).data
      .callbackId;
    await db().errorInspection.update({ where: { errorId: 'ER-2' }, data: { trapped: true } });
    expect(
      (await inspect('branchManager', { errorIds: ['ER-2'], result: 'REAL', createCallback: true })).data.callbackId,
    ).toBe(first);
    expect((await db().callback.findFirstOrThrow()).personTrapped).toBe(true);
  });
  it('is of one unit, by who may write call-outs and is no customer, and not where an ERP is master', async () => {
    await db().errorInspection.update({ where: { errorId: 'ER-3' }, data: { result: 'PENDING', gbCode: '02' } });
    const wish = { errorIds: ['ER-1', 'ER-3'], result: 'REAL', createCallback: true };
    expect(await inspect('branchManager', wish)).toMatchObject({ code: 400, message: '请选择同一台设备的记录' });
    expect((await inspect('inspector', { ...wish, errorIds: ['ER-1'] })).code).toBe(403);
    expect((await inspect('customer', { ...wish, errorIds: ['ER-1'] })).code).toBe(403);
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    expect((await inspect('branchManager', { ...wish, errorIds: ['ER-1'] })).code).toBe(403);
    await db().setting.deleteMany({ where: { key: 'callback.erpMaster' } });
    expect(await db().callback.count()).toBe(0);
  });
});
