import { config } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';

/**
 * What one user may send in on one day of Asia/Shanghai (api.md §1.9): counted in PostgreSQL, because several processes must
 * not multiply it. Tries count too: their bytes came in.
 */

export const FILES_A_DAY = 100;
export const MEGABYTES_A_DAY = 300;

const DAY_MS = 24 * 3600_000;
const SHANGHAI_OFFSET_MS = 8 * 3600_000;
const BYTES_A_KB = 1024;

const dayStart = (now: number) => Math.floor((now + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS;

/** @returns the sum of the day, this amount included */
async function add(counter: string, username: string, amount: number, now: number): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `INSERT INTO rate_counter AS c (key, window_start, count) VALUES ($1, $2, $3)
     ON CONFLICT (key, window_start) DO UPDATE SET count = c.count + $3 RETURNING c.count`,
    [`upload:${counter}:${username}`, new Date(dayStart(now)), amount],
  );
  return rows[0]?.count ?? 0;
}

function requireRoom(used: number, limit: number, now: number): void {
  if (used <= Math.ceil(limit * config().rateLimitScale)) return;
  const waitSec = Math.ceil((dayStart(now) + DAY_MS - now) / 1000);
  throw new AppError('rate_limited', {
    messageKey: 'uploadQuota',
    params: { files: FILES_A_DAY, megabytes: MEGABYTES_A_DAY },
    headers: { 'Retry-After': String(waitSec) },
  });
}

/** Counts a file that is about to come. @throws rate_limited `uploadQuota` until the day ends */
export async function takeUpload(username: string, now = Date.now()): Promise<void> {
  requireRoom(await add('files', username, 1, now), FILES_A_DAY, now);
  requireRoom(await add('kilobytes', username, 0, now), MEGABYTES_A_DAY * BYTES_A_KB, now);
}

/** Counts the bytes of a file that came. @throws rate_limited `uploadQuota` when they are too many: it is not kept */
export async function takeUploadBytes(username: string, bytes: number, now = Date.now()): Promise<void> {
  requireRoom(await add('kilobytes', username, Math.ceil(bytes / BYTES_A_KB), now), MEGABYTES_A_DAY * BYTES_A_KB, now);
}
