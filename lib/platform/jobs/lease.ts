import type pg from 'pg';

/**
 * A job belongs to a process as long as that process renews its lease. Without leases, the jobs of a killed process or
 * a stopped pool would stay locked for four hours (graphile-worker's limit).
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

/** Renews the leases of one worker pool, and frees the jobs of dead pools. */
export class Lease {
  /** After a failure other pools may have been cut off too: wait until all had time to renew before freeing jobs. */
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

  /** Frees the jobs of a pool that has ended, so that they can run again at once. */
  async release(poolId: string): Promise<void> {
    await this.sql.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])', [poolId]);
  }
}
