import { z } from 'zod';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { pool } from '@/lib/platform/db/client';
import { shownTime } from '@/lib/platform/strategy/limits';
import { JOB_STATES, type queryJobs } from './contract';

/** Length of the error that is shown. */
const MAX_ERROR = 1000;
const COLUMNS = { createDate: 'created_at', runAt: 'run_at', name: 'task_identifier' } as const;

/** Finished jobs leave the queue, so it holds only waiting and failed ones and stays short. */
const JOBS = `
  SELECT j.id::text, j.task_identifier, j.attempts, j.max_attempts, j.created_at, j.run_at, left(j.last_error, ${MAX_ERROR}) AS last_error, p.done, p.total,
         CASE WHEN j.locked_at IS NOT NULL THEN 'RUNNING' WHEN j.attempts >= j.max_attempts THEN 'DEAD'
              WHEN j.attempts > 0 THEN 'RETRYING' ELSE 'WAITING' END AS state
    FROM graphile_worker.jobs j LEFT JOIN job_progress p ON p.job_id = j.id`;

const Found = z.object({
  id: z.string(),
  task_identifier: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.number(),
  max_attempts: z.number(),
  created_at: z.date(),
  run_at: z.date(),
  last_error: z.string().nullable(),
  done: z.number().nullable(),
  total: z.number().nullable(),
});

/** Newest first; those that were given up before all others. */
export async function findJobs(actor: Actor, query: ParsedOf<typeof queryJobs>): Promise<OutputOf<typeof queryJobs>> {
  const { state, pageIndex, pageSize, sortField, sortOrder } = query;
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const order = sortField ? `${COLUMNS[sortField]} ${direction}` : `state = 'DEAD' DESC, created_at DESC`;
  const values = [state ?? null];
  const where = 'WHERE $1::text IS NULL OR state = $1';
  const [count, found] = await Promise.all([
    pool().query<{ total: number }>(`SELECT count(*)::int AS total FROM (${JOBS}) job ${where}`, values),
    pool().query(`SELECT * FROM (${JOBS}) job ${where} ORDER BY ${order}, id::bigint ${direction} LIMIT $2 OFFSET $3`, [
      ...values,
      pageSize,
      (pageIndex - 1) * pageSize,
    ]),
  ]);
  const time = await shownTime(actor);
  const rows = z.array(Found).parse(found.rows);
  return page(
    rows.map(({ task_identifier, max_attempts, created_at, run_at, last_error, ...row }) => ({
      ...row,
      name: task_identifier,
      maxAttempts: max_attempts,
      createDate: time(created_at),
      runAt: time(run_at),
      lastError: last_error,
    })),
    count.rows[0]?.total ?? 0,
    query,
  );
}
