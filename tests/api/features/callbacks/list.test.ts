import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDate, formatDateTime } from '@/lib/platform/i18n/format';
import type { CallbackDetail, ListedCallback } from '@/lib/features/callbacks/contract';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { shownRows } from '../../../support/sheet';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts } from './support/call-outs';

useFreshDatabase();
const DAY_MS = 86_400_000;
const day = (offset = 0) => formatDate(Date.now() + offset * DAY_MS);
const RANGE = { startCreateDate: day(-180), endCreateDate: day() };
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
/** A time of day, as `hh:mm`. */
const TIME_OF_DAY = /\d{1,2}:\d{2}/;

beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  forgetStrategies();
  await forgetCallOuts();
  await db().userStrategy.deleteMany();
  await callOut('C-100', {
    jobDescription: '轿厢异响',
    createDate: ago(2),
    jobUpdateDate: ago(1),
    callerName: '王女士',
  });
  await callOut('C-200', {
    equipmentNo: 'E-2',
    jobStatus: 'CLSO',
    callbackType: 'Telemonitoring Breakdown',
    scsa: '1',
    scsaText: '设备问题',
    technicianName: '李师傅',
    technicianPhone: '13900000001',
    personTrapped: true,
    createDate: ago(30),
  });
  await callOut('C-300', { equipmentNo: 'E-3', branchCode: 'B02', personInjured: true, createDate: ago(1) });
  await callOut('C-400', { jobStatus: 'CLSC', scsa: '2', personInjured: true, createDate: ago(200) });
});
afterAll(closePortal);

interface ListPage {
  total: number;
  records: ListedCallback[];
  historyMonths?: number;
}
const query = (who: string, filters: object = {}) =>
  call<ListPage>(who, 'POST', 'callback/query', { ...RANGE, ...filters });
const idsOf = async (who: string, filters: object = {}) =>
  (await query(who, filters)).data.records.map(({ callbackId }) => callbackId);
async function sheet(who: string, filters: object = {}, language = 'zh-CN') {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/callback/download/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language, ...(await headersOf(who)) },
      body: JSON.stringify({ ...RANGE, ...filters }),
    }),
  );
  const rows = await shownRows(new Uint8Array(await response.arrayBuffer()));
  return { name: decodeURIComponent(response.headers.get('content-disposition') ?? ''), rows };
}

describe('the list of call-outs', () => {
  it('[R244] says in English what a rule found, and finds it by these words alone; what a person wrote stays', async () => {
    await callOut('C-500', {
      callbackType: 'Telemonitoring Breakdown',
      jobDescription: '疑似困人 (3: E-1, E-2, E-3)',
      createDate: ago(1),
    });
    await callOut('C-600', { jobDescription: '疑似困人', createDate: ago(1) });
    const ask = async (description?: string, language = 'en') =>
      callSms<ListPage>('POST', 'callback/query', {
        body: { ...RANGE, description },
        headers: { ...(await headersOf('platformAdmin')), 'accept-language': language },
      });
    const textOf = async (id: string) =>
      (await ask()).data.records.find(({ callbackId }) => callbackId === id)?.jobDescription;
    expect(await textOf('C-500')).toBe('Suspected entrapment (3: E-1, E-2, E-3)');
    expect(await textOf('C-600')).toBe('疑似困人');
    const found = async (...asked: Parameters<typeof ask>) =>
      (await ask(...asked)).data.records.map(({ callbackId }) => callbackId).sort();
    expect(await found('suspected')).toEqual(['C-500']);
    expect(await found('疑似')).toEqual(['C-600']);
    expect(await found('疑似', 'zh-CN')).toEqual(['C-500', 'C-600']);
    expect((await sheet('platformAdmin', { description: 'suspected' }, 'en')).rows).toHaveLength(2);
  });

  it('[API-048] is of the days asked for, newest first, with its exact number', async () => {
    const { data } = await query('platformAdmin');
    expect(data.records.map(({ callbackId }) => callbackId)).toEqual(['C-300', 'C-100', 'C-200']);
    expect(data.total).toBe(3);
    expect(await idsOf('platformAdmin', { startCreateDate: '1979-01-01', pageSize: 2, pageIndex: 2 })).toEqual([
      'C-200',
      'C-400',
    ]);
    expect(await idsOf('platformAdmin', { sortField: 'callbackId', sortOrder: 'asc' })).toEqual([
      'C-100',
      'C-200',
      'C-300',
    ]);
    expect(await query('platformAdmin', { sortField: 'callerPhone' })).toMatchObject({ code: 400 });
  });

  it.each([
    [{ key: 'c-1' }, ['C-100']],
    [{ key: 'E-2' }, ['C-200']],
    [{ key: '徐汇' }, ['C-200']],
    [{ key: '%' }, []],
    [{ person: 'personTrapped' }, ['C-200']],
    [{ person: 'personInjured' }, ['C-300']],
    [{ jobStatus: ['INIT', 'CLSO'] }, ['C-300', 'C-100', 'C-200']],
    [{ jobStatus: 'CLSO' }, ['C-200']],
    [{ callbackType: 'Telemonitoring Breakdown' }, ['C-200']],
    [{ description: '异响' }, ['C-100']],
    [{ description: '异' }, ['C-100']],
    [{ scsa: ['1'] }, ['C-200']],
    [{ scsa: null, jobStatus: [], person: '' }, ['C-300', 'C-100', 'C-200']],
    [{ startCreateDate: day(-31), endCreateDate: day(-29) }, ['C-200']],
  ])('is narrowed by %j', async (filters, expected) => {
    expect(await idsOf('platformAdmin', filters)).toEqual(expected);
  });

  it('says which clock of an open one ends first, to who sees dates only without its seconds, and nothing of one that is over', async () => {
    const mark = (callbackId: string, clock: string, dueInSec: number) =>
      db().slaMark.create({
        data: {
          callbackId,
          clock,
          equipmentNo: 'E-1',
          limitSec: 1800,
          dueDate: new Date(Date.now() + dueInSec * 1000),
        },
      });
    await mark('C-100', 'restore', 3600);
    await mark('C-100', 'arrival', 600);
    await mark('C-200', 'restore', 600);
    const clocksOf = async (who: string) =>
      (await query(who)).data.records.map(({ callbackId, clock, due, limitSec, remainingSec }) => [
        callbackId,
        clock,
        due !== null && due.length > 10,
        limitSec,
        remainingSec,
      ]);
    expect(await clocksOf('platformAdmin')).toEqual([
      ['C-300', null, false, null, null],
      ['C-100', 'arrival', true, 1800, expect.closeTo(600, -2)],
      ['C-200', null, false, null, null],
    ]);
    expect((await clocksOf('datesOnly')).find(([id]) => id === 'C-100')).toEqual([
      'C-100',
      'arrival',
      false,
      1800,
      null,
    ]);
  });

  it('[CALL-006] needs both days, the export too', async () => {
    for (const path of ['callback/query', 'callback/download/'])
      for (const range of [{}, { startCreateDate: day() }, { endCreateDate: day() }])
        expect(await call('platformAdmin', 'POST', path, range)).toMatchObject({
          code: 400,
          message: '开始日期和结束日期必须选择',
        });
    expect(await query('platformAdmin', { startCreateDate: day(), endCreateDate: day(-1) })).toMatchObject({
      code: 400,
    });
  });

  it('shows a branch and a customer their own, and one unit to whoever sees it', async () => {
    expect(await idsOf('branchDispatcher')).toEqual(['C-100', 'C-200']);
    expect(await idsOf('otherBranch')).toEqual(['C-300']);
    expect(await idsOf('customerLite')).toEqual(['C-100']);
    const unit = { startCreateDate: '1979-01-01', key: 'E-1' };
    // Holds no CALLBACK_READ, sees E-1.
    expect(await idsOf('maintenanceSigner', unit)).toEqual(['C-100', 'C-400']);
    expect((await query('maintenanceSigner', { ...unit, key: 'E-3' })).code).toBe(511);
    expect((await query('maintenanceSigner')).code).toBe(403);
    expect(await idsOf('branchDispatcher', { ...unit, equipmentNo: 'E-1' })).toEqual(['C-100', 'C-400']);
    expect((await query('branchDispatcher', { ...unit, equipmentNo: 'E-3' })).code).toBe(511);
  });

  it('[CALL-011] tells of a call-out what the documents name', async () => {
    const [row] = (await query('platformAdmin', { key: 'C-200' })).data.records;
    expect(row).toMatchObject({
      callbackId: 'C-200',
      callbackType: 'Telemonitoring Breakdown',
      jobDescription: '电梯不动',
      technicianName: '李师傅',
      technicianPhone: '13900000001',
      scsa: '1',
      scsaText: '设备问题',
      personTrapped: true,
      personInjured: false,
      personStatus: 'trapped',
      jobStatus: 'CLSO',
      equipmentNo: 'E-2',
      equipmentName: '徐汇广场1号梯',
    });
    const { data } = await call<CallbackDetail>('platformAdmin', 'GET', 'callback/C-100');
    expect(data).toMatchObject({ callerName: '王女士', callerPhone: null, sapSystem: null, jobTechRemark: null });
    await db().callback.update({
      where: { callbackId: 'C-200' },
      data: { sapSystem: 'SAP-CN', jobTechRemark: '更换门锁', callerName: '赵先生', callerPhone: '13800000009' },
    });
    const told = (await call<CallbackDetail>('platformAdmin', 'GET', 'callback/C-200')).data;
    const stored = await db().callback.findUniqueOrThrow({ where: { callbackId: 'C-200' } });
    expect(told).toMatchObject({
      callbackId: 'C-200',
      technicianName: '李师傅',
      sapSystem: 'SAP-CN',
      jobTechRemark: '更换门锁',
      callerName: '赵先生',
      callerPhone: '13800000009',
      createDate: formatDateTime(stored.createDate),
      jobUpdateDate: formatDateTime(stored.jobUpdateDate),
    });
    expect(row).toMatchObject({ createDate: told.createDate, jobUpdateDate: told.jobUpdateDate });
  });
});

describe('the export of call-outs', () => {
  it('[CALL-009] [CALL-010] [API-049] is a workbook named after user and day, with the rows and columns of the list', async () => {
    const { name, rows } = await sheet('platformAdmin');
    expect(name).toContain(`platformAdmin${day().replaceAll('-', '')}.xlsx`);
    expect(rows[0]).toEqual([
      '召修编号',
      '设备号',
      '设备名称',
      '召修来源',
      '召修描述',
      '人员情况',
      '技术员反馈',
      '关闭原因',
      '状态',
      '时限',
      '时限截止',
      '技术员',
      '创建时间',
      '更新时间',
    ]);
    expect(rows.slice(1).map(([id]) => id)).toEqual(['C-300', 'C-100', 'C-200']);
    expect(rows[3]?.slice(3, 9)).toEqual(['远程监测故障', '电梯不动', '被困', null, '设备问题', '召修关闭']);
    expect(rows[3]?.slice(9, 12)).toEqual([null, null, '李师傅']);
    const sorted = await sheet('branchDispatcher', { sortField: 'callbackId', sortOrder: 'asc', scsa: '1' }, 'en');
    expect(sorted.rows[1]?.slice(7, 9)).toEqual(['Equipment problem', 'Call-out closed']);
  });

  it('says until when what has to be done next, as the list does', async () => {
    const dueDate = new Date(Date.now() + 3_600_000);
    const mark = { equipmentNo: 'E-1', limitSec: 3600 };
    await db().slaMark.createMany({
      data: [
        { ...mark, callbackId: 'C-100', clock: 'restore', dueDate: new Date(dueDate.getTime() + 60_000) },
        { ...mark, callbackId: 'C-100', clock: 'arrival', dueDate },
        { ...mark, callbackId: 'C-200', clock: 'restore', dueDate },
      ],
    });
    const listed = (await query('platformAdmin')).data.records.find(({ callbackId }) => callbackId === 'C-100');
    expect(listed).toMatchObject({ clock: 'arrival', due: formatDateTime(dueDate) });
    const clocks = (rows: unknown[][]) => rows.slice(1).map((row) => [row[0], row[9], row[10]]);
    // Nothing is due of what is closed.
    expect(clocks((await sheet('platformAdmin')).rows)).toEqual([
      ['C-300', null, null],
      ['C-100', '到场', formatDateTime(dueDate)],
      ['C-200', null, null],
    ]);
    expect(clocks((await sheet('datesOnly')).rows)).toContainEqual(['C-100', '到场', formatDate(dueDate)]);
  });
});

describe('a person who sees dates only', () => {
  it('[CALL-005] finds no time of day in list, detail, history, technicians and export', async () => {
    const list = await query('datesOnly', { startCreateDate: '1979-01-01' });
    expect(list.data.records).toHaveLength(3);
    const answers = [
      list,
      await call('datesOnly', 'GET', 'callback/C-100'),
      await call('datesOnly', 'GET', 'callback/C-200'),
      await call('datesOnly', 'GET', 'callbackStatus/C-200'),
      await call('datesOnly', 'POST', 'callback/technicians', { callbackId: 'C-100' }),
      await call('datesOnly', 'POST', 'symptom/query', { callbackId: 'C-100' }),
    ];
    for (const { code, data } of answers) {
      expect(code).toBe(200);
      expect(JSON.stringify(data).replace(/"sla"/g, '')).not.toMatch(TIME_OF_DAY);
    }
    const { sla } = answers[1]?.data as unknown as CallbackDetail;
    expect(sla.map(({ elapsedSec, remainingSec }) => [elapsedSec, remainingSec])).toEqual(sla.map(() => [null, null]));
    expect(JSON.stringify((await sheet('datesOnly')).rows)).not.toMatch(TIME_OF_DAY);
    // The same rows have one for others.
    expect(JSON.stringify((await query('branchDispatcher')).data)).toMatch(TIME_OF_DAY);
    expect(JSON.stringify((await sheet('branchDispatcher')).rows)).toMatch(TIME_OF_DAY);
  });
});

describe('a data strategy', () => {
  const strategy = (rest: object) =>
    db().userStrategy.create({
      data: {
        strategyId: 'own',
        strategyName: 'own',
        level: 'default',
        enabled: true,
        historyMonths: null,
        liveIntervalSec: 1,
        dataGroups: [],
        symptomCategories: [],
        maskTime: false,
        exportAllowed: true,
        ...rest,
      },
    });

  it('cuts the months, never what tells of trapped persons', async () => {
    await callOut('C-500', { createDate: ago(120), personTrapped: true });
    await callOut('C-600', { createDate: ago(120) });
    await strategy({ historyMonths: 1 });
    const { data } = await query('branchDispatcher');
    expect(data.records.map(({ callbackId }) => callbackId)).toEqual(['C-100', 'C-200', 'C-500']);
    expect(data.historyMonths).toBe(1);
    expect((await sheet('branchDispatcher')).rows).toHaveLength(4);
    expect((await call('branchDispatcher', 'GET', 'callback/C-500')).code).toBe(200);
    for (const path of ['callback/C-600', 'callbackStatus/C-600'])
      expect(await call('branchDispatcher', 'GET', path)).toMatchObject({
        code: 403,
        message: '仅可查看近1个月数据',
      });
  });

  it('masks times, but not of trapped persons, and forbids exports', async () => {
    await strategy({ maskTime: true, exportAllowed: false });
    const records = (await query('branchDispatcher')).data.records;
    expect(records.map(({ createDate }) => TIME_OF_DAY.test(createDate))).toEqual([false, true]);
    expect((await call('branchDispatcher', 'POST', 'callback/download', RANGE)).code).toBe(403);
  });
});

describe('one call-out', () => {
  it('[API-050] is known by its number, to those who see its unit', async () => {
    expect((await call('branchDispatcher', 'GET', 'callback/C-100')).data).toMatchObject({
      callbackId: 'C-100',
      equipment: { equipmentNo: 'E-1', equipmentName: '静安中心1号梯' },
      moves: ['PAGE', 'CLSC'],
    });
    // A reader moves nothing.
    expect((await call('customerLite', 'GET', 'callback/C-100')).data).toMatchObject({ moves: [] });
    for (const path of ['callback', 'callbackStatus']) {
      expect((await call('branchDispatcher', 'GET', `${path}/C-300`)).code).toBe(511);
      expect((await call('branchDispatcher', 'GET', `${path}/C-0`)).code).toBe(404);
    }
  });

  it('[API-051] [CALL-012] has a history of states and their times', async () => {
    const { data } = await call('branchDispatcher', 'GET', 'callbackStatus/C-200');
    expect(data).toEqual([
      {
        status: 'CLSO',
        updateTime: expect.stringMatching(TIME_OF_DAY) as string,
        reason: null,
        expectedReturnDate: null,
      },
    ]);
  });

  it('[CALL-017] [API-046] names its symptoms to whoever may read symptoms', async () => {
    for (const [symptomId, callbackId, equipmentNo, branchCode] of [
      ['S-1', 'C-100', 'E-1', 'B01'],
      ['S-2', null, 'E-1', 'B01'],
      ['S-3', 'C-100', 'E-3', 'B02'],
    ] as const)
      await db().symptom.create({
        data: {
          symptomId,
          callbackId,
          equipmentNo,
          branchCode,
          symptomDefinitionId: 'B01',
          symptomTitle: 'B01-故障停梯',
          equipmentText: '静安',
          category: 'B',
          symptomState: 'OPEN',
          createDate: new Date(),
        },
      });
    const find = (who: string, filters: object) =>
      call<{ records: { symptomId: string; symptomDefinitionId: string | null }[] }>(
        who,
        'POST',
        'symptom/query',
        filters,
      );
    expect((await find('branchDispatcher', { callbackId: 'C-100' })).data.records).toMatchObject([
      { symptomId: 'S-1', symptomDefinitionId: null, symptomTitle: 'B01-故障停梯' },
    ]);
    expect((await find('platformAdmin', { callbackId: 'C-100' })).data.records).toHaveLength(2);
    expect(
      (await find('platformAdmin', { key: 'S-2', categoryList: ['B'], symptomStateList: ['OPEN'] })).data.records,
    ).toMatchObject([{ symptomDefinitionId: 'B01' }]);
    expect((await find('customerLite', { callbackId: 'C-100' })).code).toBe(403);
  });
});
