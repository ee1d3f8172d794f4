import type pg from 'pg';

/**
 * A job belongs to the process that does it for as long as that says so. Without this the jobs of a process that was killed
 * would stay locked for four hours (what graphile-worker waits), and those of a stopped pool too.
 */

export const BEAT_MS = 20_000;
const LEASE_MS = 2 * 60_000;

const BEAT = `
  WITH jobs AS (UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_by = $1)
  UPDATE graphile_worker._private_job_queues SET locked_at = now() WHERE locked_by = $1`;
const RELEASE = `
  SELECT graphile_worker.force_unlock_workers(ARRAY(
    SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_at < now() - $1::int * interval '1 millisecond'
    UNION SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_at < now() - $1::int * interval '1 millisecond'))`;

/** Keeps the jobs of one pool of workers, and gives those of dead ones free. */
export class Lease {
  /** Others may have been as deaf as we were: nobody is called dead before all had the time to speak. */
  private deafUntil = Date.now() + LEASE_MS;

  constructor(private readonly sql: Pick<pg.Pool, 'query'>) {}

  async beat(poolId: string): Promise<void> {
    try {
      await this.sql.query(BEAT, [poolId]);
      if (Date.now() >= this.deafUntil) await this.sql.query(RELEASE, [LEASE_MS]);
    } catch (error) {
      this.deafUntil = Date.now() + LEASE_MS + BEAT_MS;
      throw error;
    }
  }

  /** What a pool holds that has ended may be done again at once. */
  async release(poolId: string): Promise<void> {
    await this.sql.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])', [poolId]);
  }
}
