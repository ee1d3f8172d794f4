import { db } from '@/lib/platform/db/client';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { quickest } from '../../../support/quickest';
import { until } from '../../../support/until';
import { closeClients, connect, pause, signIn, startGateway } from '../../live/realtime/support/rtc';
import type { Gateway, Person } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';

/** What each of six accounts hears, on two gateways: switches × delay × ended before the delay × eight types (silent-screens F4). */

useFreshDatabase();

const WALL = [
  'CAMPUS_VIEW_CALLBACK_READ',
  'SYMPTOM_READ',
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
  'CAMPUS_VIEW_ANNOUNCEMENT_READ',
];
const TYPES = ['error', 'event', 'announcement', 'callback', 'contract', 'entrapment', 'inspection', 'maintenance'];
/** head: no delay; branch: 2 min; customer: 10 min, four types off; quiet: everything off; stranger: other units; blind: no tab. */
const PEOPLE = ['head', 'branch', 'customer', 'quiet', 'stranger', 'blind'] as const;
type Who = (typeof PEOPLE)[number];

class Ear {
  readonly heard: string[] = [];
  readonly unread: number[] = [];
  readonly acknowledged: { guid: string; acks: { nickName: string; own: boolean }[] }[] = [];
}

const gateways: Gateway[] = [];
const persons = new Map<Who, Person>();

async function listen(person: Person, gateway: Gateway): Promise<Ear> {
  const ear = new Ear();
  const client = await connect(gateway, { namespace: '/notification' });
  client.socket.on('instantMessage', ({ title, gbError }: InstantMessage) =>
    ear.heard.push(`${title}${gbError ? (gbError.objectStatus === 'true' ? ' begins' : ' ends') : ''}`),
  );
  client.socket.on('unread', ({ at }: { at: number }) => ear.unread.push(at));
  client.socket.on('acknowledged', (news: Ear['acknowledged'][number]) => ear.acknowledged.push(news));
  expect(await client.send('authorize', await person.token())).toMatchObject({ code: 200 });
  expect(await client.send('notification', { types: ['instant'] })).toMatchObject({ code: 200 });
  return ear;
}
/** Everybody on both gateways. */
async function everybody(): Promise<Map<Who, [Ear, Ear]>> {
  const ears = new Map<Who, [Ear, Ear]>();
  for (const [who, person] of persons) {
    const [first, second] = gateways;
    if (!first || !second) throw new Error('two gateways');
    ears.set(who, [await listen(person, first), await listen(person, second)]);
  }
  return ears;
}

/** One event that lasted so long before it ended; 0: it has just begun and lasts. */
interface Told {
  readonly type: string;
  readonly subType?: string;
  readonly code?: string;
  readonly agoSec: number;
  readonly lastedSec: number | null;
  readonly own?: Who;
}
async function begin(title: string, { type, subType = type, code, agoSec, own }: Told): Promise<void> {
  const isAnnouncement = type === 'announcement';
  const isAboutUnit = !isAnnouncement && (own === undefined || type === 'callback');
  if (isAnnouncement)
    await db().announcement.create({
      data: {
        id: 'AN1',
        title,
        message: '<p>text</p>',
        receivingMethod: 1,
        audienceKind: 'all',
        isLimited: false,
        state: 'PUBLISHED',
        publishDate: new Date(Date.now() - 1000),
      },
    });
  await db().notification.create({
    data: {
      notificationType: type,
      subType,
      ...(own ? { username: own } : {}),
      ...(isAboutUnit ? { equipmentNo: 'U1', branchCode: 'B1' } : {}),
      ...(isAnnouncement ? { objectId: 'AN1' } : {}),
      title,
      message: '',
      guid: title,
      objectStatus: ['error', 'event', 'entrapment'].includes(type) ? true : null,
      notificationDate: new Date(Date.now() - agoSec * 1000),
      payload: { gbCodeShowList: [{ gbCode: code ?? title }] },
    },
  });
}
async function end(title: string, { lastedSec }: Told): Promise<void> {
  if (lastedSec === null) return;
  const { notificationDate } = await db().notification.findUniqueOrThrow({ where: { guid: title } });
  await db().notification.update({
    where: { guid: title },
    data: { objectStatus: false, endDate: new Date(notificationDate.getTime() + lastedSec * 1000) },
  });
}

beforeAll(async () => {
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  await db().project.create({
    data: { projectId: 'P1', branchCode: 'B1', projectName: 'P1', equipment: { create: { equipmentNo: 'U1' } } },
  });
  await db().gbCodeDict.create({ data: { gbCode: 'F1', text: 'fire', kind: 'fire' } });
  persons.set('head', await signIn('head', WALL));
  persons.set('branch', await signIn('branch', WALL, { branches: ['B1'] }));
  persons.set('customer', await signIn('customer', WALL, { projects: ['P1'] }));
  persons.set('quiet', await signIn('quiet', WALL));
  persons.set('stranger', await signIn('stranger', WALL, { projects: ['P2'] }));
  persons.set('blind', await signIn('blind', ['EQUIPMENT_READ'], { projects: ['P1'] }));
  await db().user.update({ where: { username: 'branch' }, data: { noticeDelay: 2 } });
  await db().user.update({ where: { username: 'customer' }, data: { noticeDelay: 10 } });
  const off = (username: string, types: readonly string[]) =>
    types.map((notificationType) => ({ username, notificationType, enable: false }));
  await db().notificationSwitch.createMany({
    data: [...off('quiet', TYPES), ...off('customer', ['event', 'callback', 'inspection', 'announcement'])],
  });
  gateways.push(await startGateway(), await startGateway());
}, 60_000);
afterEach(closeClients);
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
});

const MINUTES = 60;
/** Who hears its start, who its end. */
const TABLE: readonly (readonly [string, Told, start: readonly Who[], end: readonly Who[]])[] = [
  ['fault of 30 s', { type: 'error', agoSec: 40, lastedSec: 30 }, ['head'], ['head']],
  [
    'fault of 3 min',
    { type: 'error', agoSec: 3 * MINUTES, lastedSec: 3 * MINUTES },
    ['head', 'branch'],
    ['head', 'branch'],
  ],
  [
    'fault of 11 min',
    { type: 'error', agoSec: 11 * MINUTES, lastedSec: 11 * MINUTES },
    ['head', 'branch', 'customer'],
    ['head', 'branch', 'customer'],
  ],
  ['fault that lasts 3 min', { type: 'error', agoSec: 3 * MINUTES, lastedSec: null }, ['head', 'branch'], []],
  ['fault that just began', { type: 'error', agoSec: 0, lastedSec: null }, ['head'], []],
  // It reaches the two minutes of the branch while everybody listens.
  ['fault of almost 2 min', { type: 'error', agoSec: 2 * MINUTES - 2, lastedSec: null }, ['head', 'branch'], []],
  ['event of 30 s', { type: 'event', subType: 'alarm', agoSec: 40, lastedSec: 30 }, ['head'], ['head']],
  [
    'event of 11 min',
    { type: 'event', agoSec: 11 * MINUTES, lastedSec: 11 * MINUTES },
    ['head', 'branch'],
    ['head', 'branch'],
  ],
  [
    'fire of 30 s',
    { type: 'error', code: 'F1', agoSec: 40, lastedSec: 30 },
    ['head', 'branch', 'customer'],
    ['head', 'branch', 'customer'],
  ],
  ['earthquake', { type: 'error', code: '52', agoSec: 0, lastedSec: null }, ['head', 'branch', 'customer'], []],
  [
    'entrapment of 30 s',
    { type: 'entrapment', agoSec: 40, lastedSec: 30 },
    ['head', 'branch', 'customer'],
    ['head', 'branch', 'customer'],
  ],
  ['call-out', { type: 'callback', agoSec: 0, lastedSec: null }, ['head', 'branch'], []],
  ['maintenance', { type: 'maintenance', agoSec: 0, lastedSec: null }, ['head', 'branch', 'customer'], []],
  ['inspection of customer', { type: 'inspection', agoSec: 0, lastedSec: null, own: 'customer' }, [], []],
  ['inspection of branch', { type: 'inspection', agoSec: 0, lastedSec: null, own: 'branch' }, ['branch'], []],
  ['contract of customer', { type: 'contract', agoSec: 0, lastedSec: null, own: 'customer' }, ['customer'], []],
  ['announcement to all', { type: 'announcement', agoSec: 0, lastedSec: null }, ['head', 'branch', 'stranger'], []],
  // About the account, and what a clock tells: no switch keeps them away, a tab's authority is not asked.
  [
    'account of quiet',
    { type: 'maintenance', subType: 'account', agoSec: 0, lastedSec: null, own: 'quiet' },
    ['quiet'],
    [],
  ],
  [
    'account of blind',
    { type: 'maintenance', subType: 'account', agoSec: 0, lastedSec: null, own: 'blind' },
    ['blind'],
    [],
  ],
  ['incident of blind', { type: 'callback', subType: 'sla', agoSec: 0, lastedSec: null, own: 'blind' }, ['blind'], []],
  ['incident of stranger', { type: 'callback', subType: 'sla', agoSec: 0, lastedSec: null, own: 'stranger' }, [], []],
];

it('each account hears, on either gateway, exactly what the table says', async () => {
  const ears = await everybody();
  for (const [title, told] of TABLE) await begin(title, told);
  // What just began and waits is heard when its time has come.
  await until(
    () => ears.get('branch')?.every(({ heard }) => heard.includes('fault of almost 2 min begins')) === true,
    10_000,
  );
  for (const [title, told] of TABLE) await end(title, told);
  await pause(1500);
  for (const who of PEOPLE) {
    const expected = TABLE.flatMap(([title, { type }, starts, ends]) => {
      const isCard = ['error', 'event', 'entrapment'].includes(type);
      return [
        ...(starts.includes(who) ? [isCard ? `${title} begins` : title] : []),
        ...(ends.includes(who) ? [`${title} ends`] : []),
      ];
    }).sort();
    expect([who, ears.get(who)?.map(({ heard }) => [...heard].sort())]).toEqual([who, [expected, expected]]);
  }
}, 60_000);

it('a fault that ended while nobody was connected is told afterwards only to those for whom it lasted long enough', async () => {
  await db().notification.deleteMany();
  const since = Date.now() - 20 * MINUTES * 1000;
  const [short, long] = [
    { type: 'error', agoSec: 15 * MINUTES, lastedSec: 30 },
    { type: 'error', agoSec: 14 * MINUTES, lastedSec: 4 * MINUTES },
  ];
  await begin('short', short);
  await begin('long', long);
  await end('short', short);
  await end('long', long);
  const found: Record<string, string[]> = {};
  for (const who of ['head', 'branch', 'customer'] as const) {
    const person = persons.get(who);
    const [gateway] = gateways;
    if (!person || !gateway) throw new Error(who);
    const ear = new Ear();
    const client = await connect(gateway, { namespace: '/notification' });
    client.socket.on('instantMessage', ({ title }: InstantMessage) => ear.heard.push(title));
    await client.send('authorize', await person.token());
    await client.send('notification', { types: ['instant'], since });
    await pause(300);
    found[who] = ear.heard;
  }
  expect(found).toEqual({ head: ['short', 'long'], branch: ['long'], customer: [] });
});

it('[NOTI-003] reading in one tab reaches the account’s other tabs and machines within two seconds, and nobody else', async () => {
  const ears = await everybody();
  const types = ['error', 'callback', 'contract'];
  const tookMs = await quickest(2000, async (tried) => {
    const from = Date.now();
    await db().notificationMark.create({
      data: { username: 'head', notificationType: types[tried] ?? 'error', readAllUntil: new Date() },
    });
    await until(() => ears.get('head')?.every(({ unread }) => unread.length > tried) === true);
    return Date.now() - from;
  });
  expect(tookMs).toBeLessThan(2000);
  expect(PEOPLE.filter((who) => ears.get(who)?.some(({ unread }) => unread.length > 0))).toEqual(['head']);
});

it('an acknowledgement reaches everybody who may see the message, with the name, and is one’s own only for oneself', async () => {
  await begin('trapped now', { type: 'entrapment', agoSec: 0, lastedSec: null });
  const ears = await everybody();
  const { notificationId } = await db().notification.findUniqueOrThrow({ where: { guid: 'trapped now' } });
  await db().notificationAck.create({ data: { notificationId, username: 'branch', endsRequests: true } });
  await until(() => ears.get('head')?.every(({ acknowledged }) => acknowledged.length > 0) === true, 2000);
  await pause(300);
  const heard = PEOPLE.map((who) => [
    who,
    ears
      .get(who)
      ?.map(({ acknowledged }) =>
        acknowledged.map(({ acks }) => acks.map(({ nickName, own }) => `${nickName} ${own}`)),
      ),
  ]);
  const told = (own: boolean) => [[[`branch ${own}`]], [[`branch ${own}`]]];
  expect(Object.fromEntries(heard)).toEqual({
    head: told(false),
    branch: told(true),
    customer: told(false),
    quiet: told(false),
    stranger: [[], []],
    blind: [[], []],
  });
});
