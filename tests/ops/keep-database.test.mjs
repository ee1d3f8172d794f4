import { setTimeout as sleep } from 'node:timers/promises';
import { keepDatabase } from '../../scripts/lib/keep-database.mjs';
import { createPauses } from '../../scripts/lib/pauses.mjs';

/** A server of this process: `end` ends the running one, `isBroken` keeps the next from starting. */
function setUp({ isReady = true } = {}) {
  const aborting = new AbortController();
  const state = { starts: 0, end: undefined, isBroken: false, isReady, said: [], failed: undefined };
  const kept = keepDatabase({
    start: async () => {
      state.starts += 1;
      if (state.isBroken) throw new Error('Port 1 for the database is taken by another program');
      return {
        logFile: 'x.log',
        exited: new Promise((resolve) => {
          state.end = resolve;
        }),
      };
    },
    isReady: () => state.isReady,
    signal: aborting.signal,
    say: (line) => state.said.push(line),
    fail: (error) => {
      state.failed = error;
    },
    pauses: createPauses({ pausesMs: [5, 5, 5] }),
  });
  return { state, kept, stop: () => aborting.abort() };
}
const until = async (test) => {
  for (let waited = 0; waited < 5000; waited += 5) {
    if (test()) return;
    await sleep(5);
  }
  throw new Error('did not happen');
};
const endTimes = async (state, times) => {
  for (let time = 0; time < times; time += 1) {
    const before = state.starts;
    state.end();
    await until(() => state.starts > before || state.failed);
    await sleep(0);
  }
};

describe('the database', () => {
  it('is started again however often it is killed, once the portal was ready', async () => {
    const { state, kept, stop } = setUp();
    await kept;
    await endTimes(state, 20);
    expect([state.starts, state.failed]).toEqual([21, undefined]);
    stop();
  });

  it('is tried again until it can start, and says why it cannot', async () => {
    const { state, kept, stop } = setUp();
    await kept;
    state.isBroken = true;
    state.end();
    await until(() => state.starts > 10);
    state.isBroken = false;
    const { end } = state;
    await until(() => state.end !== end);
    expect(state.failed).toBeUndefined();
    expect(state.said[0]).toBe('The database ended; starting it again.');
    expect(state.said[1]).toBe(
      'The database could not start (Port 1 for the database is taken by another program); starting it again.',
    );
    expect(state.said).toHaveLength(3);
    stop();
  });

  it('that cannot start, or ends again and again, before the portal was ever ready is given up', async () => {
    const { state, kept } = setUp({ isReady: false });
    await kept;
    state.isBroken = true;
    state.end();
    await until(() => state.failed);
    expect(state.failed.message).toContain('Port 1');
    const falling = setUp({ isReady: false });
    await falling.kept;
    await endTimes(falling.state, 4);
    await until(() => falling.state.failed);
    expect(falling.state.failed.message).toBe('The database ended 4 times in a row (more in x.log).');
  });

  it('is left alone when the portal stops', async () => {
    const { state, kept, stop } = setUp();
    await kept;
    stop();
    state.end();
    await sleep(50);
    expect(state.starts).toBe(1);
  });
});
