import { runEscalation } from '@/lib/features/escalation/internal/run';
import { followEntrapments, importEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { openCallback } from '@/lib/features/callbacks/internal/create';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { db, pool } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { Fleet } from '../detector/fleet';
import { createBox } from '../../live/telemetry/world';
import { ask, createDuty, forgetIncidents, open, tokenOf } from '../escalation/support/desk';
import { bearer, callSms } from '../../../support/sms-client';

/** Each entrapment is an incident of its own, from its start to its release, whoever tells of either (readings 248). */

useFreshDatabase();

const MINUTE = 60_000;
let fleet: Fleet;
beforeAll(async () => {
  await createDuty();
  await createBox('C1', 'E1', { onlineStatus: 1 });
  await db().projectEquipment.create({ data: { projectId: 'P1', equipmentNo: 'E1' } });
});
beforeEach(async () => {
  await forgetIncidents();
  await db().entrapment.deleteMany();
  await db().outbox.deleteMany();
  await db().detectorEffect.deleteMany();
  await db().equipmentStatus.updateMany({
    data: { entrapmentStatus: 0, live: {}, counters: {}, detector: {}, detectorDue: null },
  });
  fleet = new Fleet(Date.now() - 5000);
});
afterEach(() => fleet.stop());

const say = async (isTrapped: boolean, afterMs = 1000) => {
  fleet.now += afterMs;
  await fleet.status('1', { entrapment: isTrapped });
  await fleet.act();
};
const callOut = () => db().callback.findFirstOrThrow();
const texts = async () =>
  (await db().smsLog.findMany({ orderBy: { id: 'asc' } })).map(
    ({ username, type, state, error }) => `${username} ${type} ${error ?? state}`,
  );
const move = (callbackId: string, from: string, status: string, rest: object = {}) =>
  callSms<CallbackDetail>('POST', 'callback/transition', {
    body: { callbackId, from, status, ...rest },
    headers: bearer(tokenOf('dispatcher')),
  });
const find = async () =>
  (await ask<{ records: IncidentRow[] }>('dispatcher', 'incident/query', { equipmentNos: ['E1'] })).data.records;
const trappedSteps = async () =>
  (await db().escalationStep.findMany({ include: { mark: true }, orderBy: { id: 'asc' } })).flatMap(
    ({ level, mark }) => (mark ? [`${mark.clock} ${level} round ${mark.round}`] : ['unacknowledged']),
  );

/** Waits until another session of this database waits for a lock. */
const lockWait = () =>
  until(async () => {
    const { rows } = await pool().query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() LIMIT 1",
    );
    return rows.length > 0;
  });

it('a person’s release takes what it needs in the order of the ingest, also where the box has said nothing', async () => {
  const { callbackId } = await open(true, { equipmentNo: 'E1' });
  const box = await pool().connect();
  try {
    await box.query('BEGIN');
    await box.query("SELECT 1 FROM equipment_status WHERE equipment_no = 'E1' FOR NO KEY UPDATE");
    const moving = move(callbackId, 'INIT', 'CLSC', { reason: '误报', releaseDate: formatDateTime(Date.now()) });
    await lockWait();
    // As a batch would: nobody holds what it takes next.
    await box.query("SELECT 1 FROM entrapment WHERE equipment_no = 'E1' FOR UPDATE NOWAIT");
    await box.query('COMMIT');
    expect((await moving).code).toBe(200);
  } finally {
    box.release();
  }
});

describe('an entrapment that a box tells of', () => {
  it('a text message goes at once to those in charge of call-outs and to other receivers, with place, time and link', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E1' }, data: { address: '南京路1号', buildingName: 'A座' } });
    await fleet.status('1', { position: ['7F', { physicalvalue: 7 }] });
    await say(true);
    // The dispatcher holds no tab of the wall, the others do.
    expect(await texts()).toEqual([
      'customer entrapment noPhone',
      'dispatcher entrapment QUEUED',
      'watcher entrapment noPhone',
    ]);
    const { callbackId } = await callOut();
    const [, sms] = await db().smsLog.findMany({ orderBy: { id: 'asc' } });
    for (const part of ['有人被困', 'E1', '南京路1号 A座', '楼层7', '自', callbackId, '/detail/callback'])
      expect(sms?.content).toContain(part);
    expect(await db().entrapment.findMany()).toMatchObject([
      { equipmentNo: 'E1', callbackId, startSource: 'box', startAt: new Date(fleet.now), releasedAt: null },
    ]);
  });

  it('is over with the box’s release: the call-out knows when and from whom, and closing does not ask for it', async () => {
    await say(true);
    await say(false, 4 * MINUTE);
    const { callbackId, releaseDate, releaseSource } = await callOut();
    expect([releaseDate, releaseSource]).toEqual([new Date(fleet.now), 'box']);
    expect(await find()).not.toContainEqual(expect.objectContaining({ condition: 'trapped' }));
    expect(await db().notification.count({ where: { ackDue: { not: null } } })).toBe(0);
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'SITE', jobUpdateDate: new Date(0) } });
    const closed = await move(callbackId, 'SITE', 'CLSO', {
      scsa: '2',
      jobTechRemark: 'x',
      equipmentRunning: true,
    });
    expect([closed.code, closed.data.releaseSource]).toEqual([200, 'box']);
  });

  it('everybody who got a text message gets one about the release; messages that were not sent yet are cancelled', async () => {
    await db().user.update({ where: { username: 'customer' }, data: { phone: '13800000009' } });
    try {
      await say(true);
      await sendDueSms(() => Date.now() + 1000);
      const { callbackId } = await callOut();
      await db().notification.updateMany({ where: { ackDue: { not: null } }, data: { ackDue: null } });
      await runEscalation(fleet.now + 2.5 * MINUTE);
      await say(false, 3 * MINUTE);
      await fleet.act();
      expect(await texts()).toEqual([
        'customer entrapment DELIVERED',
        'dispatcher entrapment DELIVERED',
        'watcher entrapment noPhone',
        'dispatcher entrapment released',
        'customer callback QUEUED',
        'dispatcher callback QUEUED',
      ]);
      const last = await db().smsLog.findFirstOrThrow({ where: { type: 'callback' } });
      expect(last.content).toMatch(/^已救出：E1（E1），\d\d-\d\d \d\d:\d\d，被困3分钟。$/);
      expect(await db().notification.count({ where: { objectId: callbackId, title: '被困人员已救出' } })).toBe(1);
      await runEscalation(fleet.now + 30 * MINUTE);
      expect((await texts()).filter((line) => line.includes('entrapment'))).toHaveLength(4);
    } finally {
      await db().user.update({ where: { username: 'customer' }, data: { phone: null } });
    }
  });

  it('nobody is notified any more after the box reported the release, even before the call-out is updated', async () => {
    await say(true);
    fleet.now += 2.6 * MINUTE;
    await fleet.status('1', { entrapment: false });
    const before = await texts();
    await runEscalation(fleet.now);
    expect(await trappedSteps()).toEqual(['response 80 round 0']);
    expect(await texts()).toEqual(before);
  });

  it('again while its call-out is open: texts, clocks and escalation begin anew, and nothing is inherited', async () => {
    await say(true);
    const { callbackId } = await callOut();
    await sendDueSms(() => Date.now() + 1000);
    await runEscalation(fleet.now + 3.5 * MINUTE);
    const before = await trappedSteps();
    expect(before).toContain('response 100 round 0');
    await say(false, 5 * MINUTE);
    await db().smsLog.deleteMany();
    await say(true, 10 * MINUTE);
    const again = fleet.now;
    expect(await db().entrapment.count({ where: { callbackId } })).toBe(2);
    expect(await texts()).toContain('dispatcher entrapment QUEUED');
    const marks = await db().slaMark.findMany({ where: { callbackId, stoppedDate: null } });
    expect(marks.map(({ clock, round, level }) => `${clock} ${round} ${level}`).sort()).toEqual([
      'arrival 1 0',
      'release 1 0',
      'response 1 0',
      'restore 0 0',
    ]);
    expect(marks.find(({ clock }) => clock === 'response')?.dueDate).toEqual(new Date(again + 3 * MINUTE));
    const [row] = await find();
    expect(row).toMatchObject({ condition: 'trapped', acks: [] });
    expect(row?.told.flatMap(({ level }) => level)).toEqual([1]);
    await runEscalation(again + 2.5 * MINUTE);
    expect((await trappedSteps()).slice(before.length)).toEqual(['unacknowledged', 'response 80 round 1']);
  });

  it.each([
    ['its box is half an hour slow', 30 * MINUTE, 15 * MINUTE],
    ['its box is a little slow', 2 * MINUTE, 6 * MINUTE],
  ])(
    'again while its call-out is open, and %s: nothing of the first is inherited',
    async (_why, slowMs, againAfterMs) => {
      const sayLate = async (isTrapped: boolean, afterMs: number) => {
        fleet.now += afterMs;
        await fleet.status('1', { entrapment: isTrapped }, { at: fleet.now - slowMs });
        await fleet.act();
      };
      await sayLate(true, 1000);
      const { callbackId } = await callOut();
      await sayLate(false, 5 * MINUTE);
      // The first is over: what is done now is not for those who are trapped later.
      fleet.now += againAfterMs - MINUTE;
      const answered = new Date(fleet.now);
      await db().incidentAck.create({ data: { callbackId, username: 'dispatcher', ackDate: answered } });
      await db().callbackStatus.create({ data: { callbackId, status: 'PAGE', updateTime: answered } });
      await db().callback.update({ where: { callbackId }, data: { jobStatus: 'PAGE' } });
      await sayLate(true, MINUTE);
      const marks = await db().slaMark.findMany({ where: { callbackId, stoppedDate: null } });
      expect(marks.map(({ clock, round }) => `${clock} ${round}`).sort()).toEqual([
        'arrival 1',
        'release 1',
        'response 1',
        'restore 0',
      ]);
      expect(marks.find(({ clock }) => clock === 'response')?.dueDate).toEqual(new Date(fleet.now + 3 * MINUTE));
      const [row] = await find();
      expect(row).toMatchObject({ condition: 'trapped', acks: [] });
      expect((await ask<{ records: DutyRow[] }>('dispatcher', 'duty/query', {})).data.records).toMatchObject([
        { callbackId, personTrapped: true, acks: [] },
      ]);
      // What is shown stays what the box said.
      expect(await db().entrapment.findFirst({ where: { releasedAt: null } })).toMatchObject({
        startAt: new Date(fleet.now - slowMs),
      });
    },
  );

  it('of a slow box in a call-out that was told and answered before: nobody is said to have been told of it', async () => {
    const { callbackId } = await open(false, { equipmentNo: 'E1' });
    const opened = fleet.now;
    fleet.now += 15 * MINUTE;
    await runEscalation(fleet.now);
    expect(await db().escalationStep.count()).toBeGreaterThan(0);
    await db().callbackStatus.create({ data: { callbackId, status: 'PAGE', updateTime: new Date(fleet.now) } });
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'PAGE' } });
    fleet.now += MINUTE;
    await fleet.status('1', { entrapment: true }, { at: opened + 1000 });
    await fleet.act();
    const [row] = await find();
    expect(row).toMatchObject({ condition: 'trapped', told: [] });
  });

  it('again at the very moment at which people are told of the release: its notice lasts', async () => {
    await say(true);
    await say(false, MINUTE);
    await db().entrapment.updateMany({ data: { releaseToldDate: null } });
    const ingest = await pool().connect();
    try {
      await ingest.query('BEGIN');
      await ingest.query('LOCK TABLE notification IN SHARE ROW EXCLUSIVE MODE');
      const telling = followEntrapments(fleet.now);
      await lockWait();
      await ingest.query(
        `INSERT INTO notification (notification_type, sub_type, equipment_no, branch_code, title, message, guid, object_status)
         SELECT 'entrapment', 'entrapment', equipment_no, branch_code, 'x', 'x', 'again', true FROM equipment WHERE equipment_no = 'E1'`,
      );
      await ingest.query("INSERT INTO entrapment (equipment_no, start_at, start_source) VALUES ('E1', $1, 'box')", [
        new Date(fleet.now + 1000),
      ]);
      await ingest.query('COMMIT');
      await telling;
    } finally {
      ingest.release();
    }
    expect(await db().notification.findFirst({ where: { guid: 'again' } })).toMatchObject({ objectStatus: true });
  });

  it('a second entrapment while a technician is on site starts only the release clock, from its beginning', async () => {
    await say(true);
    const { callbackId } = await callOut();
    const at = fleet.now;
    await say(false, MINUTE);
    await db().callbackStatus.createMany({
      data: [
        { callbackId, status: 'PAGE', updateTime: new Date(at + 100) },
        { callbackId, status: 'SITE', updateTime: new Date(at + 2 * MINUTE) },
      ],
    });
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'SITE' } });
    await say(true, 5 * MINUTE);
    const marks = await db().slaMark.findMany({ where: { callbackId, stoppedDate: null }, orderBy: { clock: 'asc' } });
    expect(marks.map(({ clock, round }) => `${clock} ${round}`)).toEqual(['release 1', 'restore 0']);
    expect(marks[0]?.dueDate).toEqual(new Date(fleet.now + 30 * MINUTE));
  });

  it('an entrapment that ends before anybody could act notifies nobody, and is written in the call-out', async () => {
    fleet.now += 1000;
    await fleet.status('1', { entrapment: true });
    fleet.now += 1000;
    await fleet.status('1', { entrapment: false });
    await fleet.act();
    expect((await texts()).filter((line) => line.includes('entrapment'))).toEqual([]);
    expect(await db().entrapment.findMany()).toMatchObject([{ releasedAt: new Date(fleet.now), releaseSource: 'box' }]);
    expect(await find()).not.toContainEqual(expect.objectContaining({ condition: 'trapped' }));
  });
});

describe('an entrapment that a person tells of', () => {
  it('ends with the release that is entered, and a person may correct what the box said', async () => {
    await say(true);
    await say(false, 2 * MINUTE);
    const { callbackId } = await callOut();
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'DISP', jobUpdateDate: new Date(0) } });
    const at = '2020-01-01 00:00:00';
    expect((await move(callbackId, 'DISP', 'SITE', { releaseDate: at })).code).toBe(400);
    const { trappedDate } = await callOut();
    const wall = new Date((trappedDate ?? new Date()).getTime() + 8 * 3600_000).toISOString();
    const releaseDate = `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
    const moved = await move(callbackId, 'DISP', 'SITE', { releaseDate });
    expect([moved.code, moved.data.releaseDate, moved.data.releaseSource]).toEqual([200, releaseDate, 'person']);
    expect(await db().entrapment.findMany()).toMatchObject([{ releaseSource: 'person' }]);
  });

  it('on an open call-out joins it, each time anew', async () => {
    const { callbackId } = await open(true);
    await open(true);
    expect(await db().entrapment.count()).toBe(1);
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'DISP' } });
    await move(callbackId, 'DISP', 'SITE', { releaseDate: wallNow() });
    expect(await db().entrapment.findMany()).toMatchObject([{ releaseSource: 'person', callbackId }]);
    await db().smsLog.deleteMany();
    await open(true);
    expect(await db().entrapment.count({ where: { callbackId, releasedAt: null } })).toBe(1);
    expect(await db().callback.findFirst()).toMatchObject({ releaseDate: null, releaseSource: null });
    expect(await texts()).toContain('dispatcher entrapment QUEUED');
  });

  it('an entrapment that a person ended is not notified as lasting, even when the box still reports it', async () => {
    await say(true);
    await say(true, 100);
    const { callbackId } = await callOut();
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'DISP' } });
    expect((await move(callbackId, 'DISP', 'SITE', { releaseDate: wallNow() })).code).toBe(200);
    expect(await db().notification.count({ where: { notificationType: 'entrapment', objectStatus: true } })).toBe(0);
    const before = await db().smsLog.count();
    await runEscalation(fleet.now + 10 * MINUTE);
    expect(await db().smsLog.count()).toBe(before);
    expect((await texts()).filter((line) => line.endsWith('entrapment QUEUED'))).toEqual([]);
    expect(await find()).toEqual([]);
  });

  it('an imported entrapment is an incident without text messages, until the import says that it is over', async () => {
    const row = { equipmentNo: 'E1', branchCode: 'B1', callbackType: 'Customer call', jobStatus: 'PAGE' };
    const [createDate, jobUpdateDate] = [new Date(Date.now() - 60_000), new Date()];
    await db().callback.create({ data: { callbackId: 'ERP', ...row, personTrapped: true, createDate, jobUpdateDate } });
    const imported = () => db().$transaction((sql) => importEntrapments(sql, ['ERP']));
    await imported();
    await imported();
    await fleet.act();
    expect(await db().entrapment.findMany()).toMatchObject([
      { callbackId: 'ERP', startAt: createDate, releasedAt: null },
    ]);
    expect((await find()).map(({ condition }) => condition)).toEqual(['trapped']);
    const releaseDate = new Date();
    await db().callback.update({ where: { callbackId: 'ERP' }, data: { releaseDate } });
    await imported();
    expect(await db().entrapment.findMany()).toMatchObject([{ releasedAt: releaseDate, releaseSource: 'person' }]);
    expect(await db().smsLog.count()).toBe(0);
  });

  it('is not ended by a box that has never said that somebody is trapped', async () => {
    await db().$transaction(async (sql) => {
      await openCallback(sql, {
        equipmentNo: 'E1',
        callbackType: 'Customer call',
        jobDescription: 'x',
        operator: null,
        persons: { isTrapped: true, trappedCount: null, isInjured: false },
      });
    });
    await say(false);
    expect(await db().entrapment.count({ where: { releasedAt: null } })).toBe(1);
  });
});

const wallNow = () => {
  const wall = new Date(Date.now() + 8 * 3600_000).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
};
