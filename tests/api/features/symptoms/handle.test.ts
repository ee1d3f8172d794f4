import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { db } from '@/lib/platform/db/client';
import type { SymptomDetail } from '@/lib/features/symptoms/contract';
import { actionsFrom } from '@/lib/features/symptoms/transitions';
import { SYMPTOM_ACTIONS } from '@/lib/features/symptoms/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { SYMPTOM_STATES, type SymptomState } from '@/lib/live/detector/symptom-state';
import { call, resetLimits } from '../../../support/callers';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { createPartners, importAll } from '../integration/support/partner';

useFreshDatabase();

type Name = PersonaName | 'reader' | 'noCallOuts' | 'customerWriter' | 'datesOnly';

beforeAll(async () => {
  await createPersonas();
  await createPartners();
  const dispatcher = persona('branchDispatcher');
  await createPersona({ ...dispatcher, username: 'reader', authorities: ['SYMPTOM_READ'] }, 'x');
  await createPersona({ ...dispatcher, username: 'noCallOuts', authorities: ['SYMPTOM_READ', 'SYMPTOM_WRITE'] }, 'x');
  await createPersona(
    {
      ...dispatcher,
      username: 'datesOnly',
      authorities: ['SYMPTOM_READ', 'SYMPTOM_WRITE', 'DISABLE_MAINTENANCE_HH_MM_SS'],
    },
    'x',
  );
  await createPersona(
    { ...persona('customerEssence'), username: 'customerWriter', authorities: dispatcher.authorities },
    'x',
  );
});
beforeEach(async () => {
  resetLimits();
  await db().setting.deleteMany({ where: { key: 'callback.erpMaster' } });
  await db().symptom.deleteMany();
  await db().callbackStatus.deleteMany();
  await db().callback.deleteMany();
  await db().maintenanceJob.deleteMany();
  await db().activity.deleteMany();
  await db().notification.deleteMany();
});
afterAll(closePortal);

const plant = (symptomState: SymptomState, rest: object = {}) =>
  db().symptom.create({
    data: {
      symptomId: 'S-1',
      symptomTitle: 'B01-故障停梯',
      symptomDefinitionId: 'B01',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      equipmentText: '静安中心1号梯',
      category: 'B',
      symptomState,
      createDate: new Date(),
      ...rest,
    },
  });
const handle = (name: Name, body: object) =>
  call<SymptomDetail & { symptomState?: string; callbackId?: string }>(name, 'POST', 'symptom/handle', {
    symptomId: 'S-1',
    ...body,
  });
const stored = () => db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-1' } });
const createCall = (callbackId: string, rest: object = {}) =>
  db().callback.create({
    data: {
      callbackId,
      equipmentNo: 'E-1',
      branchCode: 'B01',
      callbackType: 'Customer call',
      jobStatus: 'PAGE',
      createDate: new Date(),
      jobUpdateDate: new Date(),
      ...rest,
    },
  });
const job = (jobNo: string, days: number, rest: object = {}) =>
  db().maintenanceJob.create({
    data: {
      jobNo,
      equipmentNo: 'E-1',
      branchCode: 'B01',
      jobStatus: 'PLAN',
      maintenanceType: 'YAEBI',
      planDate: new Date(formatDate(Date.now() + days * 86_400_000)),
      ...rest,
    },
  });

describe('a call-out that a dispatcher makes of one symptom', () => {
  it('deals with the others that wait on the unit', async () => {
    await plant('INIT');
    await plant('INIT', { symptomId: 'S-2', category: 'A', symptomTitle: 'A03-x', symptomDefinitionId: 'A03' });
    const { data } = await handle('branchDispatcher', { from: 'INIT', action: 'toCallback' });
    const other = await db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-2' } });
    expect([data.symptomState, other.symptomState]).toEqual(['OPEN', 'OPEN']);
    expect(other.callbackId).toBe(data.callbackId);
  });
});

describe('all moves of a dispatcher', () => {
  it.each(SYMPTOM_STATES.flatMap((state) => SYMPTOM_ACTIONS.map((action) => [action, state] as const)))(
    '%s of a symptom that is %s passes exactly where the table says so',
    async (action, state) => {
      await job('J-1', 3);
      await plant(state);
      const standing = { symptomState: state, category: 'B', callbackId: null, jobNo: null } as const;
      const passes = actionsFrom(standing).includes(action);
      const answer = await handle('branchDispatcher', { from: state, action, reason: 'repaired' });
      if (passes)
        expect(answer).toMatchObject({ code: 200, data: { symptomState: action === 'close' ? 'CLOSED' : 'OPEN' } });
      else expect(answer).toMatchObject({ code: 409, message: '当前状态不允许该操作' });
      expect((await stored()).symptomState).toBe(passes ? (action === 'close' ? 'CLOSED' : 'OPEN') : state);
    },
  );
  it('answers whoever sees dates only without a time of day', async () => {
    await plant('OPEN', { eventDate: new Date(), expiredDate: new Date() });
    const { code, data } = await handle('datesOnly', { from: 'OPEN', action: 'close', reason: 'repaired' });
    expect([code, data.closedDate]).toEqual([200, formatDate(Date.now())]);
    expect(JSON.stringify(data)).not.toMatch(/\d{1,2}:\d{2}/);
  });
  it('tells with the symptom what its reader may do', async () => {
    await plant('INIT');
    const actions = async (name: Name) => (await call<SymptomDetail>(name, 'GET', 'symptom/S-1')).data.actions;
    expect(await actions('branchDispatcher')).toEqual(['accept', 'toCallback', 'toMaintenance']);
    expect(await actions('noCallOuts')).toEqual(['accept', 'toMaintenance']);
    expect(await actions('reader')).toEqual([]);
    expect(await actions('customerWriter')).toEqual([]);
  });
  it('is refused to who may not: readers, customers, other branches, and without CALLBACK_WRITE the call-out', async () => {
    await plant('INIT');
    const accept = { from: 'INIT', action: 'accept' };
    expect((await handle('reader', accept)).code).toBe(403);
    expect((await handle('customerWriter', accept)).code).toBe(403);
    expect((await handle('noCallOuts', { from: 'INIT', action: 'toCallback' })).code).toBe(403);
    expect(await db().callback.count()).toBe(0);
    await db().symptom.update({ where: { symptomId: 'S-1' }, data: { equipmentNo: 'E-3', branchCode: 'B02' } });
    expect((await handle('branchDispatcher', accept)).code).toBe(511);
    expect((await stored()).symptomState).toBe('INIT');
  });
});

describe('whoever is too late', () => {
  it('is told so with the new state', async () => {
    await plant('OPEN');
    expect(await handle('branchDispatcher', { from: 'INIT', action: 'accept' })).toMatchObject({
      code: 409,
      message: '状态已变更，请刷新',
      data: { symptomState: 'OPEN' },
    });
  });
  it('of twenty who make a call-out at once one does, and there is one call-out', async () => {
    await plant('INIT');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => handle('branchDispatcher', { from: 'INIT', action: 'toCallback' })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(19);
    expect(await db().callback.count()).toBe(1);
  });
  it('of twenty who accept at once one does', async () => {
    await plant('INIT');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => handle('branchDispatcher', { from: 'INIT', action: 'accept' })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
  });
});

describe('a call-out of it', () => {
  it('is one of the desk that names the fault without the rule, with history, activity, message, live item and audit line', async () => {
    await plant('NOT_PROCESSED');
    await db().outbox.deleteMany();
    const { data } = await handle('branchDispatcher', { from: 'NOT_PROCESSED', action: 'toCallback' });
    const callbackId = data.callbackId ?? '';
    expect(await stored()).toMatchObject({ symptomState: 'OPEN', callbackId, cbstate: 'INIT' });
    expect(await db().callback.findUniqueOrThrow({ where: { callbackId }, include: { statuses: true } })).toMatchObject(
      {
        equipmentNo: 'E-1',
        branchCode: 'B01',
        callbackType: 'Telemonitoring Manual',
        jobDescription: '故障停梯',
        jobStatus: 'INIT',
        personTrapped: false,
        statuses: [{ status: 'INIT', operator: 'branchDispatcher' }],
      },
    );
    expect(await db().activity.findMany()).toMatchObject([{ subType: 'callback', objectId: callbackId }]);
    expect(await db().notification.findMany()).toMatchObject([{ notificationType: 'callback', objectId: callbackId }]);
    const news = (await db().outbox.findMany()).map(({ topic, key }) => `${topic} ${key}`);
    expect(news).toEqual(expect.arrayContaining([`callback ${callbackId}`, 'symptom S-1']));
    await flushAccessLog();
    const line = await db().apiAccessLog.findFirstOrThrow({
      where: { path: 'symptom/handle' },
      orderBy: { id: 'desc' },
    });
    expect(JSON.stringify(line.diff)).toContain('"NOT_PROCESSED"');
    expect(JSON.stringify(line.diff)).toContain(callbackId);
  });
  it('is refused where one is open, which it may be attached to', async () => {
    await plant('INIT');
    await createCall('C-OPEN');
    await createCall('C-DONE', { jobStatus: 'CLSO' });
    expect(await handle('branchDispatcher', { from: 'INIT', action: 'toCallback' })).toMatchObject({
      code: 409,
      message: '该设备存在未完成的召修',
      data: { callbackId: 'C-OPEN' },
    });
    expect((await stored()).symptomState).toBe('INIT');
    expect(
      await handle('branchDispatcher', { from: 'INIT', action: 'toCallback', callbackId: 'C-DONE' }),
    ).toMatchObject({ code: 400 });
    expect(
      await handle('branchDispatcher', { from: 'INIT', action: 'toCallback', callbackId: 'C-OPEN' }),
    ).toMatchObject({ code: 200, data: { symptomState: 'OPEN', callbackId: 'C-OPEN', cbstate: 'PAGE' } });
    expect(await db().callback.count()).toBe(2);
  });
  it('of trapped persons joins the open one and says so there', async () => {
    await plant('INIT', { symptomTitle: 'A01-困人', symptomDefinitionId: 'A01', category: 'A' });
    await createCall('C-OPEN');
    expect(await handle('branchDispatcher', { from: 'INIT', action: 'toCallback' })).toMatchObject({
      code: 200,
      data: { callbackId: 'C-OPEN' },
    });
    expect((await db().callback.findUniqueOrThrow({ where: { callbackId: 'C-OPEN' } })).personTrapped).toBe(true);
  });
  it('is not made where an ERP is master', async () => {
    await plant('INIT');
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    expect((await handle('branchDispatcher', { from: 'INIT', action: 'toCallback' })).code).toBe(403);
    expect((await handle('branchDispatcher', { from: 'INIT', action: 'accept' })).code).toBe(200);
  });
  it('that ends closes it, and one that is cancelled gives it back, as the table says', async () => {
    const moved = async (status: string, body: object) => {
      await plant('INIT');
      const { data } = await handle('branchDispatcher', { from: 'INIT', action: 'toCallback' });
      await call('branchDispatcher', 'POST', 'callback/transition', {
        callbackId: data.callbackId,
        from: 'INIT',
        status,
        ...body,
      });
      const { symptomState, cbstate } = await stored();
      return [symptomState, cbstate];
    };
    expect(await moved('CLSC', { reason: '重复报修' })).toEqual(['NOT_PROCESSED', 'CLSC']);
  });
});

describe('the next job', () => {
  it('is the first that is ahead of the unit, and its activity says so', async () => {
    await job('J-PAST', -3);
    await job('J-DONE', 1, { jobStatus: 'DONE' });
    await job('J-LATER', 20);
    await job('J-NEXT', 5);
    await plant('INIT');
    expect(await handle('branchDispatcher', { from: 'INIT', action: 'toMaintenance' })).toMatchObject({
      code: 200,
      data: { symptomState: 'OPEN', jobNo: 'J-NEXT' },
    });
    expect(await db().activity.findMany()).toMatchObject([
      {
        subType: 'maintenance',
        objectId: 'J-NEXT',
        title: '故障征兆列入维保',
        message: '静安中心1号梯（E-1）故障征兆列入维保，单号J-NEXT：故障停梯',
      },
    ]);
    expect(await db().notification.findMany()).toMatchObject([
      { notificationType: 'maintenance', subType: 'maintenance' },
    ]);
  });
  it('may be named, and must be one of the unit that has not begun', async () => {
    await job('J-1', 5);
    await job('J-2', 9);
    await job('J-DONE', 1, { jobStatus: 'DONE' });
    await job('J-OTHER', 1, { equipmentNo: 'E-2' });
    await plant('INIT');
    for (const jobNo of ['J-DONE', 'J-OTHER', 'J-0'])
      expect((await handle('branchDispatcher', { from: 'INIT', action: 'toMaintenance', jobNo })).code).toBe(400);
    expect((await handle('branchDispatcher', { from: 'INIT', action: 'toMaintenance', jobNo: 'J-2' })).data.jobNo).toBe(
      'J-2',
    );
  });
  it('is told to be missing', async () => {
    await plant('INIT');
    expect(await handle('branchDispatcher', { from: 'INIT', action: 'toMaintenance' })).toMatchObject({
      code: 409,
      message: '该设备没有计划中的维保',
    });
  });
});

describe('a job that is done', () => {
  it('closes what was put on it, and its own activity is told as well', async () => {
    await job('J-1', 0);
    await plant('INIT');
    expect((await handle('branchDispatcher', { from: 'INIT', action: 'toMaintenance' })).code).toBe(200);
    const doneDate = '2026-01-05 10:00:00';
    await importAll('maintenanceJob', [{ jobNo: 'J-1', jobStatus: 'DONE', doneDate }]);
    expect(await stored()).toMatchObject({
      symptomState: 'CLOSED',
      closedDate: new Date('2026-01-05T02:00:00Z'),
      closeReason: '已修复',
    });
    const titles = (await db().activity.findMany({ orderBy: { title: 'asc' } })).map(({ title }) => title);
    expect(titles.sort()).toEqual(['故障征兆列入维保', '维保已完成']);
  });
});

describe('closing', () => {
  it('needs a reason, keeps its words and the moment', async () => {
    await plant('OPEN');
    expect(await handle('branchDispatcher', { from: 'OPEN', action: 'close' })).toMatchObject({
      code: 400,
      message: '请选择关闭原因',
    });
    expect((await handle('branchDispatcher', { from: 'OPEN', action: 'close', reason: 'bored' })).code).toBe(400);
    expect(await handle('branchDispatcher', { from: 'OPEN', action: 'close', reason: 'falseAlarm' })).toMatchObject({
      code: 200,
      data: { symptomState: 'CLOSED', closeReason: '误报', actions: [] },
    });
    expect((await stored()).closedDate).not.toBeNull();
  });
});
