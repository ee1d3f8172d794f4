import { startOfDay } from '@/lib/platform/i18n/shanghai';
import { pool } from './client';

/**
 * Sums of one day of Asia/Shanghai (api.md §1.9). They are counted in PostgreSQL, because several processes must not
 * multiply a user's limit.
 */

const DAY_MS = 24 * 3600_000;

/** Seconds until the day ends. */
export const secondsLeft = (now: number): number => Math.ceil((startOfDay(now) + DAY_MS - now) / 1000);

/** @returns the sum of the day, this amount included */
export async function addToday(key: string, amount: number, now: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `INSERT INTO rate_counter AS c (key, window_start, count) VALUES ($1, $2, $3)
     ON CONFLICT (key, window_start) DO UPDATE SET count = c.count + $3 RETURNING c.count`,
    [key, new Date(startOfDay(now)), amount],
  );
  return rows[0]?.count ?? 0;
}
