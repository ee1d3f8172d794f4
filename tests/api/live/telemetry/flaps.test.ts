import { connectAsync, type MqttClient } from 'mqtt';
import { db } from '@/lib/platform/db/client';
import { ToastDeck } from '@/lib/features/notifications/shared/toast-deck';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeClients, connect, signIn } from '../realtime/support/rtc';
import { openGateway, type ListeningGateway } from './running-gateway';
import { createBox, type Box } from './world';

/** A fleet that flaps: what disturbs is told once, trapped persons every time (silent-screens F4, readings 43, 110). */

useFreshDatabase();

const UNITS = 50;
const FLAPS = 10_000;
const ENTRAPMENTS = 100;
const CODES = ['01', '05', '12', '41'];

let gateway: ListeningGateway;
const boxes: { box: Box; client: MqttClient }[] = [];
const heard: InstantMessage[] = [];
let shown: ReadonlySet<string>;
let uncounted = 0;
const deck = new ToastDeck(() => undefined);

beforeAll(async () => {
  gateway = await openGateway(['ingest', 'realtime']);
  for (let index = 0; index < UNITS; index += 1) {
    const box = await createBox(`FC${index}`, `FE${index}`, { onlineStatus: 1 });
    const { cubeNo: username, secret: password } = box;
    const options = { clientId: username, username, password, protocolVersion: 4 } as const;
    boxes.push({ box, client: await connectAsync(`mqtt://127.0.0.1:${gateway.mqttPort}`, options) });
  }
}, 60_000);
afterAll(async () => {
  deck.end();
  closeClients();
  await Promise.all(boxes.map(({ client }) => client.endAsync(true)));
  await gateway?.close();
});

const begins = ({ gbError }: InstantMessage) => gbError?.objectStatus === 'true';
const trapped = () => heard.filter((message) => message.gbError?.entrapment === true && begins(message));
const of = (equipmentNo: string, status: string) =>
  heard.filter(
    ({ gbError }) =>
      gbError?.entrapment === true && gbError.equipmentNo === equipmentNo && gbError.objectStatus === status,
  ).length;

const publish = ({ box, client }: (typeof boxes)[number], leaf: string, body: object) =>
  client.publishAsync(
    `lift/v1/${box.cubeNo}/${leaf}`,
    JSON.stringify({ v: 1, equipmentNo: box.equipmentNo, at: Date.now(), ...body }),
    { qos: 1 },
  );

/** A unit's share of the flaps: a fault that comes and goes, as event and as state, as fast as the line lets it. */
async function flap(one: (typeof boxes)[number], count: number, first: number): Promise<void> {
  for (let index = first; index < first + count; index += 1) {
    const fault = { eventId: `f${index}`, subType: 'error', code: CODES[index % CODES.length], title: 'fault' };
    // What began and ended in one moment would be told as over.
    await publish(one, 'event', { ...fault, objectStatus: 'true' });
    await Promise.all([
      publish(one, 'event', { ...fault, objectStatus: 'false' }),
      publish(one, 'status', { status: { errorstate: { value: index % 2 === 0 }, door: { value: 'Closed' } } }),
    ]);
  }
}

/** Persons are trapped, somebody hears of it, they are freed. */
async function trap(one: (typeof boxes)[number], times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    const { equipmentNo } = one.box;
    await publish(one, 'status', { status: { entrapment: { value: true } } });
    await until(() => of(equipmentNo, 'true') >= time, 30_000);
    await publish(one, 'status', { status: { entrapment: { value: false } } });
    await until(() => of(equipmentNo, 'false') >= time, 30_000);
  }
}

it('10,000 flaps on 50 units with 100 entrapments: all 100 are told, of faults one a unit and code, of cards 20 a minute', async () => {
  const person = await signIn('watcher', ['CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_CALLBACK_READ'], {
    branches: ['B1'],
  });
  const listener = await connect(gateway, { namespace: '/notification' });
  const cards = new Set<string>();
  shown = cards;
  deck.subscribe(() => {
    for (const { guid, entrapment } of deck.read().cards) cards.add(`${entrapment ? 'trapped' : 'fault'} ${guid}`);
    uncounted = Math.max(uncounted, deck.read().more);
  });
  const openedAt = Date.now();
  listener.socket.on('instantMessage', (message: InstantMessage) => {
    heard.push(message);
    // The deck of a wall on which it is always the first minute.
    if (message.gbError && message.gbError.objectStatus === 'true') deck.push(message.gbError, openedAt);
  });
  expect(await listener.send('authorize', await person.token())).toMatchObject({ code: 200 });
  expect(await listener.send('notification', { types: ['instant'] })).toMatchObject({ code: 200 });

  await Promise.all(boxes.flatMap((one) => [flap(one, FLAPS / UNITS, 0), trap(one, ENTRAPMENTS / UNITS)]));
  await until(() => trapped().length === ENTRAPMENTS, 30_000);

  expect(new Set(trapped().map(({ gbError }) => gbError?.guid)).size).toBe(ENTRAPMENTS);
  const faults = heard.filter((message) => message.gbError?.entrapment === false && begins(message));
  expect(faults.length).toBeGreaterThan(0);
  const perCode = new Map<string, number>();
  const told = await db().notification.findMany({
    where: { notificationType: 'error' },
    select: { guid: true, payload: true },
  });
  const codeOf = new Map(told.map(({ guid, payload }) => [guid, JSON.stringify(payload)]));
  for (const { gbError } of faults) {
    const name = `${gbError?.equipmentNo} ${codeOf.get(gbError?.guid ?? '')}`;
    perCode.set(name, (perCode.get(name) ?? 0) + 1);
  }
  expect([...perCode].filter(([, times]) => times > 1)).toEqual([]);

  // What the person saw: every trapped person's card, twenty others, and how many more.
  expect([...shown].filter((card) => card.startsWith('trapped'))).toHaveLength(ENTRAPMENTS);
  expect([...shown].filter((card) => card.startsWith('fault')).length).toBeLessThanOrEqual(20);
  expect(uncounted).toBeGreaterThan(0);

  // What was found is acted on unit by unit.
  await until(async () => (await db().detectorEffect.count()) === 0, 30_000);
  const symptoms = await db().symptom.groupBy({ by: ['equipmentNo', 'symptomDefinitionId'], _count: { _all: true } });
  expect(symptoms.filter(({ _count }) => _count._all > 1)).toEqual([]);
  expect(symptoms.filter(({ symptomDefinitionId }) => symptomDefinitionId === 'A01')).toHaveLength(UNITS);
}, 120_000);
