import { resetConfig } from '@/lib/config';
import { forgedTokens } from '../../support/forged-tokens';
import { closeClients, connect, seedUnits, signIn, startGateway, until } from '../realtime/support/rtc';
import type { Client, Gateway, Person } from '../realtime/support/rtc';
import { useFreshDatabase } from '../support/database';

/** Sockets that never say who they are. */

useFreshDatabase();

let gateway: Gateway;
let staff: Person;

beforeAll(async () => {
  // 200 × 0.05: ten strangers an address.
  process.env.RATE_LIMIT_SCALE = '0.05';
  resetConfig();
  await seedUnits();
  staff = await signIn('staff', ['MONITOR_READ']);
  gateway = await startGateway({ timings: { authorizeMs: 20_000 } });
});
afterEach(closeClients);
afterAll(async () => {
  await gateway?.close();
  delete process.env.RATE_LIMIT_SCALE;
  resetConfig();
});

const from = (address: string) => connect(gateway, { extraHeaders: { 'x-forwarded-for': address } });
const isOpen = ({ disconnectedBecause }: Client) => disconnectedBecause === null;

it('an address gets so many, those that say who they are do not count, and other addresses go on', async () => {
  const strangers: Client[] = [];
  for (let count = 0; count < 10; count += 1) strangers.push(await from('198.51.100.1'));
  const refused = await from('198.51.100.1');
  await until(() => !isOpen(refused));
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

it.each(['/rtc', '/notification'])('%s opens to no token of somebody else\'s making, and hears nothing until a true one comes', async (namespace) => {
  const forged = { ...(await forgedTokens(staff, 'nobody')), 'a socket token that is outdated': await staff.token(-1000), 'a refresh token': `${staff.sessionId}.refresh`, 'an object': { token: { $gt: '' } }, 'nothing': null, 'a number': 7, 'many': [await staff.token()] };
  for (const [what, token] of Object.entries(forged)) {
    const client = await connect(gateway, { namespace, extraHeaders: { 'x-forwarded-for': `198.51.100.${50 + Object.keys(forged).indexOf(what)}` } });
    expect([what, await client.send('authorize', token)]).toMatchObject([what, { code: 511 }]);
    const event = namespace === '/rtc' ? 'rtc' : 'notification';
    expect([what, (await client.send<{ code: number }>(event, namespace === '/rtc' ? [{ equipmentNo: 'E1' }] : {})).code]).not.toEqual([what, 200]);
    expect([what, client.messages]).toEqual([what, []]);
    client.socket.disconnect();
  }
  const honest = await connect(gateway, { namespace, extraHeaders: { 'x-forwarded-for': '198.51.100.99' } });
  expect(await honest.send('authorize', await staff.token())).toMatchObject({ code: 200 });
});
