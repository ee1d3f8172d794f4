import { Manager } from 'socket.io-client';
import { config, resetConfig } from '@/lib/config';
import { FORWARDED_PROOF_HEADER, forwardedProof } from '@/lib/platform/system/forwarded';
import { forgedTokens } from '../../support/forged-tokens';
import { closeClients, connect, pause, seedUnits, signIn, startGateway } from '../live/realtime/support/rtc';
import type { Client, Gateway, Person } from '../live/realtime/support/rtc';
import { useFreshDatabase } from '../support/database';

/** Sockets that never say who they are. */

useFreshDatabase();

let gateway: Gateway;
let staff: Person;

beforeAll(async () => {
  // 200 × 0.05: ten strangers an address.
  process.env.RATE_LIMIT_SCALE = '0.05';
  process.env.TRUSTED_PROXIES = '127.0.0.1';
  resetConfig();
  await seedUnits();
  staff = await signIn('staff', ['MONITOR_READ']);
  gateway = await startGateway({ timings: { authorizeMs: 20_000 } });
});
afterEach(closeClients);
afterAll(async () => {
  await gateway?.close();
  delete process.env.RATE_LIMIT_SCALE;
  delete process.env.TRUSTED_PROXIES;
  resetConfig();
});

const from = (address: string) => connect(gateway, { extraHeaders: { 'x-forwarded-for': address } });
const isOpen = ({ disconnectedBecause }: Client) => disconnectedBecause === null;

it('an address gets so many, those that say who they are do not count, and other addresses go on', async () => {
  const strangers: Client[] = [];
  for (let count = 0; count < 10; count += 1) strangers.push(await from('198.51.100.1'));
  await expect(from('198.51.100.1')).rejects.toThrow();
  const elsewhere = await from('198.51.100.2');
  expect(await elsewhere.send('authorize', await staff.token())).toMatchObject({ code: 200 });
  expect(await strangers[0]?.send('authorize', await staff.token())).toMatchObject({ code: 200 });
  const next = await from('198.51.100.1');
  expect(await next.send('authorize', await staff.token())).toMatchObject({ code: 200 });
  strangers[1]?.socket.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const another = await from('198.51.100.1');
  expect(await another.send('authorize', 'wrong')).toMatchObject({ code: 511 });
  expect(strangers.slice(2).filter(isOpen)).toHaveLength(8);
});

it.each(['/rtc', '/notification'])(
  "%s opens to no token of somebody else's making, and hears nothing until a true one comes",
  async (namespace) => {
    const forged = {
      ...(await forgedTokens(staff, 'nobody')),
      'a socket token that is outdated': await staff.token(-1000),
      'a refresh token': `${staff.sessionId}.refresh`,
      'an object': { token: { $gt: '' } },
      nothing: null,
      'a number': 7,
      many: [await staff.token()],
    };
    for (const [what, token] of Object.entries(forged)) {
      const client = await connect(gateway, {
        namespace,
        extraHeaders: { 'x-forwarded-for': `198.51.100.${50 + Object.keys(forged).indexOf(what)}` },
      });
      expect([what, await client.send('authorize', token)]).toMatchObject([what, { code: 511 }]);
      const event = namespace === '/rtc' ? 'rtc' : 'notification';
      expect([
        what,
        (await client.send<{ code: number }>(event, namespace === '/rtc' ? [{ equipmentNo: 'E1' }] : {})).code,
      ]).not.toEqual([what, 200]);
      expect([what, client.messages]).toEqual([what, []]);
      client.socket.disconnect();
    }
    const honest = await connect(gateway, { namespace, extraHeaders: { 'x-forwarded-for': '198.51.100.99' } });
    expect(await honest.send('authorize', await staff.token())).toMatchObject({ code: 200 });
  },
);

describe('connections without a namespace of ours', () => {
  it('`/` opens to nobody', async () => {
    await expect(
      connect(gateway, { namespace: '/', extraHeaders: { 'x-forwarded-for': '198.51.100.20' } }),
    ).rejects.toThrow('no such namespace');
  });

  const DEADLINE_MS = 600;

  /** A connection by long polling that says one thing, or nothing, and never asks for the answer. */
  async function poll(gate: Gateway, says: string | null): Promise<string> {
    const path = `${gate.url}/sms/socket.io/?EIO=4&transport=polling`;
    const opened = await fetch(path);
    if (opened.status !== 200) throw new Error(`refused with ${opened.status}`);
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    const own = `${path}&sid=${sid}`;
    if (says !== null)
      await fetch(own, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: says }).then((answer) =>
        answer.text(),
      );
    return own;
  }

  /** A WebSocket that says one thing, or nothing. */
  async function openWebSocket(gate: Gateway, says: string | null): Promise<{ isClosed: boolean }> {
    const manager = new Manager(gate.url, {
      path: '/sms/socket.io',
      transports: ['websocket'],
      reconnection: false,
      autoConnect: false,
    });
    await new Promise<void>((resolve, reject) => {
      manager.open((error) => (error ? reject(new Error('refused')) : resolve()));
    });
    const state = { isClosed: false };
    manager.on('close', () => (state.isClosed = true));
    // The connection itself says that this is a message: a 4.
    if (says !== null) manager.engine.send(says.slice(1));
    return state;
  }

  const NOTHING_OF_OURS = [null, '40', '40/no-such-namespace,', '40/rtc,', '40/notification,'];

  it('take a place of their address like the others', async () => {
    const short = await startGateway({ timings: { authorizeMs: 20_000 } });
    try {
      for (const says of NOTHING_OF_OURS) {
        await poll(short, says);
        await openWebSocket(short, says);
      }
      await expect(poll(short, null)).rejects.toThrow('refused with 403');
      await expect(openWebSocket(short, null)).rejects.toThrow('refused');
    } finally {
      await short.close();
    }
  });

  it('are closed after the time to authorise, by long polling too, and give their places back', async () => {
    const short = await startGateway({ timings: { authorizeMs: DEADLINE_MS } });
    try {
      const polled = [];
      const sockets = [];
      for (const says of NOTHING_OF_OURS) {
        polled.push(await poll(short, says));
        sockets.push(await openWebSocket(short, says));
      }
      await expect(poll(short, null)).rejects.toThrow('refused with 403');
      // Nobody asks for what was sent to them: an orderly close would wait for that.
      await pause(DEADLINE_MS + 2500);
      for (let count = 0; count < 10; count += 1) await poll(short, null);
      expect(sockets.map(({ isClosed }) => isClosed)).toEqual(sockets.map(() => true));
      for (const [index, own] of polled.entries())
        expect([NOTHING_OF_OURS[index], (await fetch(own, { signal: AbortSignal.timeout(2000) })).status]).toEqual([
          NOTHING_OF_OURS[index],
          400,
        ]);
    } finally {
      await short.close();
    }
  });

  it('are closed when they take what they are sent, too', async () => {
    const short = await startGateway({ timings: { authorizeMs: DEADLINE_MS } });
    try {
      for (const says of NOTHING_OF_OURS) {
        const own = await poll(short, says);
        const began = Date.now();
        let status = 200;
        while (status === 200 && Date.now() - began < 5000) {
          const answer = await fetch(own, { signal: AbortSignal.timeout(5000) });
          await answer.text();
          status = answer.status;
        }
        expect([says, status]).toEqual([says, 400]);
        expect(Date.now() - began).toBeLessThan(DEADLINE_MS + 2500);
      }
    } finally {
      await short.close();
    }
  });

  it('that said who they are stay', async () => {
    const short = await startGateway({ timings: { authorizeMs: DEADLINE_MS } });
    try {
      const clients = [
        await connect(short, { transports: ['polling'] }),
        await connect(short, { transports: ['polling'], namespace: '/notification' }),
        await connect(short),
      ];
      for (const client of clients)
        expect(await client.send('authorize', await staff.token())).toMatchObject({ code: 200 });
      await pause(DEADLINE_MS + 2500);
      expect(clients.map(isOpen)).toEqual([true, true, true]);
    } finally {
      await short.close();
    }
  });
});

it('an address is believed only from TRUSTED_PROXIES and from our own web process', async () => {
  process.env.TRUSTED_PROXIES = '';
  resetConfig();
  const strict = await startGateway({ timings: { authorizeMs: 20_000 } });
  try {
    for (let count = 0; count < 10; count += 1)
      await connect(strict, { extraHeaders: { 'x-forwarded-for': `198.51.100.${100 + count}` } });
    await expect(connect(strict, { extraHeaders: { 'x-forwarded-for': '198.51.100.150' } })).rejects.toThrow();
    const proven = {
      'x-forwarded-for': '198.51.100.151',
      [FORWARDED_PROOF_HEADER]: forwardedProof(config().internalSecret),
    };
    expect(isOpen(await connect(strict, { extraHeaders: proven }))).toBe(true);
  } finally {
    await strict.close();
    process.env.TRUSTED_PROXIES = '127.0.0.1';
    resetConfig();
  }
});
