import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import { Fleet } from '@/lib/programs/simulator/fleet';
import { FleetMemory } from '@/lib/programs/simulator/memory';
import { secretOf } from '@/lib/programs/simulator/secret';
import type { FleetUnit } from '@/lib/programs/simulator/unit';
import { parsePayload } from '@/lib/live/telemetry/payload';
import { mayPublish, maySubscribe, parseTopic, type UpLeaf } from '@/lib/live/telemetry/topics';
import { until } from '../../support/until';
import { elevatorUnit, escalatorUnit } from '../../unit/programs/simulator/support/units';

/** The fleet against a broker that checks what a portal's would, with a portal that can be slow to acknowledge. */
interface Heard {
  cubeNo: string;
  leaf: string;
  body: Record<string, unknown>;
  isRetained: boolean;
}
const KEY = 'k'.repeat(43);
const heard: Heard[] = [];
const wrong: string[] = [];
let broker: Aedes;
let server: Server;
let port = 0;
let acks = true;
let dataDir: string;
let fleet: Fleet | undefined;
const sockets = new Set<Socket>();

const of = (cubeNo: string, leaf: string) => heard.filter((one) => one.cubeNo === cubeNo && one.leaf === leaf);

async function listen(): Promise<void> {
  broker = await Aedes.createBroker();
  broker.authenticate = (client, username, password, done) =>
    done(null, client.id === username && password?.toString() === secretOf(KEY, username ?? ''));
  broker.authorizePublish = (client, packet, done) =>
    done(client && !mayPublish(client.id, packet.topic) ? new Error('denied') : null);
  broker.authorizeSubscribe = (client, subscription, done) =>
    done(null, maySubscribe(client.id, subscription.topic) ? subscription : null);
  broker.on('publish', (packet: AedesPublishPacket, client: Client | null) => {
    const topic = parseTopic(packet.topic);
    if (!topic || (!client && topic.leaf !== 'connection')) return;
    const bytes = Buffer.from(packet.payload);
    const { refusals } = parsePayload(topic.leaf as UpLeaf, bytes, Date.now());
    if (refusals.length > 0) wrong.push(`${packet.topic} ${JSON.stringify(refusals)}`);
    const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
    heard.push({ cubeNo: topic.cubeNo, leaf: topic.leaf, body, isRetained: packet.retain });
    if (acks && topic.leaf === 'event')
      acknowledge(topic.cubeNo, { equipmentNo: body.equipmentNo, eventId: body.eventId });
    if (acks && topic.leaf === 'log')
      acknowledge(topic.cubeNo, {
        equipmentNo: body.equipmentNo,
        logIds: (body.entries as { logId: string }[]).map(({ logId }) => logId),
      });
  });
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}

function acknowledge(cubeNo: string, item: Record<string, unknown>): void {
  const payload = JSON.stringify({ v: 1, at: Date.now(), items: [item] });
  broker.publish(
    { cmd: 'publish', topic: `lift/v1/${cubeNo}/ack`, payload, qos: 1, retain: false, dup: false },
    () => undefined,
  );
}

async function unplug(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => broker.close(() => resolve()));
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

const units: FleetUnit[] = [
  elevatorUnit({ isShowcase: true }),
  escalatorUnit({ isShowcase: true }),
  elevatorUnit({ cubeNo: 'EC24010003', equipmentNo: '10500003' }),
  elevatorUnit({ cubeNo: 'EC24010004', equipmentNo: '10500004', trouble: 'cabinet' }),
  elevatorUnit({ cubeNo: 'EC24010005', equipmentNo: '10500005', trouble: 'dead' }),
];
const start = () => {
  fleet = new Fleet({
    file: { v: 1, seed: 's', texts: { 14: 'door' }, units, screens: [] },
    key: KEY,
    url: `mqtt://127.0.0.1:${port}`,
    moving: 2,
    memory: new FleetMemory(dataDir),
    log: () => undefined,
  });
  fleet.start();
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fleet-'));
  await listen();
  start();
});
afterAll(async () => {
  await fleet?.stop();
  await unplug();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the demo fleet', () => {
  it('signs in box by box, says that it is online (retained) and sends its whole state', async () => {
    await until(() => of('EC24010001', 'status').length > 0 && of('EC24010002', 'status').length > 0);
    expect(of('EC24010001', 'connection')[0]).toMatchObject({
      isRetained: true,
      body: { state: 'online', session: expect.stringMatching(/^[0-9a-f]{8}$/) },
    });
    expect(of('EC24010001', 'status')[0]).toMatchObject({ body: { full: true } });
    await until(() => of('EC24010001', 'status').some(({ body }) => body.full === false));
  }, 60_000);

  it('resting units report and disconnect in order, a box whose cabinet fails reports it, a dead box sends nothing', async () => {
    await until(() => of('EC24010003', 'counters').length > 0);
    expect(of('EC24010003', 'status')[0]).toMatchObject({
      body: { full: true, status: { drive: { value: 'Standing' } } },
    });
    await until(() => !(broker as unknown as { clients: Record<string, unknown> }).clients.EC24010003);
    expect(of('EC24010003', 'connection').map(({ body }) => body.state)).toEqual(['online']);
    expect(of('EC24010005', 'connection')).toEqual([]);
  }, 60_000);

  it('sends an event until it is acknowledged', async () => {
    acks = false;
    expect(fleet?.provoke('10500001', 'powerLoss')).toBe(true);
    expect(fleet?.provoke('10500002', 'powerLoss')).toBe(false);
    const sends = () => of('EC24010001', 'event').filter(({ body }) => body.subType === 'controller_power');
    await until(() => sends().length === 2, 20_000);
    expect(new Set(sends().map(({ body }) => JSON.stringify(body))).size).toBe(1);
    acks = true;
    acknowledge('EC24010001', { equipmentNo: '10500001', eventId: sends()[0]?.body.eventId });
    await until(() => of('EC24010001', 'log').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await fleet?.stop();
    const { boxes } = JSON.parse(readFileSync(join(dataDir, 'fleet-state.json'), 'utf8')) as {
      boxes: Record<string, { pending: { events: unknown[]; open: unknown[] } }>;
    };
    expect(JSON.stringify(boxes.EC24010001?.pending.events)).not.toContain('controller_power');
    expect(JSON.stringify(boxes.EC24010001?.pending.open)).toContain('controller_power');
    start();
    await until(() => sends().at(-1)?.body.objectStatus === 'false', 20_000);
  }, 90_000);

  it('comes back with a new session and its whole state when the broker was away', async () => {
    const before = of('EC24010001', 'connection').at(-1)?.body.session;
    await unplug();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const mark = heard.length;
    await listen();
    await until(
      () =>
        heard
          .slice(mark)
          .some(({ cubeNo, leaf, body }) => cubeNo === 'EC24010001' && leaf === 'status' && body.full === true),
      30_000,
    );
    expect(of('EC24010001', 'connection').at(-1)?.body).toMatchObject({
      state: 'online',
      session: expect.not.stringContaining(String(before)),
    });
  }, 60_000);

  it('says goodbye when it is stopped, and counts on after a restart', async () => {
    await fleet?.stop();
    expect(of('EC24010001', 'connection').at(-1)?.body).toMatchObject({ state: 'offline', reason: 'shutdown' });
    expect((statSync(join(dataDir, 'fleet-state.json')).mode & 0o777).toString(8)).toBe('600');
    const { boxes } = JSON.parse(readFileSync(join(dataDir, 'fleet-state.json'), 'utf8')) as {
      boxes: Record<string, { counters: { trips: number } }>;
    };
    const mark = heard.length;
    start();
    await until(
      () => heard.slice(mark).some(({ cubeNo, leaf }) => cubeNo === 'EC24010001' && leaf === 'counters'),
      40_000,
    );
    const counters = heard.slice(mark).find(({ cubeNo, leaf }) => cubeNo === 'EC24010001' && leaf === 'counters')?.body
      .counters as { trips: { value: number } };
    expect(counters.trips.value).toBeGreaterThanOrEqual(boxes.EC24010001?.counters.trips ?? Infinity);
  }, 60_000);

  it('has said nothing that the ingest would refuse', async () => {
    await until(() => heard.length > 50, 40_000);
    expect(wrong).toEqual([]);
  }, 60_000);
});
