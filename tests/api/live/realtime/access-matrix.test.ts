import { bumpAccess, createSession } from '@/lib/platform/auth/tokens/tokens';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { db } from '@/lib/platform/db/client';
import type { ClientEvents, ServerEvents } from '@/lib/live/realtime/shared/events';
import { liveBus } from '@/lib/live/telemetry/bus';
import { createPersonas, persona, PERSONA_NAMES } from '../../../support/personas';
import type { Persona, PersonaName } from '../../../support/personas';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeClients, connect, pause, startGateway } from './support/rtc';
import type { Client, Gateway } from './support/rtc';

/** Every persona × every unit × every event of both namespaces: rooms, snapshots, streams of others, messages. */

useFreshDatabase();

/** What a caller may ask for or be told, and the test of it; an event without a line does not compile. */
const TESTED = {
  authorize: 'all',
  sms_error: 'rooms',
  rtc: 'rooms',
  list: 'streams',
  unsubscribe: 'streams',
  notification: 'messages',
  instantMessage: 'messages',
  counts: 'messages',
  incidents: 'messages',
  rows: 'messages',
  acknowledged: 'messages',
  unread: 'messages',
} as const satisfies Record<keyof ClientEvents | keyof ServerEvents, string>;
const eventsOf = (test: string) =>
  Object.entries(TESTED)
    .flatMap(([event, where]) => (where === test ? event : []))
    .join(', ');

/** Acknowledges and reads what the others hear of. */
const READER: PersonaName = 'branchDispatcher';
const UNITS = ['E-1', 'E-2', 'E-3', 'E-4'];
const PLACE_OF: Readonly<Record<string, { branch: string; project: string }>> = {
  'E-1': { branch: 'B01', project: 'P-1' },
  'E-2': { branch: 'B01', project: 'P-2' },
  'E-3': { branch: 'B02', project: 'P-3' },
  'E-4': { branch: 'B01', project: 'P-AIR' },
};
const sees = ({ userType, branches, projects }: Persona, unit: string) =>
  userType === 0 ||
  (userType === 2 ? branches : projects).includes(
    (userType === 2 ? PLACE_OF[unit]?.branch : PLACE_OF[unit]?.project) ?? '',
  );
const seenBy = (who: Persona) => UNITS.filter((unit) => sees(who, unit));

const EVERYTHING = [
  'MONITOR_READ',
  'SUPER_MASTER',
  'EDGE_CUBE_WRITE',
  'CAMPUS_VIEW_CALLBACK_READ',
  'SYMPTOM_READ',
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
  'CAMPUS_VIEW_ANNOUNCEMENT_READ',
];
let gateway: Gateway;

beforeAll(async () => {
  await createPersonas();
  // Nothing but the scope of rows stands between a persona and other people's units.
  await db().authority.createMany({ data: EVERYTHING.map((authority) => ({ authority })), skipDuplicates: true });
  await db().roleAuthority.createMany({
    data: PERSONA_NAMES.flatMap((name) => EVERYTHING.map((authority) => ({ role: `role-${name}`, authority }))),
    skipDuplicates: true,
  });
  await db().equipmentStatus.createMany({
    data: UNITS.map((equipmentNo) => ({
      equipmentNo,
      onlineStatus: 1,
      live: { load: { value: `stored-${equipmentNo}`, at: 1000 } },
    })),
  });
  gateway = await startGateway();
});
afterEach(closeClients);
afterAll(() => gateway?.close());

async function enter(name: PersonaName, namespace = '/rtc'): Promise<Client> {
  const client = await connect(gateway, { namespace });
  const { sessionId } = await db().$transaction((sql) =>
    createSession(sql, { username: name, ip: '127.0.0.1', userAgent: 'test' }),
  );
  expect(await client.send('authorize', (await issueSocketToken({ sessionId, username: name })).token)).toMatchObject({
    code: 200,
  });
  return client;
}

const publish = () =>
  liveBus.publish(
    UNITS.map((equipmentNo) => ({
      equipmentNo,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      changes: { load: { value: `live-${equipmentNo}`, at: Date.now() } },
      committedAt: Date.now(),
    })),
  );
const unitsIn = (value: unknown) => UNITS.filter((unit) => JSON.stringify(value).includes(unit));

it.each(PERSONA_NAMES)(
  `%s enters the rooms of their own units only: snapshot, changes and the refusal name no other (${eventsOf('rooms')})`,
  async (name) => {
    const own = seenBy(persona(name));
    const client = await enter(name);
    expect(await client.watch(...UNITS, 'E-0')).toMatchObject({ code: 200, data: { subscribed: own.length } });
    await until(() => client.messages.length >= own.length);
    publish();
    await until(() => own.every((unit) => client.values(unit, 'load').includes(`live-${unit}`)));
    await pause(150);
    expect(unitsIn(client.messages)).toEqual(own);
    // One that is not theirs and one that is nobody's are named alike.
    expect(client.errors.flatMap(({ equipmentNoList }) => equipmentNoList ?? []).sort()).toEqual(
      [...UNITS.filter((unit) => !own.includes(unit)), 'E-0'].sort(),
    );
  },
);

it.each(PERSONA_NAMES)(
  `%s lists and ends the streams of their own units only (${eventsOf('streams')})`,
  async (name) => {
    const own = seenBy(persona(name));
    const watcher = await enter('platformAdmin');
    await watcher.watch(...UNITS);
    const client = await enter(name);
    for (const filter of [[], UNITS.map((equipmentNo) => ({ equipmentNo }))]) {
      const { data } = await client.send<{ data: { equipmentNo: string }[] }>('list', filter);
      expect(data.map(({ equipmentNo }) => equipmentNo)).toEqual(own);
    }
    expect(
      await client.send(
        'unsubscribe',
        UNITS.map((equipmentNo) => ({ equipmentNo })),
      ),
    ).toMatchObject({ code: 200, data: { removed: own.length } });
    await until(() => own.length === 0 || watcher.ended.length > 0);
    await pause(100);
    expect(watcher.ended.flat().sort()).toEqual(own);
  },
);

describe(`messages (${eventsOf('messages')})`, () => {
  const now = () => new Date();
  let count = 0;
  async function write(): Promise<void> {
    count += 1;
    for (const unit of UNITS) {
      const place = { equipmentNo: unit, branchCode: PLACE_OF[unit]?.branch ?? '' };
      await db().callback.create({
        data: {
          callbackId: `C-${unit}-${count}`,
          ...place,
          callbackType: 'Customer call',
          jobDescription: unit,
          jobStatus: 'INIT',
          createDate: now(),
          jobUpdateDate: now(),
        },
      });
      await db().symptom.create({
        data: {
          symptomId: `S-${unit}-${count}`,
          symptomTitle: unit,
          ...place,
          equipmentText: unit,
          category: 'B',
          symptomState: 'OPEN',
          createDate: now(),
        },
      });
      for (const type of ['error', 'event', 'maintenance'])
        await db().notification.create({
          data: {
            acks: { create: { username: READER } },
            notificationType: type,
            subType: type === 'maintenance' ? null : type,
            ...place,
            title: unit,
            message: unit,
            guid: `N-${unit}-${type}-${count}`,
            objectStatus: true,
          },
        });
    }
    for (const name of PERSONA_NAMES)
      await db().notification.create({
        data: {
          notificationType: 'maintenance',
          subType: 'account',
          username: name,
          title: `to-${name}.`,
          message: 'x',
          guid: `A-${name}-${count}`,
        },
      });
  }

  it('of units and accounts reach those who may see them, at once and in the replay, and nobody else', async () => {
    await write();
    const heard = new Map<PersonaName, unknown[]>();
    const readElsewhere: PersonaName[] = [];
    for (const name of PERSONA_NAMES) {
      const client = await enter(name, '/notification');
      client.socket.on('unread', () => readElsewhere.push(name));
      const all: unknown[] = [];
      heard.set(name, all);
      for (const event of ['notification', 'instantMessage', 'acknowledged'])
        client.socket.on(event, (message: unknown) => all.push(message));
      await client.send('notification', { since: Date.now() - 60_000 });
    }
    await db().notificationMark.create({
      data: { username: READER, notificationType: 'error', readAllUntil: now() },
    });
    await write();
    const last = `to-${PERSONA_NAMES.at(-1)}.`;
    await until(() => JSON.stringify(heard.get(PERSONA_NAMES.at(-1) ?? 'noAuthority')).split(last).length >= 3, 10_000);
    await pause(500);
    expect(readElsewhere).toEqual([READER]);
    for (const name of PERSONA_NAMES) {
      const text = JSON.stringify(heard.get(name));
      expect([name, unitsIn(heard.get(name))]).toEqual([name, seenBy(persona(name))]);
      expect([name, PERSONA_NAMES.filter((other) => text.includes(`to-${other}.`))]).toEqual([name, [name]]);
    }
  });
});

it('incidents ring for those who see a unit of theirs, and for nobody else', async () => {
  const rung = new Set<PersonaName>();
  for (const name of PERSONA_NAMES) {
    const client = await enter(name, '/notification');
    client.socket.on('incidents', () => rung.add(name));
    await client.send('notification', { types: ['incidents'] });
  }
  await db().notification.create({
    data: {
      notificationType: 'entrapment',
      subType: 'entrapment',
      equipmentNo: 'E-3',
      branchCode: 'B02',
      title: 'E-3',
      message: 'E-3',
      guid: 'N-incident',
      objectStatus: true,
    },
  });
  await until(() => rung.has('platformAdmin'));
  await pause(500);
  const seeing = PERSONA_NAMES.filter((name) => seenBy(persona(name)).includes('E-3'));
  expect([...rung].sort()).toEqual([...seeing].sort());
});

it('rows of a kind ring for those who may read them and see a unit of theirs, and say nothing but the kind (readings 264)', async () => {
  const rung: [PersonaName, string][] = [];
  const words = new Set<string>();
  for (const name of PERSONA_NAMES) {
    const client = await enter(name, '/notification');
    client.socket.on('rows', (word: { at: number; kind: string }) => {
      rung.push([name, word.kind]);
      for (const member of Object.keys(word)) words.add(member);
    });
    await client.send('notification', { types: ['incidents'] });
  }
  await db().symptom.update({
    where: { symptomId: 'S-E-3-1' },
    data: { symptomTitle: 'again', updatedAt: new Date() },
  });
  await db().callback.update({
    where: { callbackId: 'C-E-3-1' },
    data: { releaseDate: new Date(), updatedAt: new Date() },
  });
  await until(() => rung.filter(([name]) => name === 'platformAdmin').length === 2);
  await pause(500);
  const readers = new Set(
    (await db().roleAuthority.findMany({ where: { authority: 'CALLBACK_READ' }, select: { role: true } })).map(
      ({ role }) => role,
    ),
  );
  const seeing = PERSONA_NAMES.filter((name) => seenBy(persona(name)).includes('E-3'));
  const heardOf = (kind: string) => rung.flatMap(([name, rungKind]) => (rungKind === kind ? [name] : [])).sort();
  expect(heardOf('symptom')).toEqual([...seeing].sort());
  expect(heardOf('callback')).toEqual(seeing.filter((name) => readers.has(`role-${name}`)).sort());
  expect([...words].sort()).toEqual(['at', 'kind']);
});

it('a socket leaves a room when its mapping is deleted: nobody keeps access from yesterday', async () => {
  const client = await enter('customerEssence');
  await client.watch('E-1', 'E-2');
  await until(() => client.messages.length >= 2);
  await db().$transaction(async (sql) => {
    await sql.userMapping.deleteMany({ where: { username: 'customerEssence', mappingId: 'P-2' } });
    await bumpAccess(sql, 'customerEssence');
  });
  await until(() => client.errors.some(({ equipmentNoList }) => equipmentNoList?.includes('E-2') ?? false));
  client.messages.length = 0;
  publish();
  await until(() => client.messages.length > 0);
  await pause(150);
  expect(unitsIn(client.messages)).toEqual(['E-1']);
});
