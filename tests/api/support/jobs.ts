import { runTaskListOnce, Logger } from 'graphile-worker';
import { pool } from '@/lib/platform/db/client';
import type { Task } from '@/lib/platform/jobs/define';
import { performersOf } from '@/lib/platform/jobs/run';
import { schedule } from '@/lib/platform/jobs/schedule';

/** Everything but the clock goes on as it does: timers of the database's driver among it. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Writes what the clock's jobs are due for at a moment and does every job that is due then, in this process. */
export async function runDueJobs(tasks: readonly Task[], at: Date): Promise<void> {
  await schedule(tasks, at);
  const client = await pool().connect();
  // graphile-worker reads Date for "now", and so does nothing else here.
  jest.useFakeTimers({ now: at, doNotFake: [...REAL] });
  try {
    await runTaskListOnce(
      { useNodeTime: true, noHandleSignals: true, logger: new Logger(() => () => undefined) },
      performersOf(tasks, () => at),
      client,
    ).promise;
  } finally {
    jest.useRealTimers();
    client.release();
  }
}
