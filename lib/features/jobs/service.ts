import { noteChange } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import { queryJobs, repeatJob } from './contract';
import { findJobs } from './list';

/** @throws not_found, conflict (it waits, runs or will be tried again) */
async function repeat(id: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const [job] = await sql.$queryRaw<{ name: string; attempts: number; is_dead: boolean }[]>`
      SELECT j.task_identifier AS name, j.attempts::int AS attempts, j.locked_at IS NULL AND j.attempts >= j.max_attempts AS is_dead
        FROM graphile_worker.jobs j WHERE j.id = ${BigInt(id)}`;
    if (!job) throw new AppError('not_found', { messageKey: 'jobNotFound' });
    if (!job.is_dead) throw new AppError('conflict', { messageKey: 'jobNotDead' });
    await sql.$executeRaw`SELECT graphile_worker.reschedule_jobs(ARRAY[${BigInt(id)}::bigint], run_at => now(), attempts => 0)`;
    noteChange({ name: job.name, attempts: job.attempts }, { name: job.name, attempts: 0 });
  });
  return null;
}

export const services = [
  serve(queryJobs, ({ actor }, query) => findJobs(actor, query)),
  serve(repeatJob, (_context, { id }) => repeat(id)),
];
