import type { RealtimeAccess, SessionState } from '@/lib/live/realtime/server/access';
import { guardSessions } from '@/lib/live/realtime/server/session-guard';
import type { SocketCaller } from '@/lib/live/realtime/server/socket-caller';

/** What the guard does by its clock; what it does with true sessions is proven in tests/api/live/realtime/rights.test.ts. */

const INTERVAL_MS = 100;
const alive: SessionState = { isLive: true, isEnabled: true, accessVersion: 1 };

function guarded(states: () => Promise<SessionState>) {
  const connection = {
    actor: { sessionId: 's', accessVersion: 1 },
    end: jest.fn(),
    recheck: jest.fn(() => Promise.resolve()),
    restrict: jest.fn(() => Promise.resolve()),
    enqueue: (_event: string, _ack: unknown, task: () => Promise<void>) => task(),
  };
  const access: Partial<RealtimeAccess> = {
    states: async () => new Map([['s', await states()]]),
    strategiesMark: () => Promise.resolve('unchanged'),
    listen: () => () => undefined,
  };
  const faults: unknown[] = [];
  const stop = guardSessions({
    access: access as RealtimeAccess,
    connections: new Set([connection as unknown as SocketCaller]),
    reportFault: (error) => faults.push(error),
    intervalMs: INTERVAL_MS,
    scopeEvery: 3,
  });
  return { connection, faults, stop };
}
const rounds = (count: number) => jest.advanceTimersByTimeAsync(count * INTERVAL_MS);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('looks at the scope of all streams every so many rounds, because units move between projects', async () => {
  const { connection, stop } = guarded(() => Promise.resolve(alive));
  await rounds(2);
  expect(connection.recheck).not.toHaveBeenCalled();
  await rounds(1);
  expect(connection.recheck).toHaveBeenCalledTimes(1);
  await rounds(3);
  expect(connection.recheck).toHaveBeenCalledTimes(2);
  expect(connection.end).not.toHaveBeenCalled();
  stop();
  await rounds(9);
  expect(connection.recheck).toHaveBeenCalledTimes(2);
});

it('ends nobody while the database is away, and whoever ended meanwhile as soon as it is back', async () => {
  let isAway = true;
  const { connection, faults, stop } = guarded(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve({ ...alive, isLive: false }),
  );
  await rounds(2);
  expect([faults.length, connection.end.mock.calls.length]).toEqual([2, 0]);
  isAway = false;
  await rounds(1);
  expect(connection.end).toHaveBeenCalledTimes(1);
  stop();
});
