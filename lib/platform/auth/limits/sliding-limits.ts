import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Counts over sliding windows (api.md §1.9), stored in PostgreSQL because several processes must not multiply them. A
 * key is locked until the transaction ends, so that each of several calls at once sees those before.
 */

export type LimitTransaction = Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'>;
/** Old counts are removed by about one write in this many. */
const SWEEP_EVERY = 200;

export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** Milliseconds until one more is allowed; 0: now. @param times newest first, epoch ms */
export function waitOf(times: readonly number[], limits: readonly Limit[], now: number): number {
  return Math.max(
    0,
    ...limits.map(({ count, windowMs }) => {
      const oldest = times[count - 1];
      return oldest === undefined ? 0 : oldest + windowMs - now;
    }),
  );
}

/**
 * The times of each key since then, newest first. Locks the keys, always in one order, so that two calls never
 * deadlock.
 */
export async function lockTimes(
  sql: LimitTransaction,
  keys: readonly string[],
  since: number,
): Promise<(key: string) => number[]> {
  for (const key of [...keys].sort()) await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  return readTimes(sql, keys, since);
}

/** Like `lockTimes`, without a lock: to read, not to count. */
export async function readTimes(
  sql: LimitTransaction,
  keys: readonly string[],
  since: number,
): Promise<(key: string) => number[]> {
  const rows = await sql.$queryRaw<{ key: string; window_start: Date; count: number }[]>`
    SELECT key, window_start, count FROM rate_counter WHERE key = ANY(${[...keys]}) AND window_start > ${new Date(since)} ORDER BY window_start DESC LIMIT 5000`;
  return (wanted) =>
    rows.flatMap(({ key, window_start: at, count }) => (key === wanted ? Array<number>(count).fill(at.getTime()) : []));
}

/** Counts one more under each key. */
export async function noteTime(sql: LimitTransaction, keys: readonly string[], at: number): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO rate_counter AS c (key, window_start, count) SELECT key, ${new Date(at)}::timestamptz, 1 FROM unnest(${[...keys].sort()}::text[]) AS k(key)
    ON CONFLICT (key, window_start) DO UPDATE SET count = c.count + 1`;
  if (Math.random() * SWEEP_EVERY < 1)
    await sql.$executeRaw`DELETE FROM rate_counter WHERE window_start < now() - interval '1 day'`;
}

/** Removes one with that time. */
export async function returnTime(sql: LimitTransaction, keys: readonly string[], at: number): Promise<void> {
  await sql.$executeRaw`UPDATE rate_counter SET count = greatest(count - 1, 0) WHERE key = ANY(${[...keys]}) AND window_start = ${new Date(at)}`;
}

/** Clears the keys. */
export async function forgetTimes(sql: LimitTransaction, keys: readonly string[]): Promise<void> {
  await sql.$executeRaw`DELETE FROM rate_counter WHERE key = ANY(${[...keys]})`;
}
