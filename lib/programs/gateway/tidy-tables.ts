import pg from 'pg';
import { config } from '@/lib/config';
import { connectionConfig } from '@/lib/platform/db/client';
import { dropOldPartitions, ensurePartitions } from '@/lib/platform/db/partitions';
import { PARTITIONED_TABLES } from './partitioned-tables';

const DAY_MS = 24 * 3_600_000;
const PARTITIONS_AHEAD_DAYS = 7;
/** Table, its time column and the days it is usually kept (api.md §5.1, §5.4, §1.4); partitioned tables are dropped by partition. */
const KEPT_DAYS = [
  ['ingest_reject', 'at', 7],
  ['error_log', 'create_date', 90],
  ['outbox', 'create_date', 7],
  ['session', 'expire_at', 30],
  ['sms_log', 'create_date', 365],
  ['mail_log', 'create_date', 365],
  ['push_log', 'create_date', 365],
  ['report_delivery', 'create_date', 365],
  ['notification', 'notification_date', 90],
  ['verify_code', 'expire_at', 1],
  ['one_time_token', 'expire_at', 30],
  ['job_progress', 'updated_at', 90],
  // Days of so long ago can be made again (docs/decisions/014-day-facts.md).
  ['equipment_span', 'end_at', 765],
  ['video_session', 'expire_at', 30],
  ['equipment_hour', 'hour', 3],
] as const;
const ROWS_A_DELETE = 10_000;

const daysByTable = (chosen: Partial<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([table, days]) => (days === undefined ? [] : [[table, { days }]])),
  );

/** Creates the partitions of the coming days and deletes rows beyond their retention (api.md §5.1). */
export async function tidyTables(now: Date): Promise<void> {
  const client = new pg.Client(connectionConfig());
  // A server that disappears meanwhile causes an error in the query; the event alone must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensurePartitions(client, { tables: PARTITIONED_TABLES, now, aheadDays: PARTITIONS_AHEAD_DAYS });
    const chosen: Partial<Record<string, number>> = config().keptDays;
    await dropOldPartitions(client, { tables: PARTITIONED_TABLES, now, keep: daysByTable(chosen) });
    for (const [table, column, usual] of KEPT_DAYS) {
      const before = new Date(now.getTime() - (chosen[table] ?? usual) * DAY_MS);
      // In portions: one statement over a month of rows would hold its locks for too long.
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
