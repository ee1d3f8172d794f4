import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { config } from '@/lib/config';
import { connectionConfig } from '@/lib/platform/db/client';
import { onPrimaryLost, openPool } from '@/lib/platform/db/open-pool';
import { logger } from '@/lib/platform/system/log';
import type { Task } from './define';
import { BEAT_MS, Lease } from './lease';
import { performersOf } from './run';
import { schedule, scheduleStart } from './schedule';

/** The worker of a gateway: runs jobs, writes scheduled ones, and continues after a database failure. */

const CONCURRENCY = 4;
const POLL_MS = 2000;
const MINUTE_MS = 60_000;
const AGAIN_MS = 2000;
/** Running jobs get this long to finish before they are given back; longer where STOP_SECONDS is much longer. */
const STOP_MS = 6000;
const CLOSING_MS = 10_000;
/**
 * After this many failures to fetch a job the pool is created again: a pool never repeats a read that failed at its
 * start.
 */
const DEAF_AFTER = 12;

export interface Worker {
  /**
   * Takes no more jobs, waits for the running ones, and gives back those that do not finish.
   * @param until when the process is cut off, epoch ms
   */
  stop(until?: number): Promise<void>;
}

interface Options {
  readonly clock?: () => Date;
}

/**
 * Finished and failed jobs are written in batches. Without batches graphile-worker does not wait for the statement, and
 * a lost database would end the process as an unhandled rejection. With batches it ends the pool, which is created
 * again.
 */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Writes graphile-worker's log into ours, without a line for each finished job. */
function quietLogger(): Logger {
  const log = logger('jobs');
  return new Logger(({ taskIdentifier, jobId }) => (level, message) => {
    if (level === 'error') log.warn({ job: taskIdentifier, jobId }, message);
    else log.debug({ job: taskIdentifier, jobId }, message);
  });
}

/** How long running jobs may take of what is left of the process's time, ms. */
export const patienceMs = (leftMs: number): number =>
  Math.max(0, Math.min(leftMs, Math.max(STOP_MS, leftMs - CLOSING_MS)));

function connections(): pg.Pool {
  return openPool({ ...connectionConfig(), application_name: 'lift-portal jobs', max: CONCURRENCY });
}

/** Starts running these jobs. It never rejects because the database is down: it waits for it. */
export function startWorker(tasks: readonly Task[], { clock = () => new Date() }: Options = {}): Worker {
  const log = logger('jobs');
  const sql = connections();
  const lease = new Lease(sql);
  const performers = performersOf(tasks, clock);
  const stopping = new AbortController();
  let current: WorkerPool | undefined;
  const isStopped = () => stopping.signal.aborted;
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  const runPool = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    let failures = 0;
    events.on('worker:getJob:error', () => {
      failures += 1;
      if (failures === DEAF_AFTER)
        Promise.resolve(workers.gracefulShutdown('the database does not answer')).catch(() => undefined);
    });
    events.on('worker:getJob:empty', () => (failures = 0));
    // graphile-worker holds this client for ever; an error makes it listen anew.
    let listening: pg.PoolClient | undefined;
    events.on('pool:listen:success', ({ client }) => (listening = client));
    const forget = onPrimaryLost(() => listening?.emit('error', new Error('The server is read-only now.')));
    events.on('job:failed', ({ job, error }) =>
      log.error({ job: job.task_identifier, jobId: job.id, err: error }, 'a job was given up'),
    );
    const workers = runTaskList(
      {
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        preset: PRESET,
        events,
        logger: quietLogger(),
      },
      performers,
      sql,
    );
    current = workers;
    const beat = setInterval(() => {
      lease.beat(workers.id).catch((error: unknown) => log.warn({ err: error }, 'jobs not kept, database away'));
    }, BEAT_MS);
    try {
      await workers.promise;
    } catch (error) {
      if (!isStopped()) log.warn({ err: error }, 'worker ended, starting again');
    } finally {
      clearInterval(beat);
      forget();
      current = undefined;
    }
    await ever('jobs given back', () => lease.release(workers.id));
  };

  /** Repeats until it succeeds or the worker stops. */
  const ever = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (tries === 0) log.warn({ err: error }, `${what}: not yet, trying again`);
        if (isStopped()) return;
        await wait(AGAIN_MS);
      }
    }
  };

  const work = async (): Promise<void> => {
    await ever('jobs of the start', () => scheduleStart(tasks, clock()));
    while (!isStopped()) {
      await runPool();
      await wait(AGAIN_MS);
    }
  };
  const keepTime = async (): Promise<void> => {
    while (!isStopped()) {
      await ever('jobs of the clock', () => schedule(tasks, clock()));
      // A little after the full minute, so that a timer that fires early does not wait another minute.
      await wait(MINUTE_MS - (Date.now() % MINUTE_MS) + 50);
    }
  };
  const done = Promise.all([work(), keepTime()]);

  return {
    async stop(until = Date.now() + config().stop.timeoutMs) {
      stopping.abort();
      const workers = current;
      if (workers) {
        const late = setTimeout(
          () => {
            Promise.resolve(workers.forcefulShutdown('the process stops')).catch(() => undefined);
          },
          patienceMs(until - Date.now()),
        );
        await Promise.resolve(workers.gracefulShutdown('the process stops')).catch(() => undefined);
        clearTimeout(late);
      }
      await done;
      await sql.end();
    },
  };
}
