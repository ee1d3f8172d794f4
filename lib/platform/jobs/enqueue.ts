import { runSql } from '@/lib/platform/db/run-sql';
import type { SqlRunner } from '@/lib/platform/db/run-sql';
import { traceHeaders } from '@/lib/platform/system/tracing';
import type { Job, Task } from './define';

export interface JobTiming {
  /** The earliest moment; immediately when absent. */
  readonly runAt?: Date;
  /** Unique among the jobs of its kind: a waiting job with the same key gets the new moment and payload. */
  readonly key?: string;
}

const keyOf = ({ name }: Task, key: string) => `${name}:${key}`;

/**
 * Writes a job in the caller's transaction: a commit starts it, a rollback removes it.
 * @throws ZodError when the payload does not fit the job
 */
export async function enqueue<Payload>(
  sql: SqlRunner,
  job: Job<Payload>,
  payload: Payload,
  { runAt, key }: JobTiming = {},
): Promise<void> {
  await runSql(
    sql,
    `SELECT graphile_worker.add_job($1::text, payload => $2::text::json, queue_name => $3::text, run_at => $4::text::timestamptz,
                                    max_attempts => $5::int, job_key => $6::text)`,
    [
      job.name,
      // Whoever does it later does it in the same trace.
      JSON.stringify({ ...job.check(payload), ...traceHeaders() }),
      job.isAlone ? job.name : null,
      runAt?.toISOString() ?? null,
      job.maxAttempts,
      key === undefined ? null : keyOf(job, key),
    ],
  );
}

/** Removes a waiting job in the caller's transaction. A running job continues; a missing one is no error. */
export async function withdraw(sql: SqlRunner, job: Task, key: string): Promise<void> {
  await runSql(sql, 'SELECT graphile_worker.remove_job($1::text)', [keyOf(job, key)]);
}
