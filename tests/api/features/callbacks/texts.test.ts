import { db } from '@/lib/platform/db/client';
import { openCallback } from '@/lib/features/callbacks/internal/create';
import { useFreshDatabase } from '../../support/database';
import { bearer, callSms } from '../../../support/sms-client';
import { signIn } from '../../live/realtime/support/rtc';
import type { Person } from '../../live/realtime/support/rtc';
import { createBox } from '../../live/telemetry/world';

/** Text messages of a rescue: to whoever sees the unit's call-outs, as far as project, phone and switch let them (silent-screens F4, B7). */

useFreshDatabase();

let dispatcher: Person;
const NEWS = ['CAMPUS_VIEW_CALLBACK_READ', 'CALLBACK_READ'];

beforeAll(async () => {
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  for (const [projectId, isMessage] of [
    ['P1', '1'],
    ['P2', '0'],
  ] as const)
    await db().project.create({
      data: {
        projectId,
        branchCode: 'B1',
        projectName: projectId,
        isMessage,
        equipment: { create: { equipmentNo: 'U1' } },
      },
    });
  dispatcher = await signIn('dispatcher', [...NEWS, 'CALLBACK_WRITE'], { branches: ['B1'] });
  await signIn('tenant', NEWS, { projects: ['P1'] });
  await signIn('neighbour', NEWS, { projects: ['P2'] });
  await signIn('stranger', NEWS, { projects: ['P3'] });
  await signIn('silent', NEWS, { projects: ['P1'] });
  await signIn('noPhone', NEWS, { projects: ['P1'] });
  await signIn('unrelated', ['EQUIPMENT_READ'], { projects: ['P1'] });
  for (const [index, username] of ['dispatcher', 'tenant', 'neighbour', 'stranger', 'silent', 'unrelated'].entries())
    await db().user.update({ where: { username }, data: { phone: `1380000000${index}` } });
  await db().notificationSwitch.createMany({
    data: ['callback', 'entrapment'].map((notificationType) => ({
      username: 'silent',
      notificationType,
      enable: false,
    })),
  });
}, 60_000);
beforeEach(async () => {
  await db().smsLog.deleteMany();
  await db().callback.deleteMany();
  await db().activity.deleteMany();
  await db().notification.deleteMany();
});

const open = (isTrapped: boolean) =>
  db().$transaction((sql) =>
    openCallback(sql, {
      equipmentNo: 'U1',
      callbackType: 'Customer call',
      jobDescription: 'door',
      operator: null,
      persons: { isTrapped, trappedCount: null, isInjured: false },
    }),
  );
const move = (callbackId: string, from: string, status: string, rest: object = {}) =>
  callSms('POST', 'callback/transition', {
    body: { callbackId, from, status, ...rest },
    headers: bearer(dispatcher.accessToken),
  });
/** A message that was queued may have left by the time the log is read. */
const isOnItsWay = (state: string) => ['QUEUED', 'SENT', 'DELIVERED'].includes(state);
const log = async () =>
  (await db().smsLog.findMany({ orderBy: [{ id: 'asc' }] })).map(
    ({ username, type, state, error }) =>
      `${username ?? 'phone'} ${type} ${error ?? (isOnItsWay(state) ? 'leaves' : state)}`,
  );
/** The dispatched technician has no account, only a phone (readings 245). */
const toTechnician = 'phone technician leaves';
/** What each of them gets, in whatever way it ends. */
const toEverybody = (type: string) => [
  `dispatcher ${type} leaves`,
  `neighbour ${type} projectOff`,
  `noPhone ${type} noPhone`,
  `tenant ${type} leaves`,
];

it('trapped persons: beginning, technician, arrival and end are sent as text messages; other call-outs: only the technician', async () => {
  const { callbackId } = await open(true);
  expect(await log()).toEqual(toEverybody('entrapment'));
  for (const [from, status, rest] of [
    ['INIT', 'PAGE', { technicianName: '张工', technicianPhone: '13900000000' }],
    ['PAGE', 'DISP', {}],
    ['DISP', 'SITE', {}],
  ] as const) {
    await db().smsLog.deleteMany();
    expect(await move(callbackId, from, status, rest)).toMatchObject({ code: 200 });
    const news = status === 'DISP' ? [] : toEverybody('callback');
    expect([status, await log()]).toEqual([status, status === 'PAGE' ? [...news, toTechnician] : news]);
  }
  const [first] = await db().smsLog.findMany({ orderBy: { id: 'asc' } });
  expect(first?.content).toContain(callbackId);
  await db().smsLog.deleteMany();
  await db().callback.deleteMany();
  const other = await open(false);
  await move(other.callbackId, 'INIT', 'PAGE', { technicianName: '张工', technicianPhone: '13900000000' });
  expect(await log()).toEqual([toTechnician]);
});

it('persons who join an open call-out are told once', async () => {
  await open(false);
  expect(await log()).toEqual([]);
  await open(true);
  expect(await log()).toEqual(toEverybody('entrapment'));
  await open(true);
  expect(await log()).toEqual(toEverybody('entrapment'));
});

it('a rescue at night, and the thirtieth message of a day, leave all the same', async () => {
  const night = new Date();
  night.setUTCHours(16, 30, 0, 0);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(night.getTime());
  try {
    for (let index = 0; index < 30; index += 1) {
      await db().callback.deleteMany();
      await open(true);
    }
  } finally {
    clock.mockRestore();
  }
  const tenant = (await log()).filter((line) => line.startsWith('tenant'));
  expect(tenant).toEqual(Array(30).fill('tenant entrapment leaves'));
});
