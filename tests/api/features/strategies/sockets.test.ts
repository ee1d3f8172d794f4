import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { liveBus } from '@/lib/live/telemetry/bus';
import { until } from '../../../support/until';
import { closeClients, connect, pause, seedUnits, signIn, startGateway } from '../../live/realtime/support/rtc';
import type { Client, Gateway, Person } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, useNoStrategies, without } from './support/strategy';

/** Under a strategy a user gets less than without it, over the sockets as well, and a change reaches the open ones. */

useFreshDatabase();

const LIMIT_MS = 5000;
const WALL = [
  'MONITOR_READ',
  'CAMPUS_VIEW_CALLBACK_READ',
  'SYMPTOM_READ',
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
];

let gateway: Gateway;
let limited: Person;
let free: Person;

beforeAll(async () => {
  await seedUnits();
  const at = 1000;
  const live = {
    door: { value: 'Closed', at },
    mode: { value: 'N', at },
    errorstate: { value: true, at, code: 4 },
    health: { value: 'Good', at },
    entrapment: { value: true, at },
    energy: { value: 5, at },
    position: { value: 'B1', physicalvalue: 1, at },
  };
  await db().equipmentStatus.update({
    where: { equipmentNo: 'E1' },
    data: { live, counters: { energy: { value: 5, at } } },
  });
  await db().equipmentStatus.update({
    where: { equipmentNo: 'S1' },
    data: {
      counters: {
        up: { value: 60, at },
        crawling: { value: 30, at },
        passup: { value: 7, at },
        passdown: { value: 8, at },
      },
    },
  });
  limited = await signIn('limited', WALL, { projects: ['P1'] });
  free = await signIn('free', WALL, { projects: ['P1'] });
  gateway = await startGateway({ publicUrl: 'https://portal.example' });
});
useNoStrategies();
afterEach(closeClients);
afterAll(() => gateway?.close());

const data = (rest: Partial<Prisma.UserStrategyUncheckedCreateInput> = {}) => ({
  ...EVERYTHING,
  enabled: true,
  ...rest,
});
/** As another process writes it: nobody here is told. */
const write = (rest: Partial<Prisma.UserStrategyUncheckedCreateInput> = {}) =>
  db().userStrategy.upsert({
    where: { strategyId: 'own' },
    update: data(rest),
    create: {
      strategyId: 'own',
      strategyName: 'own',
      level: 'user',
      ...data(rest),
      targets: { create: { level: 'user', value: 'limited' } },
    },
  });
async function strategy(rest: Partial<Prisma.UserStrategyUncheckedCreateInput>) {
  await write(rest);
  forgetStrategies();
}

async function watching(person: Person, ...numbers: string[]): Promise<Client> {
  const client = await connect(gateway);
  await client.send('authorize', await person.token());
  await client.watch(...numbers);
  await until(() => client.messages.length === numbers.length);
  return client;
}
const keysOf = (client: Client, equipmentNo: string) => Object.keys(client.of(equipmentNo).at(-1)?.status ?? {}).sort();
const publish = (changes: LiveStatus, equipmentNo = 'E1') =>
  liveBus.publish([{ equipmentNo, equipmentType: 'YAE_ELT', displayType: 'EV', changes, committedAt: Date.now() }]);
const now = (value: unknown) => ({ value, at: Date.now() });

describe('live values', () => {
  const ALL = [
    'connection',
    'door',
    'energy',
    'entrapment',
    'errorstate',
    'health',
    'lastdata',
    'mode',
    'onlinestatus',
    'position',
  ];

  /** Says something of the unit, not of its link. */
  const isMeasured = (key: string) => !['connection', 'lastdata', 'onlinestatus'].includes(key);

  it.each([
    ['live', ['connection', 'energy', 'entrapment', 'errorstate', 'health', 'lastdata', 'onlinestatus']],
    ['faults', ['connection', 'door', 'energy', 'entrapment', 'lastdata', 'mode', 'onlinestatus', 'position']],
    [
      'runModes',
      ['connection', 'door', 'energy', 'entrapment', 'errorstate', 'health', 'lastdata', 'onlinestatus', 'position'],
    ],
    [
      'energy',
      ['connection', 'door', 'entrapment', 'errorstate', 'health', 'lastdata', 'mode', 'onlinestatus', 'position'],
    ],
  ])('without %s its keys are in no snapshot and no change; entrapment and being online are', async (group, keys) => {
    await strategy({ dataGroups: without(group) });
    const [less, all] = [await watching(limited, 'E1'), await watching(free, 'E1')];
    expect(keysOf(all, 'E1')).toEqual(ALL);
    expect(keysOf(less, 'E1')).toEqual(keys);
    await pause(300);
    publish({
      door: now('Opened'),
      mode: now('INS'),
      errorstate: now(true),
      health: now('Bad'),
      energy: now(6),
      entrapment: now(true),
      position: { ...now('B2'), physicalvalue: 2 },
    });
    await until(() => less.messages.length === 2 && all.messages.length === 2);
    expect(keysOf(all, 'E1')).toEqual(ALL.filter(isMeasured));
    expect(keysOf(less, 'E1')).toEqual(keys.filter(isMeasured));
  });

  it('of an escalator without passengers or energy lack the counts of these', async () => {
    const counts = async (dataGroups: string[]) => {
      await strategy({ dataGroups });
      const client = await watching(limited, 'S1');
      return client.values('S1', 'counters').map((value) => Object.keys(value as object).sort());
    };
    expect(await counts(EVERYTHING.dataGroups)).toEqual([['crawling', 'passdown', 'passup', 'up']]);
    expect(await counts(without('passengers'))).toEqual([['crawling', 'up']]);
    expect(await counts(without('energy'))).toEqual([['passdown', 'passup']]);
    expect(await counts(without('energy', 'passengers'))).toEqual([]);
  });

  it("come in the strategy's rhythm; entrapment at once", async () => {
    await strategy({ liveIntervalSec: 5 });
    const [less, all] = [await watching(limited, 'E1'), await watching(free, 'E1')];
    await pause(1500);
    const [had, hadAll] = [less.messages.length, all.messages.length];
    for (const door of ['Opening', 'Opened', 'Closing']) {
      publish({ door: now(door) });
      await pause(400);
    }
    expect(all.messages.length - hadAll).toBe(3);
    expect(less.messages.length).toBe(had);
    publish({ entrapment: now(true) });
    await until(() => less.messages.length > had, 500);
    expect(less.messages.at(-1)?.status.entrapment?.value).toBe(true);
  });
});

describe('a change of the strategy', () => {
  it('a changed data strategy reaches an open socket within 5 s: hidden values are removed, visible ones come back', async () => {
    const [client, other] = [await watching(limited, 'E1'), await watching(free, 'E1')];
    await write({ dataGroups: without('live') });
    await until(() => client.messages.length === 2, LIMIT_MS);
    expect(client.messages[1]).toMatchObject({ responseType: 'snapshot' });
    expect(keysOf(client, 'E1')).not.toContain('door');
    publish({ door: now('Opening') });
    await until(() => other.messages.length === 2);
    await pause(300);
    expect(client.messages).toHaveLength(2);
    await db().userStrategy.update({ where: { strategyId: 'own' }, data: { enabled: false } });
    await until(() => client.messages.length === 3, LIMIT_MS);
    expect(keysOf(client, 'E1')).toContain('door');
    await pause(300);
    publish({ door: now('Opened') });
    await until(() => client.messages.length === 4);
    // Nobody else hears of it.
    expect(other.messages.filter(({ responseType }) => responseType === 'snapshot')).toHaveLength(1);
  });

  it('reaches it also when the account comes under another strategy', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'p2',
        strategyName: 'p2',
        level: 'project',
        ...data({ dataGroups: without('live') }),
        targets: { create: { level: 'project', value: 'P2' } },
      },
    });
    const person = await signIn('joiner', WALL, { projects: ['P1'] });
    const client = await watching(person, 'E1');
    expect(keysOf(client, 'E1')).toContain('door');
    // By now every socket has been looked at since the strategies changed.
    await pause(4500);
    await db().userMapping.create({ data: { username: 'joiner', type: 1, mappingId: 'P2' } });
    await until(() => client.messages.length === 2, LIMIT_MS);
    expect(keysOf(client, 'E1')).not.toContain('door');
  });
});

describe('messages', () => {
  interface Heard {
    items: NoticeItem[];
    instants: InstantMessage[];
  }
  async function listen(person: Person, request: object = {}): Promise<Heard> {
    const client = await connect(gateway, { namespace: '/notification' });
    const heard: Heard = { items: [], instants: [] };
    client.socket.on('notification', (item: NoticeItem) => 'key' in item && heard.items.push(item));
    client.socket.on('instantMessage', (message: InstantMessage) => heard.instants.push(message));
    await client.send('authorize', await person.token());
    expect(await client.send('notification', request)).toMatchObject({ code: 200 });
    return heard;
  }
  let count = 0;
  const notice = (notificationType: string, rest: object = {}) => {
    const guid = `${notificationType}-${(count += 1)}`;
    return {
      notificationType,
      subType: notificationType,
      equipmentNo: 'E1',
      branchCode: 'SH',
      title: guid,
      message: guid,
      objectId: guid,
      guid,
      objectStatus: true,
      camera: 1,
      eventDate: new Date(),
      payload: { gbCodeShowList: [{ gbCode: guid }] },
      ...rest,
    };
  };
  const symptom = (symptomTitle: string, rest: object = {}) =>
    db().symptom.create({
      data: {
        symptomId: `S${(count += 1)}`,
        equipmentNo: 'E1',
        branchCode: 'SH',
        symptomTitle,
        equipmentText: 'E1',
        category: symptomTitle.slice(0, 1),
        symptomState: 'INIT',
        createDate: new Date(),
        ...rest,
      },
    });
  const callback = (callbackId: string, rest: object = {}) =>
    db().callback.create({
      data: {
        callbackId,
        equipmentNo: 'E1',
        branchCode: 'SH',
        callbackType: 'Customer call',
        jobStatus: 'INIT',
        createDate: new Date(),
        jobUpdateDate: new Date(),
        ...rest,
      },
    });
  const types = ({ instants }: Heard) => instants.map(({ subType }) => subType).sort();
  const titles = ({ items }: Heard) => items.map(({ message }) => message).sort();
  /** An entrapment that is not released is told again to whoever connects; here each part looks at its own. */
  const forgetNotices = () => db().notification.deleteMany();
  const tell = async () => {
    await db().notification.createMany({ data: [notice('error'), notice('event'), notice('entrapment')] });
    await symptom('D01-关门时间偏长');
    await symptom('B01-故障停梯');
    await symptom('A02-疑似困人');
  };

  it('about faults, events and symptoms need their groups and categories; those of trapped persons none', async () => {
    await strategy({ dataGroups: without('faults', 'diagnostics') });
    const [less, all] = [await listen(limited), await listen(free)];
    await tell();
    await until(() => all.items.length === 3 && all.instants.length === 3);
    await pause(200);
    expect([types(less), titles(less)]).toEqual([['entrapment', 'event'], ['疑似困人']]);
    await forgetNotices();
    await strategy({ dataGroups: without('otherEvents'), symptomCategories: ['D'] });
    const [again, before] = [
      await listen(limited, { types: ['instant', 'symptom'], since: Date.now() }),
      less.instants.length,
    ];
    await tell();
    await until(() => all.items.length === 6 && all.instants.length === 6);
    await pause(200);
    expect([types(again), titles(again)]).toEqual([
      ['entrapment', 'error'],
      ['关门时间偏长', '疑似困人'],
    ]);
    expect(less.instants.slice(before).map(({ subType }) => subType)).not.toContain('event');
  });

  it('bear dates alone where times are masked, but of trapped persons, and no camera without video', async () => {
    await forgetNotices();
    await strategy({ maskTime: true, dataGroups: without('video') });
    const [less, all] = [await listen(limited, { since: Date.now() }), await listen(free, { since: Date.now() })];
    await db().notification.createMany({ data: [notice('error'), notice('entrapment')] });
    await callback('C-MASK');
    await callback('C-TRAP', { personTrapped: true });
    await until(() => [less, all].every(({ items, instants }) => items.length === 2 && instants.length === 2));
    const times = ({ items, instants }: Heard) =>
      [
        ...items.map(({ key, time }) => [key, time.length]),
        ...instants.flatMap(({ subType, notificationDate, gbError }) => [
          [subType, notificationDate.length],
          [subType, gbError?.eventDate.length],
        ]),
      ].sort();
    expect(times(all)).toEqual([
      ['CBK-C-MASK', 19],
      ['CBK-C-TRAP', 19],
      ['entrapment', 19],
      ['entrapment', 19],
      ['error', 19],
      ['error', 19],
    ]);
    expect(times(less)).toEqual([
      ['CBK-C-MASK', 10],
      ['CBK-C-TRAP', 19],
      ['entrapment', 19],
      ['entrapment', 19],
      ['error', 10],
      ['error', 10],
    ]);
    expect([all, less].map(({ instants }) => instants.map(({ gbError }) => gbError?.camera))).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('that come again go back no further than the months of history, but for trapped persons', async () => {
    const old = new Date(Date.now() - 40 * 86_400_000);
    await db().notification.deleteMany();
    await db().callback.deleteMany();
    await db().symptom.deleteMany();
    await db().notification.createMany({
      data: [notice('error', { notificationDate: old }), notice('entrapment', { notificationDate: old })],
    });
    await callback('C-PAST', { createDate: old, jobUpdateDate: old });
    await callback('C-PAST-TRAP', { createDate: old, jobUpdateDate: old, personTrapped: true });
    await symptom('D01-关门时间偏长', { createDate: old });
    await symptom('A02-疑似困人', { createDate: old });
    const since = old.getTime() - 1000;
    await strategy({ historyMonths: 1 });
    const [less, all] = [await listen(limited, { since }), await listen(free, { since })];
    await until(() => all.items.length === 4 && all.instants.length === 2);
    await until(() => less.items.length === 2 && less.instants.length === 1);
    await pause(200);
    expect([less.items.map(({ key, message }) => (key.startsWith('CBK') ? key : message)).sort(), types(less)]).toEqual(
      [['CBK-C-PAST-TRAP', '疑似困人'], ['entrapment']],
    );
  });
});
