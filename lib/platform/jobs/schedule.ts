import { pool } from '@/lib/platform/db/client';
import { dueAt } from './cron';
import type { Task } from './define';

/**
 * Writes scheduled jobs when they are due. Every gateway tries; for each moment the row in `job_schedule` lets one of
 * them through, in the same statement that writes the job.
 */

/** The key identifies a waiting job: the next moment replaces it and starts its tries again. */
const WRITE = `
  WITH claimed AS (
    INSERT INTO job_schedule (name, last_due) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET last_due = excluded.last_due
      WHERE job_schedule.last_due < excluded.last_due OR job_schedule.last_due > $5
    RETURNING name)
  SELECT graphile_worker.add_job(name, payload => $3::json, queue_name => name, max_attempts => $4::int, job_key => name, run_at => $2)
    FROM claimed`;

/**
 * A moment so far ahead was written by a clock that was wrong. Without a look at this, the job would stand still until that
 * moment comes.
 */
const WRONG_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

const hasCron = (task: Task): task is Task & Required<Pick<Task, 'cron'>> => task.cron !== undefined;

/**
 * Writes the jobs that are due. A job that is new to this database starts with its next moment, and counts as done until
 * then: one that never succeeds is late from that moment on.
 */
export async function schedule(tasks: readonly Task[], now: Date): Promise<void> {
  const timed = tasks.filter(hasCron);
  if (timed.length === 0) return;
  const { rows } = await pool().query<{ name: string; last_due: Date }>(
    `WITH made AS (
       INSERT INTO job_schedule (name, last_due, last_success) SELECT unnest($1::text[]), $2, $2
       ON CONFLICT (name) DO UPDATE SET last_success = excluded.last_success WHERE job_schedule.last_success IS NULL
       RETURNING name, last_due)
     SELECT name, last_due FROM job_schedule WHERE name = ANY($1) UNION SELECT name, last_due FROM made`,
    [timed.map(({ name }) => name), now],
  );
  const lastDue = new Map(rows.map((row) => [row.name, row.last_due.getTime()]));
  for (const { name, cron, maxAttempts } of timed) {
    const latest = now.getTime() + WRONG_MS;
    const last = lastDue.get(name) ?? now.getTime();
    // What was done by the wrong clock counts for the minutes before now: each job goes on with its next moment.
    const due = dueAt(cron, last > latest ? now.getTime() - MINUTE_MS : last, now.getTime());
    if (due === undefined) continue;
    const moment = new Date(due);
    await pool().query(WRITE, [
      name,
      moment,
      JSON.stringify({ due: moment.toISOString() }),
      maxAttempts,
      new Date(latest),
    ]);
  }
}

/** Writes the jobs that run at every start, once even when several gateways start together. */
export async function scheduleStart(tasks: readonly Task[], now: Date): Promise<void> {
  for (const { name, maxAttempts } of tasks.filter(({ atStart }) => atStart))
    await pool().query(
      `SELECT graphile_worker.add_job($1, payload => $2::json, queue_name => $1, max_attempts => $3::int, job_key => $1)`,
      [name, JSON.stringify({ due: now.toISOString() }), maxAttempts],
    );
}
