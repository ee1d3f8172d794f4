import { config, resetConfig } from '@/lib/config';
import { FORWARDED_PROOF_HEADER, forwardedProof } from '@/lib/platform/system/forwarded';
import { forgedTokens } from '../../support/forged-tokens';
import { closeClients, connect, seedUnits, signIn, startGateway } from '../live/realtime/support/rtc';
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

  it('take a place of their address like the others', async () => {
    const short = await startGateway({ timings: { authorizeMs: 600 } });
    try {
      const path = `${short.url}/sms/socket.io/?EIO=4&transport=polling`;
      const open = async (says: string | null) => {
        const { sid } = JSON.parse((await (await fetch(path)).text()).slice(1)) as { sid: string };
        if (says !== null)
          await fetch(`${path}&sid=${sid}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: says });
      };
      // Nothing said at all, and `40`: the namespace `/`.
      for (let index = 0; index < 10; index += 1) await open(index % 2 === 0 ? null : '40');
      expect((await fetch(path)).status).toBe(403);
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
