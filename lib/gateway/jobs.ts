import pg from 'pg';
import { connectionConfig, pool } from '@/lib/db/client';
import { ensurePartitions, dropOldPartitions } from '@/lib/db/partitions';
import { logger } from '@/lib/system/log';
import { liveBus } from '@/lib/telemetry/bus';
import { applyTimeRules } from '@/lib/telemetry/time-rules';

/** Work of the clock (role `jobs`): online states each minute, partitions and retention each hour. */

const MINUTE_MS = 60_000;
const PARTITIONS_EVERY_MS = 60 * MINUTE_MS;
const PARTITIONS_AHEAD_DAYS = 7;
const KEEP_REJECTS_DAYS = 7;

async function tidyTables(now: Date): Promise<void> {
  const client = new pg.Client(connectionConfig());
  // A server that goes away in between shows in the query; the event alone must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensurePartitions(client, { now, aheadDays: PARTITIONS_AHEAD_DAYS });
    await dropOldPartitions(client, { now });
    await client.query('DELETE FROM ingest_reject WHERE at < $1', [new Date(now.getTime() - KEEP_REJECTS_DAYS * 24 * 60 * MINUTE_MS)]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts the timers. @returns the function that stops them. */
export function startJobs(now: () => number = Date.now): () => void {
  const log = logger('jobs');
  /** Runs at once and then every `ms`; a run that takes longer swallows the next one, a failed one is logged. */
  const repeat = (name: string, ms: number, work: () => Promise<void>) => {
    let isRunning = false;
    const run = () => {
      if (isRunning) return;
      isRunning = true;
      work()
        .catch((error: unknown) => log.warn({ err: error, job: name }, 'failed, will run again'))
        .finally(() => { isRunning = false; });
    };
    run();
    return setInterval(run, ms);
  };
  const timers = [
    repeat('online-states', MINUTE_MS, async () => {
      const changes = await applyTimeRules(pool(), now());
      if (changes.length > 0) liveBus.publish(changes);
    }),
    repeat('partitions', PARTITIONS_EVERY_MS, () => tidyTables(new Date(now()))),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
