import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { call, forgetTokens } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, without } from '../strategies/support/strategy';

/** What the page of one unit is made of (doc2 §2.4): whose it is, what it says, and what it says to whom. */

useFreshDatabase();
afterAll(closePortal);

const DAY_MS = 86_400_000;
const today = formatDate(Date.now());
/** A moment of the day so many days ago, 13:05:22 in Shanghai. */
const at = (days: number) => new Date((parseWallTime(`${today} 13:05:22`) ?? 0) - days * DAY_MS);
const day = (days: number) => formatDate(at(days));
const column = (days: number) => new Date(day(days));
/** Does the text say a time of day? */
const TIME_OF_DAY = /\d{1,2}:\d{2}/;

interface Page {
  total: number;
  records: Record<string, unknown>[];
  historyMonths?: number;
  withheld?: number[];
}
const list = async (path: string, body: object = {}, name: PersonaName = 'branchManager') =>
  (await call<Page>(name, 'POST', path, { equipmentNo: 'E-1', ...body })).data;
const read = async (path: string, name: PersonaName = 'branchManager') => (await call(name, 'GET', `${path}/E-1`)).data;

async function grant(name: PersonaName, authority: string) {
  await db().authority.createMany({ data: [{ authority }], skipDuplicates: true });
  await db().roleAuthority.create({ data: { role: `role-${name}`, authority } });
  forgetActors();
  forgetTokens();
}
async function underStrategy(rest: object, work: () => Promise<void>) {
  await db().userStrategy.create({
    data: {
      strategyId: 'limit',
      strategyName: 'limit',
      level: 'default',
      ...EVERYTHING,
      enabled: true,
      ...rest,
    },
  });
  forgetStrategies();
  try {
    await work();
  } finally {
    await db().userStrategy.deleteMany();
    forgetStrategies();
  }
}

beforeAll(async () => {
  await createPersonas();
  const unit = { equipmentNo: 'E-1', branchCode: 'B01' };
  await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { serviceStopped: true } });
  await db().project.create({
    data: { projectId: 'P-FAR', branchCode: 'B02', projectName: '别处', equipmentTotal: 1 },
  });
  await db().projectEquipment.create({ data: { projectId: 'P-FAR', equipmentNo: 'E-1' } });
  const callback = (callbackId: string, days: number, rest: object = {}) => ({
    ...unit,
    callbackId,
    callbackType: 'Customer call',
    jobStatus: 'CLSO',
    jobDescription: callbackId,
    createDate: at(days),
    jobUpdateDate: at(days),
    ...rest,
  });
  await db().callback.createMany({
    data: [
      callback('C-1', 1, { jobStatus: 'DISP' }),
      callback('C-50', 50),
      callback('C-TRAP', 60, { personTrapped: true }),
      callback('C-100', 100),
    ],
  });
  const activity = (objectId: string, days: number, subType: 'callback' | 'maintenance' = 'callback') => ({
    ...unit,
    subType,
    objectId,
    title: '召修已受理',
    message: `${objectId} 预计 14:30 到场`,
    notificationDate: at(days),
    createDate: at(days),
  });
  await db().activity.createMany({
    data: [activity('C-1', 1), activity('M-1', 3, 'maintenance'), activity('C-50', 50), activity('C-TRAP', 60)],
  });
  const log = (topic: number, days: number) => ({
    equipmentNo: 'E-1',
    logId: `l-${topic}-${days}`,
    topic,
    cnType: `类型${topic}`,
    desc: `第${topic}类 ${day(days)} 13:05:22`,
    status: 'start',
    cubeDate: at(days),
    payload: { code: String(topic), at: at(days).getTime(), steps: [{ time: `${day(days)} 13:05:22` }] },
  });
  await db().equipmentLog.createMany({
    data: [log(1, 0), log(2, 1), log(3, 2), log(4, 3), log(1, 5), log(1, 40)],
  });
  await db().inspection.create({
    data: { ...unit, lastInspectionDate: column(400), nextInspectionDate: column(35), result: 'pass', kind: 'test' },
  });
  const job = (jobNo: string, jobStatus: string, planned: number, done?: number) => ({
    ...unit,
    jobNo,
    jobStatus,
    maintenanceType: 'YAE_ELE_BI',
    planDate: column(planned),
    doneDate: done === undefined ? null : at(done),
    actualTechnician1Name: done === undefined ? null : '王强',
  });
  await db().maintenanceJob.createMany({
    data: [
      job('M-100', 'CONFIRM', 100, 100),
      job('M-30', 'CONFIRM', 31, 30),
      job('M-4', 'DONE', 4, 3),
      job('M-LOCK', 'LOCK', 0),
      job('M-NEXT', 'PLAN', -9),
      job('M-FAR', 'PLAN', -23),
    ],
  });
  await db().maintenanceJob.create({ data: { ...job('M-OTHER', 'DONE', 2, 2), equipmentNo: 'E-2' } });
  await db().equipmentDay.createMany({
    data: [
      { ...unit, day: column(2), trips: 320, runSec: 3600, faultSec: 5400, serviceSec: 1800, unknownSec: 0 },
      { ...unit, day: column(45), trips: 300, runSec: 3000, unknownSec: 50_000 },
      { ...unit, day: column(95), trips: 1 },
    ],
  });
  const event = (eventId: string, days: number, subType: string, title: string) => ({
    ...unit,
    eventId,
    subType,
    title,
    code: '11',
    objectStatus: false,
    startAt: at(days),
  });
  await db().equipmentEvent.createMany({
    data: [
      event('1', 2, 'error', '门机过载'),
      event('2', 2, 'error', '安全回路断开'),
      event('3', 45, 'error', '平层超差'),
      event('4', 2, 'event', '检修'),
      event('5', 95, 'error', '很久以前'),
    ],
  });
});

describe('one unit', () => {
  it('says that its service was stopped, and which of its projects the caller may see', async () => {
    expect(await read('equipment')).toMatchObject({
      serviceStopped: true,
      projects: [{ projectId: 'P-1', projectName: '静安中心' }],
    });
    expect((await read('equipment', 'platformAdmin')).projects).toHaveLength(2);
  });

  it('[API-057] [DETAIL-005] the activity list sends pageIndex, pageSize and equipmentNo; newest first with title, message, dates and subType', async () => {
    const { total, records } = await list('equipmentActivity/query', { pageIndex: 1, pageSize: 2 });
    expect(total).toBe(4);
    expect(records).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        title: '召修已受理',
        message: 'C-1 预计 14:30 到场',
        subType: 'callback',
        objectId: 'C-1',
        notificationDate: `${day(1)} 13:05:22`,
        createDate: `${day(1)} 13:05:22`,
      },
      expect.objectContaining({ objectId: 'M-1', subType: 'maintenance' }),
    ]);
  });

  it('[DETAIL-004] [DETAIL-010] activities and log each need their own authority', async () => {
    const codes = async (path: string) => (await call('branchDispatcher', 'POST', path, { equipmentNo: 'E-1' })).code;
    expect([await codes('equipmentActivity/query'), await codes('equipmentLog/query')]).toEqual([403, 403]);
    await grant('branchDispatcher', 'EQUIPMENT_ACTIVITY_READ');
    expect([await codes('equipmentActivity/query'), await codes('equipmentLog/query')]).toEqual([200, 403]);
    await grant('branchDispatcher', 'EQUIPMENT_EQEVENT_READ');
    expect([await codes('equipmentActivity/query'), await codes('equipmentLog/query')]).toEqual([200, 200]);
  });

  it('[API-058] [DETAIL-011] [DETAIL-013] the log is found by types and by days, both included, and carries its payload', async () => {
    const ids = async (body: object) =>
      (await list('equipmentLog/query', body)).records.map(({ topic, desc }) => [topic, desc]);
    expect((await list('equipmentLog/query')).total).toBe(6);
    expect(await ids({ topics: [2, 4] })).toEqual([
      [2, `第2类 ${day(1)} 13:05:22`],
      [4, `第4类 ${day(3)} 13:05:22`],
    ]);
    expect(await ids({ topics: '1', startDate: day(5), endDate: day(5) })).toEqual([[1, `第1类 ${day(5)} 13:05:22`]]);
    expect(await ids({ topics: [], startDate: day(3), endDate: day(2) })).toHaveLength(2);
    expect((await list('equipmentLog/query', { topics: [1], pageSize: 1 })).records[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      topic: 1,
      cnType: '类型1',
      desc: `第1类 ${day(0)} 13:05:22`,
      status: 'start',
      cubeDate: `${day(0)} 13:05:22`,
      cubeLogResult: {
        payload: { code: '1', at: at(0).getTime(), steps: [{ time: `${day(0)} 13:05:22` }] },
      },
    });
    const upsideDown = { equipmentNo: 'E-1', startDate: day(1), endDate: day(2) };
    expect(await call('branchManager', 'POST', 'equipmentLog/query', upsideDown)).toMatchObject({
      code: 400,
      message: '开始日期不能大于结束日期',
    });
  });

  it('[API-054] [DETAIL-014] the inspection says last and next date and that it is overdue; without a record it is unknown', async () => {
    expect(await read('equipmentInspection')).toMatchObject({
      lastInspectionDate: day(400),
      nextInspectionDate: day(35),
      state: 'OVERDUE',
      daysLeft: -35,
    });
    expect((await call('branchManager', 'GET', 'equipmentInspection/E-2')).data).toMatchObject({
      lastInspectionDate: null,
      state: 'UNKNOWN',
      daysLeft: null,
    });
  });

  it('[API-055] the last maintenance is the last one done, and the next the nearest planned', async () => {
    expect(await read('maintenance/last')).toEqual({
      maintenanceDate: `${day(3)} 13:05:22`,
      jobNo: 'M-4',
      maintenanceType: 'YAE_ELE_BI',
      nextPlanDate: day(0),
    });
    expect((await call('branchManager', 'GET', 'maintenance/last/E-4')).data).toEqual({
      maintenanceDate: null,
      jobNo: null,
      maintenanceType: null,
      nextPlanDate: null,
    });
  });

  it('its maintenance jobs come newest plan first; whoever may not see the list sees those of one unit alone', async () => {
    const numbers = async (body: object, name: PersonaName = 'branchManager') =>
      (await call<Page>(name, 'POST', 'maintenance/query', body)).data?.records?.map(({ jobNo }) => jobNo);
    const all = ['M-FAR', 'M-NEXT', 'M-LOCK', 'M-4', 'M-30', 'M-100'];
    expect(await numbers({ equipmentNo: 'E-1' })).toEqual(all);
    expect(await numbers({})).toEqual([...all.slice(0, 3), 'M-OTHER', ...all.slice(3)]);
    expect(await numbers({ key: '徐汇' })).toEqual(['M-OTHER']);
    expect(await numbers({ equipmentNo: 'E-1', jobStatus: 'PLAN' })).toEqual(all.slice(0, 3));
    expect(await numbers({ equipmentNo: 'E-1', jobStatus: 'DONE', startDate: day(31), endDate: day(4) })).toEqual([
      'M-4',
      'M-30',
    ]);
    expect(await numbers({ equipmentNo: 'E-1', planDate: day(4) })).toEqual(['M-4']);
    // branchDispatcher has no MAINTENANCE_READ.
    expect(await numbers({ key: 'E-1' }, 'branchDispatcher')).toEqual(all);
    expect((await call('branchDispatcher', 'POST', 'maintenance/query', {})).code).toBe(403);
    expect((await call('branchDispatcher', 'POST', 'maintenance/query', { key: 'E-3' })).code).toBe(511);
    expect((await call('branchDispatcher', 'POST', 'maintenance/query', { key: 'E' })).code).toBe(404);
  });

  it('its last 90 days stand on one axis: facts where there are any, faults by day, call-outs, work done and planned', async () => {
    expect(await read('equipmentHistory')).toEqual({
      startDate: day(89),
      endDate: today,
      shownFrom: day(89),
      hasFaults: true,
      days: [
        { day: day(45), trips: 300, runHours: 0.83, stopHours: 0, serviceHours: 0, unknownHours: 13.89 },
        { day: day(2), trips: 320, runHours: 1, stopHours: 1.5, serviceHours: 0.5, unknownHours: 0 },
      ],
      faults: [
        { day: day(45), total: 1, texts: ['平层超差'] },
        { day: day(2), total: 2, texts: ['安全回路断开', '门机过载'] },
      ],
      callbacks: [
        expect.objectContaining({
          callbackId: 'C-1',
          day: day(1),
          createDate: `${day(1)} 13:05:22`,
          jobStatus: 'DISP',
        }),
        expect.objectContaining({ callbackId: 'C-50' }),
        expect.objectContaining({ callbackId: 'C-TRAP', personTrapped: true }),
      ],
      maintenance: [
        { jobNo: 'M-NEXT', day: day(-9), planDate: day(-9), jobStatus: 'PLAN', maintenanceType: 'YAE_ELE_BI' },
        expect.objectContaining({ jobNo: 'M-LOCK', day: day(0) }),
        expect.objectContaining({ jobNo: 'M-4', day: day(3), planDate: day(4) }),
        expect.objectContaining({ jobNo: 'M-30', day: day(30) }),
      ],
    });
  });

  it.each([
    ['POST', 'equipmentActivity/query'],
    ['POST', 'equipmentLog/query'],
    ['POST', 'maintenance/query'],
    ['GET', 'equipmentInspection'],
    ['GET', 'maintenance/last'],
    ['GET', 'equipmentHistory'],
    ['GET', 'equipment'],
  ])(
    "[DETAIL-016] %s %s of another branch's unit answers 511 in the words of the document, of an unknown one 404",
    async (method, path) => {
      const ask = (equipmentNo: string) =>
        method === 'GET'
          ? call('branchManager', 'GET', `${path}/${equipmentNo}`)
          : call('branchManager', 'POST', path, { equipmentNo });
      expect(await ask('E-3')).toMatchObject({ code: 511, message: '您没有权限查看该设备' });
      expect((await ask('E-0')).code).toBe(404);
    },
  );
});

describe('what is kept back', () => {
  it('a data strategy cuts activities, log, jobs and the strip to its months and says so; trapped persons are never withheld', async () => {
    await underStrategy({ historyMonths: 1 }, async () => {
      const activity = await list('equipmentActivity/query');
      expect([activity.historyMonths, activity.records.map(({ objectId }) => objectId)]).toEqual([
        1,
        ['C-1', 'M-1', 'C-TRAP'],
      ]);
      const log = await list('equipmentLog/query');
      expect([log.historyMonths, log.total]).toEqual([1, 5]);
      expect((await list('equipmentLog/query', { startDate: day(3) })).historyMonths).toBeUndefined();
      const jobs = await list('maintenance/query', { startDate: day(120) });
      expect(jobs.historyMonths).toBe(1);
      expect(jobs.records.map(({ jobNo }) => jobNo)).not.toContain('M-100');
      const history = await read('equipmentHistory');
      expect(history).toMatchObject({
        historyMonths: 1,
        startDate: day(89),
        days: [{ day: day(2) }],
        faults: [{ day: day(2) }],
        callbacks: [{ callbackId: 'C-1' }, { callbackId: 'C-TRAP' }],
      });
      expect(String(history.shownFrom) > day(32)).toBe(true);
    });
  });

  it('a data strategy hides the log topics of hidden groups, and hides the stops together with the faults', async () => {
    await underStrategy({ dataGroups: without('faults', 'diagnostics') }, async () => {
      const log = await list('equipmentLog/query');
      expect(log.records.map(({ topic }) => topic)).toEqual([3, 4]);
      expect(log.withheld).toEqual([1, 2]);
      expect((await list('equipmentLog/query', { topics: [1] })).total).toBe(0);
      expect(await read('equipmentHistory')).toMatchObject({
        hasFaults: false,
        faults: [],
        days: [{ stopHours: null, serviceHours: null }, { stopHours: null }],
      });
    });
  });

  it('[DETAIL-015] whoever holds DISABLE_MAINTENANCE_HH_MM_SS reads no time of day in anything of the page', async () => {
    await grant('customerLite', 'DISABLE_MAINTENANCE_HH_MM_SS');
    await grant('customerLite', 'EQUIPMENT_ACTIVITY_READ');
    await grant('customerLite', 'EQUIPMENT_EQEVENT_READ');
    const answers = [
      await read('equipment', 'customerLite'),
      await read('equipmentInspection', 'customerLite'),
      await read('maintenance/last', 'customerLite'),
      await read('equipmentHistory', 'customerLite'),
      await list('equipmentActivity/query', {}, 'customerLite'),
      await list('equipmentLog/query', {}, 'customerLite'),
      await list('maintenance/query', {}, 'customerLite'),
    ];
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect(text.length).toBeGreaterThan(50);
      expect(TIME_OF_DAY.exec(text)?.[0]).toBeUndefined();
      expect(text).not.toContain(String(at(1).getTime()).slice(0, 7));
    }
    expect(answers[2]).toMatchObject({ maintenanceDate: day(3) });
  });

  it('a strategy that masks times leaves those of trapped persons', async () => {
    await underStrategy({ maskTime: true }, async () => {
      const { records } = await list('equipmentActivity/query');
      expect(records.map(({ objectId, notificationDate }) => [objectId, notificationDate])).toEqual([
        ['C-1', day(1)],
        ['M-1', day(3)],
        ['C-50', day(50)],
        ['C-TRAP', `${day(60)} 13:05:22`],
      ]);
      expect((await read('equipmentHistory')).callbacks).toMatchObject([
        { createDate: day(1) },
        { createDate: day(50) },
        { createDate: `${day(60)} 13:05:22` },
      ]);
    });
  });
});
