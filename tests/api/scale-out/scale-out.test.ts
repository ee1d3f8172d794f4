import { connectAsync, type MqttClient } from 'mqtt';
import { io } from 'socket.io-client';
import { pool } from '@/lib/platform/db/client';
import { LiveClient } from '@/lib/live/realtime/browser/client';
import type { LiveMessage } from '@/lib/live/units/live-message';
import { openIngress } from '../../support/ingress';
import { until } from '../../support/until';
import { useFreshDatabase } from '../support/database';
import { signIn, type Person } from '../live/realtime/support/rtc';
import { createBox, statusOf } from '../live/telemetry/world';
import {
  kill,
  startGateway,
  startServers,
  startWeb,
  type GatewayProgram,
  type Listening,
} from './support/installation';

/**
 * Outgrowing one machine by configuration alone: two gateways that share the boxes at Mosquitto and the browsers
 * through Redis, a third with the jobs, two web servers, one PostgreSQL.
 */

/** A browser with the product's own connection manager, through one of the web servers. */
class Browser {
  readonly messages: LiveMessage[] = [];
  readonly client: LiveClient;

  constructor(person: Person, port: number) {
    this.client = new LiveClient({
      getToken: async () => ({ token: await person.token(), expiresIn: 299 }),
      // A balancer without sticky sessions: sockets only.
      openSocket: () =>
        io(`http://127.0.0.1:${port}/rtc`, {
          path: '/sms/socket.io',
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          autoConnect: false,
        }),
      onMessage: (message) => this.messages.push(message as LiveMessage),
      random: () => 0,
    });
  }

  /** Values of a key that arrived as changes, in order. */
  changes(equipmentNo: string, key: string): unknown[] {
    return this.messages
      .filter((message) => message.equipmentNo === equipmentNo && message.responseType === 'change')
      .flatMap(({ status }) => (status[key] ? [status[key].value] : []));
  }

  /** What the page shows now. */
  shown(equipmentNo: string, key: string): unknown {
    return this.messages.filter((message) => message.equipmentNo === equipmentNo && message.status[key]).at(-1)?.status[
      key
    ]?.value;
  }
}

const UNITS = ['SE1', 'SE2', 'SE3'];

describe('two gateways, two web servers and a gateway for the jobs', () => {
  useFreshDatabase();
  const gateways: GatewayProgram[] = [];
  const webs: Listening[] = [];
  const browsers: Browser[] = [];
  let servers: Awaited<ReturnType<typeof startServers>>;
  let ingress: Listening;
  let box: MqttClient;
  let env: Record<string, string>;

  const publish = (equipmentNo: string, speed: number) =>
    box.publishAsync(
      `lift/v1/${equipmentNo.replace('SE', 'SB')}/status`,
      JSON.stringify({ v: 1, equipmentNo, at: Date.now(), status: { speed: { value: speed } } }),
      { qos: 1 },
    );

  /** Sockets at each gateway, by its own count. */
  const socketsOf = async ({ port }: GatewayProgram) =>
    Number(/^portal_rtc_sockets (\d+)/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1]);

  beforeAll(async () => {
    servers = await startServers();
    for (const equipmentNo of [...UNITS, 'SE9'])
      await createBox(equipmentNo.replace('SE', 'SB'), equipmentNo, { onlineStatus: 1 });
    await pool().query('UPDATE equipment_status SET last_data_at = now()');
    env = { REDIS_URL: servers.redisUrl, MQTT_URL: servers.mqttUrl };
    gateways.push(...(await Promise.all([1, 2].map(() => startGateway({ ...env, GATEWAY_ROLES: 'ingest,realtime' })))));
    ingress = await openIngress(gateways.map(({ port }) => port));
    for (let index = 0; index < 2; index += 1) webs.push(await startWeb(`http://127.0.0.1:${ingress.port}`));
    box = await connectAsync(servers.mqttUrl, { protocolVersion: 4 });
    const person = await signIn('viewer', ['MONITOR_READ'], { branches: ['B1'] });
    for (let index = 0; index < 4; index += 1) {
      const browser = new Browser(person, webs[index % 2]?.port ?? 0);
      browsers.push(browser);
      browser.client.subscribe([...UNITS, 'SE9'].map((equipmentNo) => ({ equipmentNo })));
      await until(() => browser.client.state === 0, 20_000);
    }
    await until(() => browsers.every(({ messages }) => messages.length >= 4), 20_000);
  }, 120_000);

  afterAll(async () => {
    for (const { client } of browsers) client.close();
    await box?.endAsync(true);
    for (const web of webs) await web.close();
    await ingress?.close();
    for (const { child } of gateways) await kill(child, 'SIGKILL');
    await servers?.stop();
  }, 60_000);

  it('every browser on any gateway gets every change exactly once, whichever gateway took it in', async () => {
    expect(await Promise.all(gateways.map(socketsOf))).toEqual([2, 2]);
    for (let speed = 1; speed <= 8; speed += 1) {
      for (const equipmentNo of UNITS) await publish(equipmentNo, speed * 100);
      // The next value only when all have this one: merging two would be right and say nothing here.
      await until(
        () =>
          browsers.every((browser) =>
            UNITS.every((equipmentNo) => browser.changes(equipmentNo, 'speed').includes(speed * 100)),
          ),
        15_000,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const browser of browsers) {
      for (const equipmentNo of UNITS)
        expect(browser.changes(equipmentNo, 'speed')).toEqual([100, 200, 300, 400, 500, 600, 700, 800]);
    }
    const taken = await Promise.all(
      gateways.map(async ({ port }) =>
        Number(
          /^ingest_messages_total\{[^}]*leaf="status"[^}]*\} (\d+)/m.exec(
            await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
          )?.[1] ?? 0,
        ),
      ),
    );
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(UNITS.length * 8);
    expect(Math.min(...taken)).toBeGreaterThan(0);
  }, 90_000);

  it('what the jobs of a gateway without sockets change reaches every browser once', async () => {
    await pool().query(
      `UPDATE equipment_status SET last_data_at = now() - interval '72 hours 2 minutes' WHERE equipment_no = 'SE9'`,
    );
    gateways.push(await startGateway({ ...env, GATEWAY_ROLES: 'jobs' }));
    await until(() => browsers.every((browser) => browser.changes('SE9', 'onlinestatus').length > 0), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const browser of browsers) expect(browser.changes('SE9', 'onlinestatus')).toEqual([0]);
  }, 60_000);

  it('a gateway is killed -9: its browsers move over, and see what changed meanwhile', async () => {
    const [first, second] = gateways;
    if (!first || !second) throw new Error('not started');
    await kill(first.child, 'SIGKILL');
    await until(async () => {
      await publish('SE1', 1500);
      return ((await statusOf('SE1')).live.speed?.value as number) === 1500;
    }, 15_000);
    await until(
      () => browsers.every((browser) => browser.client.state === 0 && browser.shown('SE1', 'speed') === 1500),
      40_000,
    );
    expect(await socketsOf(second)).toBe(4);
    for (const browser of browsers) browser.messages.length = 0;
    await publish('SE2', 1600);
    await until(() => browsers.every((browser) => browser.changes('SE2', 'speed').length > 0), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const browser of browsers) expect(browser.changes('SE2', 'speed')).toEqual([1600]);
  }, 90_000);
});
