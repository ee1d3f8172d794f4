import pg from 'pg';
import { seedStandardAccess } from '@/lib/platform/auth/standard-access';
import { remindOfApprovals } from '@/lib/features/approvals/internal';
import { expireApplications } from '@/lib/features/campus-applications/internal';
import { seedDictionaries } from '@/lib/features/dictionaries/internal';
import { adoptOpen, runEscalation } from '@/lib/features/escalation/internal';
import { keepStrips } from '@/lib/features/error-inspection/internal';
import { closeAnswered } from '@/lib/features/feedback/internal';
import { connectionConfig, pool } from '@/lib/platform/db/client';
import { ensurePartitions, dropOldPartitions } from '@/lib/platform/db/partitions';
import { announceChanges } from '@/lib/live/realtime/server/live-hints';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { logger } from '@/lib/platform/system/log';
import { seedStrategies } from '@/lib/features/strategies/internal';
import { applyTimeRules } from '@/lib/live/telemetry/time-rules';
import { removeUnusedFiles } from './unused-files';

/** Work of the clock (role `jobs`): online states each minute, partitions, retention, unused files, the standard roles and the dictionaries each hour. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SMS_EVERY_MS = 5000;
const ESCALATION_EVERY_MS = 5000;
const PARTITIONS_AHEAD_DAYS = 7;
/** Table, its time column and the days it is kept (api.md §5.1, §5.4, §1.4); partitioned tables are dropped by partition. */
const KEPT_DAYS = [
  ['ingest_reject', 'at', 7],
  ['error_log', 'create_date', 90],
  ['outbox', 'create_date', 7],
  ['session', 'expire_at', 30],
  ['sms_log', 'create_date', 365],
  ['notification', 'notification_date', 90],
  ['verify_code', 'expire_at', 1],
  ['one_time_token', 'expire_at', 30],
] as const;
const ROWS_A_DELETE = 10_000;

/** Makes the partitions of the days to come and removes what has outlived its time (api.md §5.1). */
export async function tidyTables(now: Date): Promise<void> {
  const client = new pg.Client(connectionConfig());
  // A server that goes away in between shows in the query; the event alone must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensurePartitions(client, { now, aheadDays: PARTITIONS_AHEAD_DAYS });
    await dropOldPartitions(client, { now });
    for (const [table, column, days] of KEPT_DAYS) {
      const before = new Date(now.getTime() - days * 24 * 60 * MINUTE_MS);
      // In portions: one statement over a month of rows would hold its locks for as long.
      for (let deleted = ROWS_A_DELETE; deleted === ROWS_A_DELETE;) {
        deleted =
          (
            await client.query(
              `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${ROWS_A_DELETE}))`,
              [before],
            )
          ).rowCount ?? 0;
      }
    }
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
        .finally(() => {
          isRunning = false;
        });
    };
    run();
    return setInterval(run, ms);
  };
  const timers = [
    repeat('online-states', MINUTE_MS, async () => {
      await announceChanges(pool(), await applyTimeRules(pool(), now()));
    }),
    repeat('fault-strips', MINUTE_MS, async () => void (await keepStrips(now()))),
    repeat('escalation', ESCALATION_EVERY_MS, async () => void (await runEscalation(now()))),
    repeat('text-messages', SMS_EVERY_MS, async () => void (await sendDueSms(now))),
    repeat('open-clocks', HOUR_MS, async () => void (await adoptOpen(now()))),
    repeat('partitions', HOUR_MS, () => tidyTables(new Date(now()))),
    repeat('unused-files', HOUR_MS, () => removeUnusedFiles(new Date(now()))),
    repeat('campus-applications', HOUR_MS, async () => void (await expireApplications(now()))),
    repeat('approvals', HOUR_MS, async () => void (await remindOfApprovals(now()))),
    repeat('feedback', HOUR_MS, async () => void (await closeAnswered(now()))),
    repeat('data-strategies', HOUR_MS, seedStrategies),
    repeat('standard-access', HOUR_MS, seedStandardAccess),
    repeat('dictionaries', HOUR_MS, seedDictionaries),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
