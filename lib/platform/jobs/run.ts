import type { Task as Performer } from 'graphile-worker';
import { pool } from '@/lib/platform/db/client';
import { traced } from '@/lib/platform/system/tracing';
import type { Task } from './define';

const NOTE = `
  INSERT INTO job_progress (job_id, done, total, updated_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (job_id) DO UPDATE SET done = excluded.done, total = excluded.total, updated_at = excluded.updated_at`;

/** The metrics page says how late a job of the clock is. */
const SUCCEEDED = 'UPDATE job_schedule SET last_success = $2 WHERE name = $1';

/** The jobs in graphile-worker's form. The progress of a failed job is kept, so that an administrator sees it. */
export function performersOf(tasks: readonly Task[], clock: () => Date): Record<string, Performer> {
  const perform =
    (task: Task): Performer =>
    (stored, { job, abortSignal }) => {
      const { traceparent, ...payload } = stored as Record<string, unknown>;
      const attributes = { 'portal.job': task.name, 'portal.attempt': job.attempts };
      const parent = typeof traceparent === 'string' ? { parent: traceparent } : {};
      return traced(`job ${task.name}`, { kind: 'consumer', attributes, ...parent }, async () => {
        let hasProgress = job.attempts > 1;
        await task.perform(payload, {
          id: job.id,
          attempt: job.attempts,
          signal: abortSignal,
          now: clock,
          progress: async (done, total) => {
            hasProgress = true;
            await pool().query(NOTE, [job.id, done, total, clock()]);
          },
        });
        if (task.cron) await pool().query(SUCCEEDED, [task.name, clock()]);
        if (hasProgress) await pool().query('DELETE FROM job_progress WHERE job_id = $1', [job.id]);
      });
    };
  return Object.fromEntries(tasks.map((task) => [task.name, perform(task)]));
}
