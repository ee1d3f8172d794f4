import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { bearer, callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { signIn } from '../../live/realtime/support/rtc';
import type { Person } from '../../live/realtime/support/rtc';
import { createBox } from '../../live/telemetry/world';

/** Lists, read state, settings and acknowledgements of messages over the door (api.md §2.12). */

useFreshDatabase();

const WALL = ['CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ', 'CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ'];
const people = new Map<string, Person>();
const hire = async (...person: Parameters<typeof signIn>) => people.set(person[0], await signIn(...person));
const ask = <T = unknown>(who: string, method: string, path: string, body?: unknown) =>
  callSms<T>(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: bearer(people.get(who)?.accessToken ?? ''),
  });

interface Notice {
  notificationId: string;
  notificationType?: string;
  subType: string;
  title: string;
  readStatus: number;
  acks: { nickName: string; own: boolean; inCharge: boolean }[];
}
interface Listed {
  total: number;
  pages: number;
  records: Notice[];
}
const listed = async (who: string, list: 'webEvent' | 'webService', body: object = {}) =>
  (await ask<Listed>(who, 'POST', `notification/${list}/list`, body)).data;
const titles = async (...query: Parameters<typeof listed>) =>
  (await listed(...query)).records.map(({ title }) => title);
const unread = async (who: string) => (await ask<Record<string, number>>(who, 'GET', 'notification/unreadCount')).data;

let count = 0;
const notice = (rest: Partial<Prisma.NotificationUncheckedCreateInput> = {}) => {
  count += 1;
  return db().notification.create({
    data: {
      notificationType: 'error',
      subType: 'error',
      equipmentNo: 'U1',
      branchCode: 'B1',
      title: `n${count}`,
      message: 'text',
      guid: `g-${count}`,
      objectStatus: true,
      notificationDate: new Date(Date.now() - 3_600_000 + count * 1000),
      ...rest,
    },
  });
};

beforeAll(async () => {
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  await createBox('CUBE2', 'U2', { onlineStatus: 1 });
  await db().project.create({
    data: { projectId: 'P1', branchCode: 'B1', projectName: 'P1', equipment: { create: { equipmentNo: 'U1' } } },
  });
  await hire('staff', [...WALL, 'CALLBACK_WRITE']);
  await hire('customer', [...WALL, 'CALLBACK_WRITE'], { projects: ['P1'] });
  await hire('stranger', WALL, { projects: ['P2'] });
  await hire('plain', ['CALLBACK_READ'], { branches: ['B1'] });
}, 60_000);
beforeEach(async () => {
  await db().notification.deleteMany();
  await db().notificationMark.deleteMany();
  await db().notificationSwitch.deleteMany();
});

describe('the lists', () => {
  it('[NOTI-006] [API-076] give 15 a page, newest first, of the caller’s units alone, with an exact total', async () => {
    for (let index = 0; index < 17; index += 1) await notice();
    await notice({ equipmentNo: 'U2', title: 'other unit' });
    const first = await listed('customer', 'webEvent');
    expect([first.total, first.pages, first.records.length]).toEqual([17, 2, 15]);
    expect(first.records.map(({ title }) => title)).toEqual(
      [...first.records.map(({ title }) => title)].sort((a, b) => Number(b.slice(1)) - Number(a.slice(1))),
    );
    expect(await titles('customer', 'webEvent', { pageIndex: 2 })).toHaveLength(2);
    expect((await listed('staff', 'webEvent')).total).toBe(18);
    expect((await listed('stranger', 'webEvent')).total).toBe(0);
  });

  it('[NOTI-014] [NOTI-015] tell of events and of services what the contract says', async () => {
    await notice({ objectId: '7', camera: 1, title: 'door' });
    await notice({
      notificationType: 'maintenance',
      subType: 'maintenance',
      objectId: 'M1',
      title: 'job',
      objectStatus: null,
    });
    expect((await listed('customer', 'webEvent')).records).toEqual([
      {
        notificationId: expect.stringMatching(/^\d+$/),
        notificationType: 'error',
        subType: 'error',
        equipmentNo: 'U1',
        equipmentName: 'U1',
        title: 'door',
        message: 'text',
        objectId: '7',
        objectStatus: 'true',
        notificationDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        readStatus: 0,
        camera: 1,
        equipmentType: 'YAE_ELT',
        guid: expect.any(String),
        acks: [],
      },
    ]);
    expect((await listed('customer', 'webService')).records).toEqual([
      expect.objectContaining({
        subType: 'maintenance',
        objectId: 'M1',
        title: 'job',
        equipmentNo: 'U1',
        readStatus: 0,
      }),
    ]);
  });

  it('are narrowed by kind and by what was read', async () => {
    await notice({ notificationType: 'entrapment', subType: 'entrapment', title: 'trapped' });
    const { notificationId } = await notice({ title: 'seen' });
    await notice({ notificationType: 'event', subType: 'alarm', title: 'alarm' });
    await ask('customer', 'POST', 'notification/read', { notificationIds: [String(notificationId)] });
    expect(await titles('customer', 'webEvent', { subType: 'entrapment' })).toEqual(['trapped']);
    expect(await titles('customer', 'webEvent', { readStatus: 1 })).toEqual(['seen']);
    expect(await titles('customer', 'webEvent', { readStatus: 0 })).toEqual(['alarm', 'trapped']);
    expect(await titles('staff', 'webEvent', { readStatus: 1 })).toEqual([]);
    expect(await ask('customer', 'POST', 'notification/webEvent/list', { subType: 'weather' })).toMatchObject({
      code: 400,
    });
  });

  it('[NOTI-008] [NOTI-009] need the authority of their tab; without it one’s own messages remain', async () => {
    await notice({ notificationType: 'callback', subType: 'callback', title: 'for all', objectStatus: null });
    await notice({
      notificationType: 'maintenance',
      subType: 'account',
      username: 'plain',
      equipmentNo: null,
      title: 'account',
    });
    await notice({ notificationType: 'callback', subType: 'sla', username: 'plain', title: 'incident' });
    await notice({ notificationType: 'callback', subType: 'sla', username: 'staff', title: 'not yours' });
    expect(await ask('plain', 'POST', 'notification/webEvent/list', {})).toMatchObject({ code: 403 });
    expect(await titles('plain', 'webService')).toEqual(['incident', 'account']);
    expect(await titles('staff', 'webService')).toEqual(['for all']);
    expect(await ask('plain', 'POST', 'notification/read', { tab: 'service' })).toMatchObject({ code: 200 });
    expect((await unread('plain')).service).toBe(0);
  });

  it('are one entry a call-out where that is asked for: the newest message, how many, and what waits first', async () => {
    const callback = (callbackId: string, jobStatus: string) =>
      db().callback.create({
        data: {
          callbackId,
          equipmentNo: 'U1',
          branchCode: 'B1',
          callbackType: 'A',
          jobStatus,
          createDate: new Date(),
          jobUpdateDate: new Date(),
        },
      });
    await callback('C-open', 'DISP');
    await callback('C-over', 'CLSO');
    const told = (objectId: string, title: string, equipmentNo = 'U1') =>
      notice({ notificationType: 'callback', subType: 'callback', objectId, equipmentNo, title, objectStatus: null });
    await told('C-open', 'opened');
    await told('C-open', 'on the way');
    await told('C-over', 'closed');
    await told('C-elsewhere', 'of another unit', 'U2');
    const entries = async (body: object) =>
      (
        await ask<{ total: number; records: { title: string; count: number; waits: boolean }[] }>(
          'customer',
          'POST',
          'notification/webService/list',
          body,
        )
      ).data;
    const { total, records } = await entries({ byObject: true });
    expect([total, records.map(({ title, count: many, waits }) => [title, many, waits])]).toEqual([
      2,
      [
        ['on the way', 2, true],
        ['closed', 1, false],
      ],
    ]);
    expect((await entries({ byObject: true, pageSize: 1, pageIndex: 2 })).records.map(({ title }) => title)).toEqual([
      'closed',
    ]);
    expect((await entries({})).records.map(({ title, count: many, waits }) => [title, many, waits])).toEqual([
      ['closed', 1, false],
      ['on the way', 1, true],
      ['opened', 1, true],
    ]);
    await db().callback.deleteMany();
  });

  it('keep messages for 90 days', async () => {
    await notice({ title: 'kept', notificationDate: new Date(Date.now() - 89 * 86_400_000) });
    await notice({ title: 'gone', notificationDate: new Date(Date.now() - 92 * 86_400_000) });
    expect(await titles('staff', 'webEvent')).toEqual(['kept']);
    const { tidyTables } = await import('@/lib/programs/gateway/tidy-tables');
    await tidyTables(new Date());
    expect((await db().notification.findMany()).map(({ title }) => title)).toEqual(['kept']);
  });
});

describe('what was read', () => {
  it('[NOTI-003] counts by tab for each account, and a switch that is off counts nothing', async () => {
    await notice();
    await notice({ notificationType: 'event', subType: 'event' });
    await notice({ notificationType: 'callback', subType: 'callback' });
    await db().callback.create({
      data: {
        callbackId: 'C1',
        equipmentNo: 'U1',
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'INIT',
        createDate: new Date(),
        jobUpdateDate: new Date(),
      },
    });
    const all = { event: 2, service: 1, announcement: 0, diagnose: 1 };
    expect(await unread('customer')).toEqual(all);
    await ask('customer', 'POST', 'notification/read', { tab: 'event' });
    expect([await unread('customer'), await unread('staff')]).toEqual([{ ...all, event: 0 }, all]);
    await ask('customer', 'POST', 'notification/read', { tab: 'diagnose' });
    expect(await unread('customer')).toEqual({ ...all, event: 0, diagnose: 0 });
    await ask('staff', 'POST', 'userNotificationMapping/saveBatch', [
      { notificationType: 'error', enable: false },
      { notificationType: 'callback', enable: false },
    ]);
    expect(await unread('staff')).toEqual({ event: 1, service: 0, announcement: 0, diagnose: 0 });
    expect((await listed('staff', 'webEvent')).total).toBe(2);
    await db().callback.deleteMany();
  });

  it('all of a hundred thousand is one row', async () => {
    await db().$executeRaw`
      INSERT INTO notification (notification_type, sub_type, equipment_no, branch_code, title, message, guid, object_status, notification_date)
      SELECT 'error', 'error', 'U1', 'B1', 'bulk', '', 'bulk-' || i, true, now() - interval '2 days' FROM generate_series(1, 100000) i`;
    expect((await unread('customer')).event).toBe(999);
    expect(await ask('customer', 'POST', 'notification/read', { notificationType: 'error' })).toMatchObject({
      code: 200,
      data: { updated: 1 },
    });
    expect([await db().notificationMark.count(), await db().notificationRead.count()]).toEqual([1, 0]);
    expect((await unread('customer')).event).toBe(0);
    expect((await listed('customer', 'webEvent')).records.every(({ readStatus }) => readStatus === 1)).toBe(true);
  }, 60_000);

  it('says which of the three it wants, and passes over what is not the caller’s', async () => {
    const { notificationId } = await notice({ equipmentNo: 'U2' });
    for (const body of [{}, { notificationType: 'error', tab: 'event' }, { notificationIds: [] }, { tab: 'all' }])
      expect(await ask('customer', 'POST', 'notification/read', body)).toMatchObject({ code: 400 });
    expect(
      await ask('customer', 'POST', 'notification/read', { notificationIds: [String(notificationId)] }),
    ).toMatchObject({ code: 200, data: { updated: 0 } });
  });
});

describe('the settings', () => {
  it('[NOTI-016] [API-077] are eight switches, on until one is turned off, taken as a list or as a plain array', async () => {
    const types = ['error', 'event', 'announcement', 'callback', 'contract', 'entrapment', 'inspection', 'maintenance'];
    const switches = async (who: string) =>
      (await ask(who, 'GET', 'userNotificationMapping/listSwitch')).data as {
        notificationType: string;
        enable: boolean;
      }[];
    expect(await switches('customer')).toEqual(types.map((notificationType) => ({ notificationType, enable: true })));
    const off = [{ notificationType: 'event', enable: false }];
    expect(await ask('customer', 'POST', 'userNotificationMapping/saveBatch', off)).toMatchObject({
      code: 200,
      message: '修改成功',
    });
    await ask('customer', 'POST', 'userNotificationMapping/saveBatch', {
      list: [{ notificationType: 'contract', enable: false }],
    });
    expect(
      (await switches('customer')).filter(({ enable }) => !enable).map(({ notificationType }) => notificationType),
    ).toEqual(['event', 'contract']);
    expect((await switches('staff')).every(({ enable }) => enable)).toBe(true);
    for (const body of [{ list: [] }, [{ notificationType: 'weather', enable: true }], [{ notificationType: 'error' }]])
      expect(await ask('customer', 'POST', 'userNotificationMapping/saveBatch', body)).toMatchObject({ code: 400 });
  });

  it('[NOTI-017] [API-075] have a delay of 0, 2, 5 or 10 minutes, saved by itself', async () => {
    const delay = async () => (await ask('customer', 'GET', 'userNotificationMapping/getDelay')).data;
    expect(await delay()).toEqual({ delay: 0 });
    for (const minutes of [2, 5, 10, 0]) {
      expect(await ask('customer', 'POST', 'userNotificationMapping/saveDelay', { delay: minutes })).toMatchObject({
        code: 200,
        message: '修改成功',
      });
      expect(await delay()).toEqual({ delay: minutes });
    }
    for (const wrong of [1, 15, -2, 'x', null])
      expect(await ask('customer', 'POST', 'userNotificationMapping/saveDelay', { delay: wrong })).toMatchObject({
        code: 400,
      });
  });
});

describe('acknowledging', () => {
  it('is recorded once an account, names who and when, and is only for those who see the message', async () => {
    const { notificationId } = await notice({ notificationType: 'entrapment', subType: 'entrapment' });
    const body = { notificationIds: [String(notificationId)] };
    expect(await ask('stranger', 'POST', 'notification/acknowledge', body)).toMatchObject({ code: 511 });
    expect(await ask('staff', 'POST', 'notification/acknowledge', { notificationIds: ['999999'] })).toMatchObject({
      code: 404,
    });
    await ask('customer', 'POST', 'notification/acknowledge', body);
    await ask('customer', 'POST', 'notification/acknowledge', body);
    await ask('staff', 'POST', 'notification/acknowledge', body);
    const [row] = (await listed('staff', 'webEvent')).records;
    expect(row?.acks).toEqual([
      { nickName: 'customer', ackDate: expect.any(String), own: false, inCharge: false },
      { nickName: 'staff', ackDate: expect.any(String), own: true, inCharge: true },
    ]);
    expect(row?.readStatus).toBe(1);
    expect(await db().notificationAck.count()).toBe(2);
  });
});
