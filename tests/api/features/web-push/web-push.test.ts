import { resetConfig } from '@/lib/config';
import { sendDuePushes } from '@/lib/features/web-push/internal/dispatch';
import { queuePushes } from '@/lib/features/web-push/internal/queue';
import { db } from '@/lib/platform/db/client';
import { bearer, callSms } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { openSession, signIn, type Person } from '../../live/realtime/support/rtc';
import { openGateway } from '../../live/telemetry/running-gateway';
import { createBox, mosquittoPub, type Box } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';
import { browserKeys, claimsOf, pushService } from './push-service';

/** Notices on a device whose browser is closed (decision 021), to a push service of our own on this machine. */

useFreshDatabase();

const WALL = [
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
  'CAMPUS_VIEW_ANNOUNCEMENT_READ',
  'ANNOUNCEMENT_READ',
  'CALLBACK_READ',
];
let status = 201;
let service: Awaited<ReturnType<typeof pushService>>;
let box: Box;
let near: Person;
let far: Person;
let count = 0;

const keys = browserKeys();
const call = (person: Person, method: string, path: string, body?: unknown) =>
  callSms<never>(method, path, { ...(body === undefined ? {} : { body }), headers: bearer(person.accessToken) });
const device = (person: Person, more: object = {}) =>
  call(person, 'POST', 'push/device/save', {
    endpoint: `${service.origin}/${person.username}`,
    p256dh: keys.p256dh,
    auth: keys.auth,
    ...more,
  });
/** Writes a notice of the unit and sends what is due. @returns who was reached */
async function notify(more: object = {}, at?: number): Promise<string[]> {
  const { notificationId } = await db().notification.create({
    data: {
      notificationType: 'entrapment',
      subType: 'entrapment',
      equipmentNo: 'U1',
      branchCode: 'B1',
      title: '困人报警',
      message: '王小明 13812345678 被困',
      guid: `guid-${(count += 1)}`,
      objectStatus: true,
      ...more,
    },
  });
  const before = service.received.length;
  const now = at ?? Date.now();
  await queuePushes([{ topic: 'notification', key: String(notificationId) }], now);
  await sendDuePushes(() => now);
  return service.received.slice(before).map(({ path }) => path.slice(1));
}

beforeAll(async () => {
  service = await pushService(() => status);
  process.env.PUSH_SERVICES = service.origin;
  resetConfig();
  box = await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  await db().project.create({
    data: { projectId: 'P1', branchCode: 'B1', projectName: 'P1', equipment: { create: { equipmentNo: 'U1' } } },
  });
  near = await signIn('near', WALL, { projects: ['P1'] });
  far = await signIn('far', WALL, { projects: ['P2'] });
}, 60_000);
beforeEach(async () => {
  status = 201;
  await db().pushDevice.deleteMany();
  await db().pushLog.deleteMany();
});
afterAll(() => {
  service.close();
  delete process.env.PUSH_SERVICES;
  resetConfig();
});

it('a person is trapped: who sees the unit is rung though no page is open, once for two gateways, with no name, phone or place', async () => {
  expect(await device(near)).toMatchObject({ code: 200 });
  await device(far);
  const gateway = await openGateway(['ingest', 'jobs']);
  const other = await openGateway(['jobs']);
  const before = service.received.length;
  await mosquittoPub(
    gateway.mqttPort,
    box,
    'lift/v1/CUBE1/status',
    JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: { entrapment: { value: true } } }),
  );
  await until(() => service.received.length > before);
  await until(() => service.received.length >= before + 1);
  await gateway.close();
  await other.close();
  const taken = service.received.slice(before);
  expect(taken.map(({ path }) => path)).toEqual(['/near']);
  const [first] = taken;
  if (!first) throw new Error('nothing came');
  const { headers, body } = first;
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
  const { data } = await call(near, 'GET', 'push/device/list');
  const { publicKey } = data as { publicKey: string };
  const claims = claimsOf(String(headers.authorization), publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:no-reply@localhost' });
  expect(Number(claims.exp)).toBeGreaterThan(Date.now() / 1000);
  const { tag, ...said } = keys.read(body);
  expect(said).toEqual({ title: '有人被困', body: '点击查看详情', path: '/detail/equipment?equipmentNo=U1' });
  expect(tag).toMatch(/^\d+$/);
}, 90_000);

it('faults come to a device that wants them, and only with the switch on; escalations and announcements that must be read to all', async () => {
  const branch = await signIn('branch', WALL, { branches: ['B1'] });
  const quiet = await signIn('quiet', WALL, { branches: ['B1'] });
  await db().notificationSwitch.create({ data: { username: 'quiet', notificationType: 'error', enable: false } });
  const fault = { notificationType: 'error', subType: 'error' };
  await device(branch);
  await device(quiet, { faults: true });
  expect(await notify(fault)).toEqual([]);
  await device(branch, { faults: true });
  expect(await notify({ ...fault, title: '门锁故障' })).toEqual(['branch']);
  // The same fault of a unit rings once in five minutes.
  expect(await notify({ ...fault, title: '门锁故障' })).toEqual([]);

  // Who hears of faults later hears of an earthquake at once.
  const slow = await signIn('slow', WALL, { branches: ['B1'] });
  await db().user.update({ where: { username: 'slow' }, data: { noticeDelay: 10 } });
  await device(slow, { faults: true });
  expect(await notify({ ...fault, title: '轿门故障' })).toEqual(['branch']);
  const earthquake = { ...fault, title: '地震', payload: { gbCodeShowList: [{ gbCode: '52' }] } };
  expect((await notify(earthquake)).sort()).toEqual(['branch', 'slow']);
  await db().pushDevice.deleteMany({ where: { username: 'slow' } });

  const sla = { notificationType: 'callback', subType: 'sla', objectStatus: null };
  expect(await notify({ ...sla, username: 'branch' })).toEqual(['branch']);
  expect(await notify({ ...sla, username: 'far' })).toEqual([]);
  const announce = async (mustRead: boolean) => {
    const id = `A${(count += 1)}`;
    await db().announcement.create({
      data: {
        id,
        title: '停梯',
        message: '<p>停梯</p>',
        state: 'PUBLISHED',
        receivingMethod: 1,
        audienceKind: 'all',
        audienceValues: [],
        isLimited: false,
        mustRead,
        publishDate: new Date(Date.now() - 1000),
        createBy: 'near',
      },
    });
    return notify({
      notificationType: 'announcement',
      subType: 'announcement',
      equipmentNo: null,
      branchCode: null,
      objectStatus: null,
      objectId: id,
    });
  };
  expect((await announce(true)).sort()).toEqual(['branch', 'quiet']);
  expect(await announce(false)).toEqual([]);
});

it('a device that is gone is removed, one whose service is away is tried again, and what is over or signed out is not sent', async () => {
  const states = async () =>
    (await db().pushLog.findMany({ orderBy: { id: 'asc' } })).map(({ state, error }) => [state, error]);
  await device(near);
  status = 503;
  const now = Date.now();
  await notify({}, now);
  expect(await states()).toEqual([['QUEUED', 'HTTP 503']]);
  status = 201;
  await sendDuePushes(() => now + 61_000);
  expect(await states()).toEqual([['SENT', null]]);

  for (const gone of [404, 410]) {
    status = gone;
    await device(near);
    await db().pushLog.deleteMany();
    await notify();
    expect([await states(), await db().pushDevice.count()]).toEqual([[['FAILED', `HTTP ${gone}`]], 0]);
  }
  status = 201;
  await db().pushLog.deleteMany();
  await device(near);
  status = 503;
  await notify({ guid: 'over' }, now);
  await db().notification.updateMany({ where: { guid: 'over' }, data: { objectStatus: false } });
  await sendDuePushes(() => now + 61_000);
  expect(await states()).toEqual([['WITHDRAWN', 'over']]);

  await db().pushLog.deleteMany();
  await notify({ guid: 'left' }, now);
  await db().session.update({ where: { id: near.sessionId }, data: { revokedAt: new Date() } });
  status = 201;
  await sendDuePushes(() => now + 61_000);
  expect(await states()).toEqual([['WITHDRAWN', 'noDevice']]);
  expect(await notify()).toEqual([]);
  near = await openSession('near');

  await db().pushLog.deleteMany();
  await device(near);
  await db().session.update({ where: { id: near.sessionId }, data: { expireAt: new Date() } });
  expect([await notify(), await db().pushLog.count()]).toEqual([[], 0]);
  near = await openSession('near');
});

it('refuses addresses that are no push service, keys that are none, an eleventh device, and the devices of others', async () => {
  for (const [more, field] of [
    [{ endpoint: 'http://169.254.169.254/latest' }, 'endpoint'],
    [{ endpoint: `${service.origin.replace('//', '//user@')}/x` }, 'endpoint'],
    [{ p256dh: 'AAAA' }, 'p256dh'],
    [{ auth: 'not a key!' }, 'auth'],
  ] as const)
    expect(await device(near, more)).toMatchObject({
      code: 400,
      data: { fieldErrors: { [field]: expect.any(String) } },
    });
  for (let index = 0; index < 10; index += 1) await device(near, { endpoint: `${service.origin}/near${index}` });
  expect(await device(near, { endpoint: `${service.origin}/one-more` })).toMatchObject({
    code: 409,
    message: '最多在10台设备上接收通知，请先移除一台',
  });
  expect(await device(near, { endpoint: `${service.origin}/near3`, faults: true })).toMatchObject({ code: 200 });
  const { data } = await call(near, 'GET', 'push/device/list');
  const { devices } = data as { devices: { deviceId: string; isThis: boolean }[] };
  expect([devices.length, devices.every(({ isThis }) => isThis)]).toEqual([10, true]);
  const [{ deviceId } = { deviceId: '' }] = devices;
  expect(await call(far, 'DELETE', `push/device/${deviceId}`)).toMatchObject({ code: 511 });
  expect(await call(near, 'DELETE', `push/device/${deviceId}`)).toMatchObject({ code: 200 });
  expect(await call(near, 'DELETE', `push/device/${deviceId}`)).toMatchObject({ code: 404 });
});
