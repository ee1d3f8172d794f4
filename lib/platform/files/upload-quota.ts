import { config } from '@/lib/config';
import { addToday, secondsLeft } from '@/lib/platform/db/day-counter';
import { AppError } from '@/lib/platform/contract/errors';

/**
 * How much one user may upload on one day of Asia/Shanghai (api.md §1.9). Failed attempts count, because their bytes
 * arrived.
 */

export const FILES_A_DAY = 100;
export const MEGABYTES_A_DAY = 300;

const BYTES_A_KB = 1024;

const add = (counter: string, username: string, amount: number, now: number) =>
  addToday(`upload:${counter}:${username}`, amount, now);

function requireRoom(used: number, limit: number, now: number): void {
  if (used <= Math.ceil(limit * config().rateLimitScale)) return;
  throw new AppError('rate_limited', {
    messageKey: 'uploadQuota',
    params: { files: FILES_A_DAY, megabytes: MEGABYTES_A_DAY },
    headers: { 'Retry-After': String(secondsLeft(now)) },
  });
}

/** Counts a file before it arrives. @throws rate_limited `uploadQuota` until the day ends */
export async function takeUpload(username: string, now = Date.now()): Promise<void> {
  requireRoom(await add('files', username, 1, now), FILES_A_DAY, now);
  requireRoom(await add('kilobytes', username, 0, now), MEGABYTES_A_DAY * BYTES_A_KB, now);
}

/**
 * Counts the bytes of an arrived file. @throws rate_limited `uploadQuota` when the limit is exceeded; the file is not
 * stored
 */
export async function takeUploadBytes(username: string, bytes: number, now = Date.now()): Promise<void> {
  requireRoom(await add('kilobytes', username, Math.ceil(bytes / BYTES_A_KB), now), MEGABYTES_A_DAY * BYTES_A_KB, now);
}
