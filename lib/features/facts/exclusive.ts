import type pg from 'pg';
import { pool } from '@/lib/platform/db/client';

/** One for all gateways: nobody writes what he read before another one changed it. */
const FACTS_LOCK = 7_258_310_902;

/**
 * Reads and writes facts while nobody else does, for seconds at most.
 * @param work may write in the transaction of the client it gets
 */
export async function exclusively<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [FACTS_LOCK]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection in an unknown state is closed, which ends its transaction and its lock.
    client.release(failure);
  }
}
