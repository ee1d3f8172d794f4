import { randomUUID } from 'node:crypto';
import { keepAnnouncementTimes } from '@/lib/features/announcements/internal/publish';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { until } from '../../../support/until';
import { closeClients, connect, pause, signIn } from '../../live/realtime/support/rtc';
import type { Client, Person } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';
import { openGateway, type ListeningGateway } from '../../live/telemetry/running-gateway';

/** What is published reaches those of its audience who are online, once and in their language (api.md §3.6, silent-screens C). */

useFreshDatabase();

let gateways: [ListeningGateway, ListeningGateway];
let reader: Person;
let viewer: Person;
let stranger: Person;
let muted: Person;
let blind: Person;

beforeAll(async () => {
  await db().branch.createMany({
    data: ['B1', 'B2'].map((branchCode) => ({
      branchCode,
      branchId: branchCode,
      branchName: branchCode,
      branchFullName: branchCode,
    })),
    skipDuplicates: true,
  });
  await db().project.createMany({
    data: ['P1', 'P2'].map((projectId) => ({
      projectId,
      branchCode: projectId.replace('P', 'B'),
      projectName: projectId,
    })),
    skipDuplicates: true,
  });
  reader = await signIn('reader', ['ANNOUNCEMENT_READ'], { projects: ['P1'] });
  viewer = await signIn('viewer', ['CAMPUS_VIEW_ANNOUNCEMENT_READ'], { branches: ['B1'] });
  stranger = await signIn('stranger', ['ANNOUNCEMENT_READ'], { projects: ['P2'] });
  muted = await signIn('muted', ['ANNOUNCEMENT_READ'], { projects: ['P1'] });
  blind = await signIn('blind', ['CALLBACK_READ'], { projects: ['P1'] });
  await db().notificationSwitch.create({
    data: { username: 'muted', notificationType: 'announcement', enable: false },
  });
  gateways = [await openGateway(['realtime']), await openGateway(['realtime'])];
}, 60_000);
afterEach(async () => {
  closeClients();
  await db().announcement.deleteMany();
  await db().notification.deleteMany();
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

async function listen(
  person: Person,
  which: 0 | 1 = 0,
  request: object = {},
  language?: string,
): Promise<InstantMessage[]> {
  const client: Client = await connect(gateways[which], {
    namespace: '/notification',
    ...(language ? { auth: { language } } : {}),
  });
  const heard: InstantMessage[] = [];
  client.socket.on('instantMessage', (message: InstantMessage) => heard.push(message));
  expect(await client.send('authorize', await person.token())).toEqual({ code: 200, message: 'success' });
  expect(await client.send('notification', { types: ['instant'], ...request })).toMatchObject({ code: 200 });
  return heard;
}

/** One to the branch B1, due now. */
async function due(rest: Partial<Prisma.AnnouncementUncheckedCreateInput> = {}): Promise<string> {
  const id = randomUUID();
  await db().announcement.create({
    data: {
      id,
      title: '停梯检修',
      message: '<p>周六&amp;周日</p>',
      titleEn: 'Out of service',
      messageEn: '<p>Saturday</p>',
      receivingMethod: 1,
      audienceKind: 'branch',
      audienceValues: ['B1'],
      isLimited: true,
      state: 'SCHEDULED',
      publishDate: new Date(),
      places: { create: { branchCode: 'B1' } },
      ...rest,
    },
  });
  return id;
}

it('those of the audience who may read it and have not switched it off hear it once, on whichever gateway', async () => {
  const heard = [await listen(reader), await listen(viewer, 1), await listen(reader, 1, {}, 'en')];
  const silent = [await listen(stranger), await listen(muted), await listen(blind, 1)];
  const id = await due();
  await Promise.all([keepAnnouncementTimes(Date.now()), keepAnnouncementTimes(Date.now())]);
  await until(() => heard.every(({ length }) => length === 1));
  await pause(1500);
  expect(heard.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(silent.map(({ length }) => length)).toEqual([0, 0, 0]);
  expect(heard[0]?.[0]).toMatchObject({
    type: 'announcement',
    objectId: id,
    title: '停梯检修',
    message: '周六&周日',
  });
  expect(heard[2]?.[0]).toMatchObject({ title: 'Out of service', message: 'Saturday' });
  expect(heard[0]?.[0]).not.toHaveProperty('gbError');
});

it('a reader who connects later hears what was published since, unless it was withdrawn', async () => {
  const since = Date.now() - 60_000;
  const id = await due();
  await due({ title: '撤回的' });
  await keepAnnouncementTimes(Date.now());
  await db().announcement.updateMany({ where: { title: '撤回的' }, data: { state: 'WITHDRAWN' } });
  const heard = await listen(reader, 0, { since });
  const foreign = await listen(stranger, 0, { since });
  await until(() => heard.length === 1);
  await pause(500);
  expect(heard.map(({ objectId }) => objectId)).toEqual([id]);
  expect(foreign).toEqual([]);
});
