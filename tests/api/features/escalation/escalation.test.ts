import { adoptOpen } from '@/lib/features/escalation/internal/adopt';
import { runEscalation } from '@/lib/features/escalation/internal/run';
import { noticeTexts } from '@/lib/features/notifications/internal/words';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { ask, createDuty, forgetIncidents, free, open, told, trap } from './support/desk';

/** Who is told when a clock runs out, by an injected clock (readings 80, 84). */

useFreshDatabase();
beforeAll(createDuty);
beforeEach(forgetIncidents);

const MINUTE = 60_000;
const start = async (callbackId: string) =>
  (await db().callback.findUniqueOrThrow({ where: { callbackId } })).createDate.getTime();
const marksOf = async (callbackId: string) =>
  Object.fromEntries(
    (await db().slaMark.findMany({ where: { callbackId } })).map(({ clock, level, nextAt, stoppedDate }) => [
      clock,
      [level, nextAt !== null, stoppedDate !== null],
    ]),
  );
/** Two gateways at once, every so often, as after any number of restarts: a run knows nothing but the rows. */
async function runBetween(from: number, until: number, stepMs = MINUTE / 2): Promise<void> {
  for (let now = from; now <= until; now += stepMs) await Promise.all([runEscalation(now), runEscalation(now)]);
}

describe('the marks of a call-out', () => {
  it('tell dispatchers at 80, users with USER_WRITE at 100 and the head office at 150 percent, each once, on two gateways', async () => {
    const { callbackId } = await open(false);
    const at = await start(callbackId);
    await runBetween(at, at + 16 * MINUTE);
    expect(await told()).toEqual([
      'response 80 told: dispatcher/notice',
      'response 100 told: manager/notice',
      'response 150 told: head/notice',
    ]);
    const notices = await db().notification.findMany({ where: { subType: 'sla' }, orderBy: { notificationId: 'asc' } });
    expect(
      notices.map(({ username, equipmentNo, objectId, title }) => [username, equipmentNo, objectId, title]),
    ).toEqual([
      ['dispatcher', 'U1', callbackId, '响应时限已用80%'],
      ['manager', 'U1', callbackId, '响应超时'],
      ['head', 'U1', callbackId, '响应超时50%'],
    ]);
    expect(await db().smsLog.count()).toBe(0);
  });

  it('of trapped persons come by text message too, where the project has them on; where not, the log says why', async () => {
    const { callbackId } = await open(true, { isInCharge: true });
    await db().smsLog.deleteMany();
    const at = await start(callbackId);
    await runBetween(at, at + 3 * MINUTE);
    expect(await told()).toEqual([
      'response 80 told: dispatcher/notice dispatcher/sms',
      'response 100 told: manager/notice manager/sms',
    ]);
    await db().project.update({ where: { projectId: 'P1' }, data: { isMessage: '0' } });
    await runBetween(at + 4 * MINUTE, at + 5 * MINUTE);
    await db().project.update({ where: { projectId: 'P1' }, data: { isMessage: '1' } });
    const sms = await db().smsLog.findMany({ orderBy: { id: 'asc' } });
    expect(sms.map(({ username, type, state, error }) => [username, type, state, error])).toEqual([
      ['dispatcher', 'entrapment', 'QUEUED', null],
      ['manager', 'entrapment', 'QUEUED', null],
      ['head', 'entrapment', 'SUPPRESSED', 'projectOff'],
    ]);
  });

  it('of a breached arrival of trapped persons say whom to call', async () => {
    const { callbackId } = await open(true, { isInCharge: true });
    await db().callbackStatus.create({ data: { callbackId, status: 'PAGE', updateTime: new Date() } });
    const at = await start(callbackId);
    await runBetween(at + 49 * MINUTE, at + 61 * MINUTE, 6 * MINUTE);
    const texts = await db().notification.findMany({ where: { subType: 'sla' }, orderBy: { notificationId: 'asc' } });
    expect(texts.map(({ title, message }) => [title, message.includes('请联系96333或119')])).toEqual([
      ['到场时限已用80%', false],
      ['到场超时', true],
    ]);
    const english = await noticeTexts('en');
    expect(texts.map((text) => english(text))).toEqual([
      {
        title: '80% of the arrival time is used',
        message: `Person trapped: U1 (U1). 80% of the arrival time is used, ${callbackId}.`,
      },
      {
        title: 'Overdue: arrival',
        message: `Person trapped: U1 (U1). Overdue: arrival, ${callbackId}. Call 96333 or 119`,
      },
    ]);
  });

  it('that have nobody pass to the next level at once; where nobody is left that is written down', async () => {
    await db().notificationSwitch.createMany({
      data: ['dispatcher', 'manager'].map((username) => ({ username, notificationType: 'callback', enable: false })),
    });
    const { callbackId } = await open(false);
    const at = await start(callbackId);
    await runBetween(at + 8 * MINUTE, at + 10 * MINUTE);
    await db().user.update({ where: { username: 'head' }, data: { enabled: false } });
    await runBetween(at + 15 * MINUTE, at + 16 * MINUTE);
    await db().user.update({ where: { username: 'head' }, data: { enabled: true } });
    expect(await told()).toEqual([
      'response 80 told: head/notice',
      'response 100 told: head/notice',
      'response 150 nobody:',
    ]);
  });

  it('clocks that were missed while no process ran are notified once; a day after their end nobody is notified any more', async () => {
    const { callbackId } = await open(false);
    const at = await start(callbackId);
    await runBetween(at + 12 * MINUTE, at + 13 * MINUTE);
    expect(await told()).toEqual(['response 80 told: dispatcher/notice', 'response 100 told: manager/notice']);
    const late = at + 10 * MINUTE + 24 * 60 * MINUTE + 1;
    await runBetween(late, late + MINUTE);
    expect((await told()).slice(2)).toContain('response 150 late:');
    expect((await told()).filter((step) => step.startsWith('response') && step.includes('told'))).toHaveLength(2);
    await runBetween(at + 40 * 60 * MINUTE, at + 40 * 60 * MINUTE + MINUTE);
    expect(new Set(await told()).size).toBe((await told()).length);
    expect((await marksOf(callbackId)).response).toEqual([150, false, false]);
  });

  it('end with their clock: nobody is notified after it stopped, and unsent messages are cancelled', async () => {
    const { callbackId } = await open(true, { isInCharge: true });
    const at = await start(callbackId);
    await runBetween(at + 2.5 * MINUTE, at + 2.6 * MINUTE);
    const moved = await db().$transaction(async (sql) => {
      const { syncMarks } = await import('@/lib/features/callbacks/internal/sla-marks');
      await sql.callbackStatus.create({
        data: { callbackId, status: 'PAGE', updateTime: new Date(at + 2.6 * MINUTE) },
      });
      await sql.callback.update({ where: { callbackId }, data: { jobStatus: 'PAGE' } });
      await syncMarks(sql, { callbackId }, at + 2.6 * MINUTE);
      return sql.slaMark.findFirst({ where: { callbackId, clock: 'response' } });
    });
    expect([moved?.nextAt, moved?.stoppedDate]).toEqual([null, new Date(at + 2.6 * MINUTE)]);
    await runBetween(at + 3 * MINUTE, at + 20 * MINUTE, 5 * MINUTE);
    expect(await told()).toEqual(['response 80 told: dispatcher/notice dispatcher/sms']);
    const sms = await db().smsLog.findMany({ where: { username: 'dispatcher', content: { contains: '响应' } } });
    expect(sms.map(({ state, error }) => [state, error])).toEqual([['SUPPRESSED', 'clockStopped']]);
  });

  it('stop telling of trapped persons by themselves when the box says that they are free', async () => {
    const { callbackId } = await open(true, { isInCharge: true });
    const at = await start(callbackId);
    await db().callbackStatus.createMany({
      data: [
        { callbackId, status: 'PAGE', updateTime: new Date(at + MINUTE) },
        { callbackId, status: 'SITE', updateTime: new Date(at + 10 * MINUTE) },
      ],
    });
    await runBetween(at + 35 * MINUTE, at + 36 * MINUTE);
    expect(await told()).toEqual(['release 80 told: dispatcher/notice dispatcher/sms']);
    await free('U1', new Date(at + 37 * MINUTE));
    await runBetween(at + 40 * MINUTE, at + 60 * MINUTE, 5 * MINUTE);
    expect(await told()).toHaveLength(1);
    expect((await marksOf(callbackId)).release).toEqual([80, false, true]);
  });

  it('are added to a call-out that was already open, without notices for what is past', async () => {
    const createDate = new Date(Date.now() - 9 * MINUTE);
    await db().callback.create({
      data: {
        callbackId: 'BEFORE',
        equipmentNo: 'U1',
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'INIT',
        createDate,
        jobUpdateDate: createDate,
        statuses: { create: { status: 'INIT', updateTime: createDate } },
      },
    });
    const at = createDate.getTime();
    expect([await adoptOpen(at + 9 * MINUTE), await adoptOpen(at + 9 * MINUTE)]).toEqual([1, 0]);
    await runBetween(at + 9 * MINUTE, at + 10 * MINUTE);
    expect(await told()).toEqual(['response 100 told: manager/notice']);
  });

  it('hang on the symptom where an ERP moves the call-outs, and follow what the ERP sends', async () => {
    const createDate = new Date();
    await db().symptom.create({
      data: {
        symptomId: 'S1',
        symptomDefinitionId: 'A01',
        symptomTitle: 'A01-trapped',
        equipmentNo: 'U1',
        branchCode: 'B1',
        equipmentText: 'U1',
        category: 'A',
        symptomState: 'INIT',
        createDate,
        eventDate: createDate,
      },
    });
    const { syncMarks, followImported } = await import('@/lib/features/callbacks/internal/sla-marks');
    await db().$transaction((sql) => syncMarks(sql, { symptomId: 'S1' }));
    const at = createDate.getTime();
    await runBetween(at + 2.5 * MINUTE, at + 2.6 * MINUTE);
    expect(await told()).toEqual(['response 80 told: dispatcher/notice dispatcher/sms']);
    await db().callback.create({
      data: {
        callbackId: 'ERP1',
        equipmentNo: 'U1',
        branchCode: 'B1',
        callbackType: 'Telemonitoring Breakdown',
        jobStatus: 'PAGE',
        createDate,
        jobUpdateDate: createDate,
        statuses: { create: { status: 'PAGE', updateTime: new Date(at + 2.7 * MINUTE) } },
      },
    });
    await db().symptom.update({ where: { symptomId: 'S1' }, data: { callbackId: 'ERP1' } });
    await db().$transaction((sql) => followImported(sql, ['ERP1'], at + 2.8 * MINUTE));
    await runBetween(at + 3 * MINUTE, at + 6 * MINUTE);
    expect(await told()).toHaveLength(1);
    const response = await db().slaMark.findFirstOrThrow({ where: { symptomId: 'S1', clock: 'response' } });
    expect([response.callbackId, response.nextAt, response.stoppedDate !== null]).toEqual([null, null, true]);
  });
});

describe('the request to acknowledge', () => {
  const entrapment = async (guid = 'event-1') => {
    await trap('U1');
    return db().notification.create({
      data: {
        notificationType: 'entrapment',
        subType: 'entrapment',
        equipmentNo: 'U1',
        branchCode: 'B1',
        title: 'trapped',
        message: '',
        guid,
        objectStatus: true,
      },
    });
  };
  const after = (minutes: number) => Date.now() + minutes * MINUTE;

  it('reaches the head office after two minutes, once on two gateways, by text message too', async () => {
    await entrapment();
    await runBetween(after(0), after(1.9));
    expect(await told()).toEqual([]);
    await runBetween(after(2.01), after(10), MINUTE);
    expect(await told()).toEqual(['unacknowledged told: head/notice head/sms']);
  });

  it('is one for the unit, however many messages tell of it', async () => {
    await entrapment();
    await open(true);
    await runBetween(after(2.1), after(10), MINUTE);
    expect((await told()).filter((step) => step.startsWith('unacknowledged'))).toHaveLength(1);
  });

  it('is not made for persons who are free by then, nor for a call-out that somebody in charge opened', async () => {
    const { notificationId } = await entrapment();
    await db().notification.update({ where: { notificationId }, data: { objectStatus: false } });
    await free('U1');
    await open(true, { isInCharge: true });
    await runBetween(after(2.1), after(4), MINUTE);
    expect((await told()).filter((step) => step.startsWith('unacknowledged'))).toEqual([]);
  });

  it('ends with an acknowledgement by somebody in charge, before or after it left; a customer stops neither it nor the marks', async () => {
    const { notificationId } = await entrapment();
    const { callbackId } = await open(true);
    await db().smsLog.deleteMany();
    const body = { notificationIds: [String(notificationId)] };
    expect(await ask('customer', 'notification/acknowledge', body)).toMatchObject({
      code: 200,
      data: [{ notificationId: String(notificationId), acks: [{ nickName: 'customer', own: true, inCharge: false }] }],
    });
    expect(await ask('manager', 'notification/acknowledge', body)).toMatchObject({ code: 511 });
    await runBetween(after(2.1), after(2.2), MINUTE);
    expect(await told()).toContain('unacknowledged told: head/notice head/sms');
    expect(await db().smsLog.findFirst({ where: { username: 'head' } })).toMatchObject({ state: 'QUEUED' });
    expect(await ask('dispatcher', 'duty/acknowledge', { callbackId })).toMatchObject({
      code: 200,
      data: {
        acks: [
          { nickName: 'customer', inCharge: false },
          { nickName: 'dispatcher', own: true, inCharge: true },
        ],
      },
    });
    expect(await db().smsLog.findFirst({ where: { username: 'head' } })).toMatchObject({
      state: 'SUPPRESSED',
      error: 'acknowledged',
    });
    expect((await marksOf(callbackId)).arrival).toEqual([0, true, false]);
    await runBetween(after(3.1), after(3.2), MINUTE);
    expect((await told()).filter((step) => step.startsWith('response 100'))).toHaveLength(1);
  });

  it('is not made after an acknowledgement', async () => {
    await entrapment();
    const { callbackId } = await open(true);
    expect(await ask('dispatcher', 'duty/acknowledge', { callbackId })).toMatchObject({ code: 200 });
    await runBetween(after(2.1), after(10), 2 * MINUTE);
    expect((await told()).filter((step) => step.startsWith('unacknowledged'))).toEqual([]);
    expect((await told()).filter((step) => step.startsWith('response'))).toHaveLength(3);
  });
});

describe('the duty board', () => {
  interface Row {
    callbackId: string;
    equipmentNo: string;
    clock: string | null;
    personTrapped: boolean;
    callHelp: boolean;
    canAcknowledge: boolean;
    told: { level: number; clock: string | null; people: { nickName: string; channels: string[] }[] }[];
    acks: { nickName: string }[];
  }
  const board = async (who: string) => (await ask<{ total: number; records: Row[] }>(who, 'duty/query', {})).data;

  it('lists what is open by the time that is left, with who was told and who has acknowledged, to those who see the unit', async () => {
    const { callbackId } = await open(true, { isInCharge: true });
    const at = await start(callbackId);
    await db().callback.create({
      data: {
        callbackId: 'OLD',
        equipmentNo: 'U1',
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'PAGE',
        createDate: new Date(at - 90 * MINUTE),
        jobUpdateDate: new Date(at - 80 * MINUTE),
      },
    });
    await runBetween(at + 2.5 * MINUTE, at + 2.5 * MINUTE);
    await ask('dispatcher', 'duty/acknowledge', { callbackId });
    const { total, records } = await board('dispatcher');
    expect([total, records.map((row) => row.callbackId)]).toEqual([2, [callbackId, 'OLD']]);
    expect(records[0]).toMatchObject({
      equipmentNo: 'U1',
      clock: 'response',
      personTrapped: true,
      callHelp: false,
      canAcknowledge: false,
      told: [
        {
          level: 1,
          clock: null,
          people: [{ nickName: 'customer' }, { nickName: 'dispatcher' }, { nickName: 'watcher' }],
        },
        { level: 80, clock: 'response', people: [{ nickName: 'dispatcher', channels: ['notice', 'sms'] }] },
      ],
      acks: [{ nickName: 'dispatcher' }],
    });
    expect(records[1]).toMatchObject({ clock: null, canAcknowledge: true, told: [] });
    expect((await board('foreign')).total).toBe(0);
    expect((await board('customer')).total).toBe(2);
    expect(await ask('watcher', 'duty/query', {})).toMatchObject({ code: 403 });
    expect(await ask('foreign', 'duty/acknowledge', { callbackId })).toMatchObject({ code: 511 });
    expect(await ask('head', 'duty/acknowledge', { callbackId: 'NONE' })).toMatchObject({ code: 404 });
    expect(await ask('head', 'duty/acknowledge', {})).toMatchObject({ code: 400 });
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'CLSC' } });
    expect(await ask('head', 'duty/acknowledge', { callbackId })).toMatchObject({ code: 409 });
    expect((await board('dispatcher')).total).toBe(1);
  });

  it('asks for help while persons wait longer than allowed, and not once they are free', async () => {
    const symptomId = 'S-help';
    await db().symptom.create({
      data: {
        symptomId,
        symptomDefinitionId: 'A01',
        equipmentNo: 'U1',
        branchCode: 'B1',
        symptomTitle: 'A01-x',
        equipmentText: 'U1',
        category: 'A',
        symptomState: 'OPEN',
        createDate: new Date(),
      },
    });
    const mark = { symptomId, equipmentNo: 'U1', limitSec: 1800, dueDate: new Date(Date.now() - MINUTE) };
    await db().slaMark.create({ data: { ...mark, clock: 'arrival' } });
    const release = await db().slaMark.create({ data: { ...mark, clock: 'release' } });
    const help = async () =>
      (await board('dispatcher')).records.filter(({ callbackId }) => callbackId === null).map((row) => row.callHelp);
    expect(await help()).toEqual([true]);
    await db().slaMark.update({ where: { id: release.id }, data: { stoppedDate: new Date() } });
    expect(await help()).toEqual([false]);
  });
});
