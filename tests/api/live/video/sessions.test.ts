import { closeSession, KEEP_MS, openSession } from '@/lib/live/video/sessions';
import type { SessionRequest } from '@/lib/live/video/sessions';
import { signTicket } from '@/lib/live/video/tickets';
import { Watchers } from '@/lib/live/video/watchers';
import type { Connection } from '@/lib/live/video/watchers';
import { MAX_SESSIONS, VIDEO_TIMES } from '@/lib/live/video/stream-protocol';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../support/personas';
import { sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { makeCamera } from './support/stage';

/** How long a video session holds one of its account's places: while somebody looks (readings 205), by the test's clock. */

useFreshDatabase();

let actor: Actor;
let begin: number;
let now: number;
const clock = () => now;

const requestOf = (clientId: string, rest: Partial<SessionRequest> = {}): SessionRequest => ({
  username: actor.username,
  sessionId: actor.sessionId,
  clientId,
  equipmentNo: 'E-1',
  cameraId: 'DEMO-1',
  businessType: 'real',
  ...rest,
});
const open = (clientId: string, rest: Partial<SessionRequest> = {}) =>
  openSession(requestOf(clientId, rest), new Date(now));
const after = (ms: number) => (now = begin + ms);

/** Connects to a session at one gateway, as a browser with its ticket does. */
async function connect(watchers: Watchers, videoSessionId: string, kind: Connection['kind'] = 'real') {
  const { username, sessionId } = actor;
  const ticket = await signTicket({ videoSessionId, username, sessionId, cameraId: 'DEMO-1', kind }, now);
  const pass = await watchers.admit(ticket, (await issueSocketToken(actor)).token, 'DEMO-1');
  if (!pass) return undefined;
  const end = jest.fn();
  const leave = watchers.add({
    kind,
    videoSessionId,
    sessionId,
    cameraId: 'DEMO-1',
    equipmentNo: 'E-1',
    expireAt: pass.session.expireAt.getTime(),
    end,
  });
  return { end, leave };
}

/** Lets some time pass with the clock of these gateways running. */
async function pass(ms: number, ...gateways: Watchers[]): Promise<void> {
  const last = now + ms;
  while (now < last) {
    now = Math.min(last, now + 1000);
    for (const watchers of gateways) await watchers.check();
  }
}

beforeAll(async () => {
  await createPersonas();
  await makeCamera('DEMO-1', 'E-1');
  actor = (await actorOfAccessToken(await sessionOf('platformAdmin'))).actor;
});
beforeEach(async () => {
  begin = now = Date.now();
  await db().videoSession.deleteMany();
});
afterAll(closePortal);

it('a viewer whose browser crashed loses its place after 20 s; viewers that still watch keep theirs', async () => {
  const watchers = new Watchers(clock);
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((client) => open(client)));
  const connections = await Promise.all(ids.map((id) => connect(watchers, id)));
  await pass(60_000, watchers);
  await expect(open('e')).rejects.toMatchObject({ id: 'conflict' });
  connections[1]?.leave();
  await pass(KEEP_MS - 5000, watchers);
  await expect(open('e')).rejects.toMatchObject({ id: 'conflict' });
  await pass(6000, watchers);
  const e = await open('e');
  const left = await db().videoSession.findMany({ where: { closedAt: null }, orderBy: { clientId: 'asc' } });
  expect(left.map(({ clientId }) => clientId)).toEqual(['a', 'c', 'd', 'e']);
  // The place is taken: who had it does not come back into it.
  expect(await connect(watchers, ids[1] ?? '')).toBeUndefined();
  expect(await connect(watchers, e)).toBeDefined();
  for (const at of [0, 2, 3]) expect(connections[at]?.end).not.toHaveBeenCalled();
});

it('one that was just opened has its time until its stream comes', async () => {
  for (const client of ['a', 'b', 'c', 'd']) await open(client);
  after(KEEP_MS - 1);
  await expect(open('e')).rejects.toMatchObject({ id: 'conflict' });
  after(KEEP_MS);
  await open('e');
  expect(await db().videoSession.count({ where: { closedAt: null } })).toBe(MAX_SESSIONS);
});

it('no viewer is removed while there is room: a range that was open for long continues with the same address', async () => {
  const watchers = new Watchers(clock);
  const id = await open('a', { businessType: 'localRecord' });
  (await connect(watchers, id, 'record'))?.leave();
  after(2 * 60_000);
  await open('b');
  expect(await connect(watchers, id, 'record')).toBeDefined();
  // It counts again, as one that is watched.
  for (const client of ['c', 'd']) await open(client);
  await expect(open('e')).rejects.toMatchObject({ id: 'conflict' });
});

it('a dialog that asks again keeps its place, and of those that are gone the longest gone leaves first', async () => {
  for (const client of ['a', 'b', 'c', 'd']) await open(client);
  after(15_000);
  await open('a');
  after(KEEP_MS + 1000);
  await open('e');
  after(KEEP_MS + 2000);
  await open('f');
  const left = await db().videoSession.findMany({ where: { closedAt: null } });
  expect(left.map(({ clientId }) => clientId)).toEqual(expect.arrayContaining(['a', 'e', 'f']));
  expect(left).toHaveLength(MAX_SESSIONS);
});

it('outlives the gateway: another one that the browser comes to keeps it, and nobody has to remember', async () => {
  const [first, second] = [new Watchers(clock), new Watchers(clock)];
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((client) => open(client)));
  for (const id of ids.slice(0, 2)) await connect(first, id);
  const onSecond = await Promise.all(ids.slice(2).map((id) => connect(second, id)));
  await pass(60_000, first, second);
  // The first gateway is killed: it says nothing to anybody. One of its two browsers comes to the second one.
  await pass(10_000, second);
  expect(await connect(second, ids[0] ?? '')).toBeDefined();
  await pass(15_000, second);
  await open('e');
  const left = await db().videoSession.findMany({ where: { closedAt: null }, orderBy: { clientId: 'asc' } });
  expect(left.map(({ clientId }) => clientId)).toEqual(['a', 'c', 'd', 'e']);
  for (const connection of onSecond) expect(connection?.end).not.toHaveBeenCalled();
  await expect(open('f')).rejects.toMatchObject({ id: 'conflict' });
});

it('a talk whose gateway was killed leaves the car to the next one 20 s later', async () => {
  await open('a', { businessType: 'talk' });
  const other = { username: 'branchDispatcher', businessType: 'talk' };
  after(KEEP_MS - 1);
  await expect(open('b', other)).rejects.toMatchObject({ id: 'conflict' });
  after(KEEP_MS);
  const id = await open('b', other);
  await closeSession(id, new Date(now));
});

it('[VIDEO-006] one that is watched ends after 5 minutes all the same', async () => {
  const watchers = new Watchers(clock);
  const connection = await connect(watchers, await open('a'));
  await pass(VIDEO_TIMES.closeMs - 2000, watchers);
  expect(connection?.end).not.toHaveBeenCalled();
  await pass(4000, watchers);
  expect(connection?.end).toHaveBeenCalledWith('expired');
});

it('an address opens nothing after an hour, though its session goes on', async () => {
  const { username, sessionId } = actor;
  const videoSessionId = await openSession(requestOf('a'), new Date(now), { lifeMs: 3 * 3_600_000 });
  const ticket = await signTicket({ videoSessionId, username, sessionId, cameraId: 'DEMO-1', kind: 'record' }, now);
  const admitted = async () => {
    const { token } = await issueSocketToken(actor);
    return (await new Watchers(clock).admit(ticket, token, 'DEMO-1')) !== undefined;
  };
  after(59 * 60_000);
  expect(await admitted()).toBe(true);
  after(61 * 60_000);
  expect(await admitted()).toBe(false);
});
