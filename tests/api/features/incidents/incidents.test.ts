import type { IncidentRow, ReleasedIncident } from '@/lib/features/incidents/contract';
import { runEscalation } from '@/lib/features/escalation/internal/run';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import {
  ask,
  createDuty,
  forgetIncidents,
  free,
  hire,
  INCIDENT,
  open,
  tokenOf,
  trap,
} from '../escalation/support/desk';
import { bearer, callSms } from '../../../support/sms-client';
import { createBox } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';

/** Units in trouble: which, in what order, for whom, with what of them (api.md §2.12, readings 135-137). */

useFreshDatabase();
let viewer: string;
beforeAll(async () => {
  await createDuty();
  for (const no of ['U2', 'U3', 'U4', 'U5']) await createBox(`CUBE-${no}`, no, { onlineStatus: 1 });
  await db().projectEquipment.create({ data: { projectId: 'P1', equipmentNo: 'U2' } });
  await db().project.create({
    data: { projectId: 'P2', branchCode: 'B1', projectName: 'P2', equipment: { create: { equipmentNo: 'U3' } } },
  });
  await hire('onlooker', ['MONITOR_READ'], { branches: ['B1'] });
  await hire('wallViewer', ['EQUIPMENT_READ', 'CAMPUS_VIEW_EQUIPMENT_READ'], { branches: ['B1'] });
  viewer = (await hire('focused', INCIDENT, { branches: ['B1'] })).accessToken;
});
beforeEach(async () => {
  await forgetIncidents();
  await db().equipmentStatus.updateMany({
    data: { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0, live: {} },
  });
});

interface Found {
  total: number;
  records: IncidentRow[];
  released: ReleasedIncident[];
}
const find = async (who: string, input: object = {}) => (await ask<Found>(who, 'incident/query', input)).data;
const names = ({ records }: Found) => records.map(({ equipmentNo, condition }) => `${condition} ${equipmentNo}`);
const say = (equipmentNo: string, data: object) => db().equipmentStatus.update({ where: { equipmentNo }, data });
const count = async (who: string) =>
  (await callSms<Record<string, number>>('GET', 'incident/count', { headers: bearer(tokenOf(who)) })).data;

const event = (equipmentNo: string, subType: 'error' | 'entrapment', startAt: Date, code: string | null = null) =>
  db().equipmentEvent.create({
    data: {
      equipmentNo,
      branchCode: 'B1',
      eventId: `${equipmentNo}-${subType}`,
      subType,
      code,
      objectStatus: true,
      startAt,
    },
  });
const notice = (equipmentNo: string, notificationType: 'error' | 'entrapment') =>
  db().notification.create({
    data: {
      notificationType,
      subType: notificationType,
      equipmentNo,
      branchCode: 'B1',
      title: 'x',
      message: 'x',
      guid: `${equipmentNo}-${notificationType}`,
      objectStatus: true,
    },
  });

describe('incidents', () => {
  it('are the units in trouble, each once in its worst condition, trapped persons on top, the oldest first', async () => {
    await say('U1', { errorStatus: 1, onlineStatus: 3 });
    await trap('U1');
    await say('U2', { errorStatus: 1, onlineStatus: 3 });
    await say('U3', { errorStatus: 1 });
    await say('U4', { onlineStatus: 3 });
    await say('U5', { onlineStatus: 0 });
    await event('U2', 'error', new Date(Date.now() - 60_000));
    await event('U3', 'error', new Date(Date.now() - 3600_000));
    const all = await find('head');
    expect([all.total, names(all)]).toEqual([4, ['trapped U1', 'fault U3', 'fault U2', 'disconnected U4']]);
    expect(await count('head')).toEqual({ trapped: 1, fault: 2, freed: 0, disconnected: 1, offline: 1 });
    expect(names(await find('head', { conditions: ['fault', 'disconnected'] }))).toEqual([
      'fault U3',
      'fault U2',
      'disconnected U4',
    ]);
    expect(names(await find('head', { equipmentNos: ['U4', 'U1'] }))).toEqual(['trapped U1', 'disconnected U4']);
    const second = await find('head', { pageIndex: 2, pageSize: 3 });
    expect([second.total, names(second)]).toEqual([4, ['disconnected U4']]);
    expect((await find('head', { pageIndex: 9, pageSize: 3 })).total).toBe(4);
  });

  it('with a call-out stand in the order in which their clocks end', async () => {
    await say('U1', { errorStatus: 1 });
    await say('U2', { errorStatus: 1 });
    await event('U2', 'error', new Date(Date.now() - 3600_000));
    await open(false);
    expect(names(await find('head'))).toEqual(['fault U1', 'fault U2']);
  });

  it('of trapped persons last until the release, by the unit or by the call-out, whichever knows of them', async () => {
    const { callbackId } = await open(true);
    expect(names(await find('dispatcher'))).toEqual(['trapped U1']);
    expect((await count('dispatcher')).trapped).toBe(1);
    await free('U1');
    expect(names(await find('dispatcher'))).toEqual(['freed U1']);
    await trap('U1');
    expect(names(await find('dispatcher'))).toEqual(['trapped U1']);
    await free('U1');
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'PAGE' } });
    expect((await find('dispatcher')).total).toBe(0);
  });

  it('of those who are free say when and after how long, above disconnected units, until somebody is sent or it is closed', async () => {
    const startAt = new Date(Date.now() - 600_000);
    await trap('U1', startAt);
    const { callbackId } = await open(true);
    await free('U1', new Date(startAt.getTime() + 200_000));
    for (const no of ['U1', 'U4']) await say(no, { onlineStatus: 3 });
    await say('U2', { errorStatus: 1 });
    const all = await find('dispatcher');
    expect(names(all)).toEqual(['fault U2', 'freed U1', 'disconnected U4']);
    expect(all.records[1]).toMatchObject({
      release: { at: formatDateTime(startAt.getTime() + 200_000), trappedSec: 200 },
      callback: { callbackId, canMove: true },
      callHelp: false,
    });
    expect(await count('dispatcher')).toMatchObject({ freed: 1, disconnected: 1 });
    await say('U1', { errorStatus: 1 });
    expect((await find('dispatcher', { equipmentNos: ['U1'] })).records[0]?.condition).toBe('fault');
    await say('U1', { errorStatus: 0 });
    await db().callback.update({ where: { callbackId }, data: { jobStatus: 'CLSC' } });
    expect(names(await find('dispatcher'))).toEqual(['fault U2', 'disconnected U1', 'disconnected U4']);
  });

  it('of those who were freed are said for two minutes in their own scope, not while somebody is trapped there again', async () => {
    const startAt = new Date(Date.now() - 600_000);
    const releasedOf = async (who: string, body: object = {}) => (await find(who, body)).released;
    for (const no of ['U1', 'U3']) await trap(no, startAt);
    await free('U1', new Date(startAt.getTime() + 200_000));
    await free('U3', new Date(startAt.getTime() + 100_000));
    const first = { equipmentNo: 'U1', at: formatDateTime(startAt.getTime() + 200_000), trappedSec: 200 };
    expect(await releasedOf('head')).toMatchObject([first, { equipmentNo: 'U3', trappedSec: 100 }]);
    expect(await releasedOf('customer')).toMatchObject([first]);
    expect(await releasedOf('foreign')).toEqual([]);
    expect(await releasedOf('head', { equipmentNos: ['U3'] })).toMatchObject([{ equipmentNo: 'U3' }]);
    expect(await releasedOf('head', { conditions: ['fault'] })).toEqual([]);
    await trap('U3');
    expect(await releasedOf('head')).toMatchObject([first]);
    await db().entrapment.updateMany({ data: { releaseToldDate: new Date(Date.now() - 121_000) } });
    expect(await releasedOf('head')).toEqual([]);
  });

  it('are those of their own scope, whatever the focus; others are refused', async () => {
    for (const no of ['U1', 'U2', 'U3']) await trap(no);
    expect(names(await find('customer'))).toEqual(['trapped U1', 'trapped U2']);
    expect(await count('customer')).toMatchObject({ trapped: 2 });
    expect((await find('foreign')).total).toBe(0);
    expect((await find('customer', { equipmentNos: ['U3'] })).total).toBe(0);
    expect(await ask('watcher', 'incident/query', {})).toMatchObject({ code: 403 });
    const narrowed = await callSms<Found>('POST', 'incident/query', {
      body: {},
      headers: { ...bearer(viewer), projectId: 'P1' },
    });
    expect(names(narrowed.data)).toEqual(['trapped U1', 'trapped U2', 'trapped U3']);
  });

  it('say what, where, since when, who was told and who has acknowledged, and what the caller may do', async () => {
    const startAt = new Date('2026-11-20T06:30:00Z');
    await say('U1', { live: { position: { value: '14F', physicalvalue: 14, at: startAt.getTime() } } });
    await trap('U1', startAt);
    await event('U1', 'entrapment', startAt);
    await notice('U1', 'entrapment');
    const { callbackId } = await open(true);
    await runEscalation(Date.now() + 150_000);
    await ask('dispatcher', 'duty/acknowledge', { callbackId });
    const [row] = (await find('dispatcher')).records;
    expect(row).toMatchObject({
      equipmentNo: 'U1',
      projectName: 'P1',
      floor: '14F',
      since: '2026-11-20 14:30:00',
      clock: 'response',
      callback: { callbackId, status: 'INIT', canMove: true },
      acks: [{ nickName: 'dispatcher', own: true, inCharge: true }],
      canAcknowledge: false,
      callHelp: false,
      camera: 0,
    });
    expect(row?.told.flatMap(({ people }) => people.map(({ nickName }) => nickName))).toContain('dispatcher');
    expect((await find('head')).records[0]).toMatchObject({
      callback: { canMove: false },
      acks: [{ nickName: 'dispatcher', own: false }],
      canAcknowledge: true,
    });
  });

  it('of trapped persons say at once who got the first text message, and whether it left', async () => {
    await trap('U1');
    await db().smsLog.create({
      data: {
        phone: '13800000000',
        username: 'manager',
        type: 'entrapment',
        content: 'x',
        state: 'SENT',
        equipmentNo: 'U1',
        createDate: new Date(Date.now() - 3600_000),
      },
    });
    await open(true);
    const told = (await find('dispatcher')).records[0]?.told ?? [];
    expect(told).toMatchObject([{ level: 1, clock: null, outcome: 'told' }]);
    const people = told.flatMap(({ people }) => people);
    expect(people.map(({ nickName }) => nickName).sort()).toEqual(['customer', 'dispatcher', 'wallViewer', 'watcher']);
    expect(people.every(({ channels, smsState }) => channels.join() === 'sms' && smsState !== null)).toBe(true);
    await runEscalation(Date.now() + 150_000);
    expect((await find('dispatcher')).records[0]?.told.map(({ level }) => level).at(-1)).toBe(1);
  });

  it('that come again are acknowledged again, though the call-out of the last one is still open', async () => {
    const { callbackId } = await open(true);
    await ask('dispatcher', 'duty/acknowledge', { callbackId });
    const earlier = { data: { ackDate: new Date(Date.now() - 600_000) } };
    await db().notificationAck.updateMany(earlier);
    await db().incidentAck.updateMany(earlier);
    await db().callback.update({
      where: { callbackId },
      data: { createDate: new Date(Date.now() - 900_000) },
    });
    await free('U1');
    await trap('U1', new Date(Date.now() - 1000));
    await notice('U1', 'entrapment');
    expect((await find('dispatcher')).records[0]).toMatchObject({ acks: [], canAcknowledge: true });
    await ask('dispatcher', 'duty/acknowledge', { callbackId });
    expect((await find('dispatcher')).records[0]).toMatchObject({ acks: [{ own: true }], canAcknowledge: false });
  });

  it('without CALLBACK_READ have no call-out, no clock and nobody who was told; the message itself is acknowledged', async () => {
    await trap('U1');
    const { notificationId } = await notice('U1', 'entrapment');
    await open(true);
    await runEscalation(Date.now() + 150_000);
    const hidden = { callback: null, clock: null, due: null, remainingSec: null, told: [] };
    expect((await find('onlooker')).records[0]).toMatchObject({
      ...hidden,
      notificationId: null,
      canAcknowledge: false,
    });
    expect((await find('wallViewer')).records[0]).toMatchObject({
      ...hidden,
      notificationId: String(notificationId),
      canAcknowledge: true,
    });
    await ask('wallViewer', 'notification/acknowledge', { notificationIds: [String(notificationId)] });
    expect((await find('onlooker')).records[0]?.acks).toMatchObject([
      { nickName: 'wallViewer', own: false, inCharge: false },
    ]);
  });

  it('of faults are acknowledged by whoever has charge of call-outs before there is one, without the wall (readings 215)', async () => {
    await say('U1', { errorStatus: 1 });
    const own = await notice('U1', 'error');
    const acknowledge = (who: string, { notificationId }: { notificationId: bigint }) =>
      ask(who, 'notification/acknowledge', { notificationIds: [String(notificationId)] });
    expect((await find('onlooker')).records[0]).toMatchObject({ notificationId: null, canAcknowledge: false });
    expect((await acknowledge('onlooker', own)).code).toBe(511);
    expect((await find('dispatcher')).records[0]).toMatchObject({ callback: null, canAcknowledge: true });
    expect((await acknowledge('dispatcher', own)).code).toBe(200);
    expect((await find('dispatcher')).records[0]).toMatchObject({ acks: [{ own: true }], canAcknowledge: false });

    // Of another branch, and what is over, is nobody's of theirs.
    expect((await acknowledge('foreign', own)).code).toBe(511);
    const ended = await notice('U1', 'entrapment');
    await db().notification.update({
      where: { notificationId: ended.notificationId },
      data: { objectStatus: false },
    });
    expect((await acknowledge('dispatcher', ended)).code).toBe(511);
  });

  it('of faults are worded by the dictionary in the language of the caller', async () => {
    await db().gbCodeDict.upsert({
      where: { gbCode: 'T52' },
      create: { gbCode: 'T52', text: '门机过载', textEn: 'Door drive overload' },
      update: {},
    });
    await say('U1', { errorStatus: 1 });
    await event('U1', 'error', new Date(), 'T52');
    expect((await find('head')).records[0]).toMatchObject({ code: 'T52', title: '门机过载' });
    const english = await callSms<Found>('POST', 'incident/query', {
      body: {},
      headers: { ...bearer(viewer), 'accept-language': 'en' },
    });
    expect(english.data.records[0]?.title).toBe('Door drive overload');
  });
});

describe('the settings of the alarm strip', () => {
  const read = async (who: string) =>
    (await callSms<object>('GET', 'userNotificationMapping/getStrip', { headers: bearer(tokenOf(who)) })).data;

  it("are the account's own: faults off and sound on at first, each saved apart", async () => {
    expect(await read('head')).toEqual({ faults: false, sound: true });
    await ask('head', 'userNotificationMapping/saveStrip', { faults: true });
    await ask('head', 'userNotificationMapping/saveStrip', { sound: false });
    expect(await read('head')).toEqual({ faults: true, sound: false });
    expect(await read('manager')).toEqual({ faults: false, sound: true });
    expect(await ask('head', 'userNotificationMapping/saveStrip', {})).toMatchObject({ code: 400 });
  });

  it('are no switch of messages', async () => {
    await ask('head', 'userNotificationMapping/saveStrip', { faults: false, sound: false });
    const switches = await callSms<{ enable: boolean }[]>('GET', 'userNotificationMapping/listSwitch', {
      headers: bearer(tokenOf('head')),
    });
    expect(switches.data).toHaveLength(8);
    expect(switches.data.every(({ enable }) => enable)).toBe(true);
  });
});
