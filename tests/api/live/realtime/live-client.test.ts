import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { revokeSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { LiveClient } from '@/lib/live/realtime/browser/client';
import type { LiveMessage } from '@/lib/live/units/live-message';
import { attachRealtime } from '@/lib/live/realtime/server/server';
import type { Realtime } from '@/lib/live/realtime/server/server';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { pause, seedUnits, signIn } from './support/rtc';
import type { Person } from './support/rtc';

/** The browser's connection manager against the real server, on a port that stays the same over restarts. */
useFreshDatabase();

let server: Server;
let realtime: Realtime;
let port = 0;
let customer: Person;

async function start(): Promise<void> {
  server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  realtime = await attachRealtime(server, { publicUrl: 'https://portal.example' });
}

async function stop(): Promise<void> {
  await realtime.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function open(person: Person, tokenLifeMs = 300_000) {
  const messages: LiveMessage[] = [];
  const transports: string[][] = [];
  const sockets: Socket[] = [];
  const denied: string[] = [];
  const client = new LiveClient({
    getToken: async () => ({ token: await person.token(tokenLifeMs), expiresIn: tokenLifeMs / 1000 - 1 }),
    openSocket: ({ isPollingOnly }) => {
      const offered = isPollingOnly ? ['polling'] : ['polling', 'websocket'];
      transports.push(offered);
      const socket = io(`http://127.0.0.1:${port}/rtc`, {
        path: '/sms/socket.io',
        transports: offered as ('polling' | 'websocket')[],
        forceNew: true,
        reconnection: false,
        autoConnect: false,
      });
      sockets.push(socket);
      return socket;
    },
    onMessage: (message) => messages.push(message as LiveMessage),
    refusals: 'cover',
    onDenied: (numbers) => denied.push(...numbers),
    random: () => 0,
  });
  clients.add(client);
  return { client, messages, transports, sockets, denied };
}
const clients = new Set<LiveClient>();

beforeAll(async () => {
  await seedUnits();
  customer = await signIn('customer', ['MONITOR_READ'], { projects: ['P1'] });
});
beforeEach(start);
afterEach(async () => {
  for (const client of clients) client.close();
  clients.clear();
  await stop();
});

it('a page comes back by itself after its gateway was gone, with the state of then', async () => {
  const { client, messages } = open(customer);
  client.subscribe([{ equipmentNo: 'E1' }]);
  await until(() => client.state === 0);
  await stop();
  await until(() => client.state === 2, 15_000);
  await db().equipmentStatus.update({
    where: { equipmentNo: 'E1' },
    data: { live: { door: { value: 'Blocked', at: 9000 } } },
  });
  messages.length = 0;
  await start();
  await until(() => client.state === 0, 15_000);
  expect(messages[0]).toMatchObject({ responseType: 'snapshot', status: { door: { value: 'Blocked', at: 9000 } } });
});

it('[RTC-010] after two real reconnects the page polls', async () => {
  const { client, sockets, transports } = open(customer);
  client.subscribe([{ equipmentNo: 'E1' }]);
  await until(() => client.state === 0);
  for (let round = 1; round <= 2; round += 1) {
    const count = transports.length;
    sockets.at(-1)?.io.engine.close();
    await until(() => transports.length > count && sockets.at(-1)?.connected === true);
    await pause(300);
  }
  expect(transports).toEqual([
    ['polling', 'websocket'],
    ['polling', 'websocket'],
    ['polling', 'websocket'],
    ['polling'],
  ]);
  await until(() => client.state === 0);
  expect(sockets.at(-1)?.io.engine.transport.name).toBe('polling');
});

it('a token is renewed in the middle of the stream without a new connection', async () => {
  const { client, sockets } = open(customer, 4000);
  client.subscribe([{ equipmentNo: 'E1' }]);
  await until(() => client.state === 0);
  await pause(6500);
  expect([client.state, sockets.length, sockets[0]?.connected]).toEqual([0, 1, true]);
});

it('[RTC-005] a unit of somebody else is denied', async () => {
  const { client, denied } = open(customer);
  client.subscribe([{ equipmentNo: 'B1' }]);
  await until(() => client.state === 4);
  expect(denied).toEqual(['B1']);
});

it('[RTC-002] an ended session disconnects the page for good', async () => {
  const person = await signIn('leaver', ['MONITOR_READ'], { projects: ['P1'] });
  const { client, sockets } = open(person);
  client.subscribe([{ equipmentNo: 'E1' }]);
  await until(() => client.state === 0);
  await db().$transaction((sql) => revokeSession(sql, person.sessionId));
  await until(() => client.state === 4);
  await pause(1500);
  expect([sockets.length, sockets[0]?.connected]).toEqual([1, false]);
});
