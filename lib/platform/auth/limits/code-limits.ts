import { createHash } from 'node:crypto';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { AppError } from '@/lib/platform/contract/errors';
import { addressKey, rateRefusal } from './rate-limits';
import { lockTimes, noteTime, returnTime, waitOf } from './sliding-limits';
import type { Limit, LimitTransaction } from './sliding-limits';

/**
 * How often verification codes may be requested (api.md §1.9): 1 in 60 s, 5 an hour, 10 a day for a phone, 30 an hour
 * for an address; sliding windows, stored in PostgreSQL because several processes must not multiply them.
 *
 * The typed name or phone has a count of its own, whether it exists or not, and the messages sent to a phone have
 * another. If a request by user name counted for its phone, the phone's limit would show to whom it belongs.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const CODE_INTERVAL_MS = MINUTE_MS;

const scaled = (count: number) => Math.ceil(count * config().rateLimitScale);
const caps = (): Limit[] => [
  { count: scaled(5), windowMs: HOUR_MS },
  { count: scaled(10), windowMs: DAY_MS },
];
const interval: Limit = { count: 1, windowMs: CODE_INTERVAL_MS };

export function codeTooSoon(waitMs: number): AppError {
  return rateRefusal(waitMs, 'codeTooSoon');
}

// Hashed: the table must not hold phones and names that were only typed.
const keyOf = (kind: 'address' | 'phone' | 'name' | 'account' | 'sent' | 'asked', value: string) =>
  `code:${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`;

const timesOf = async (sql: LimitTransaction, key: string, now: number) =>
  (await lockTimes(sql, [key], now - DAY_MS))(key);

async function take(sql: LimitTransaction, key: string, limits: readonly Limit[], now: number): Promise<void> {
  const wait = waitOf(await timesOf(sql, key, now), limits, now);
  if (wait > 0) throw codeTooSoon(wait);
  await noteTime(sql, [key], now);
}

/** Counts a request of an address. @throws rate_limited */
export function takeAddress(sql: LimitTransaction, ip: string, now: number): Promise<void> {
  return take(sql, keyOf('address', addressKey(ip)), [{ count: scaled(30), windowMs: HOUR_MS }], now);
}

/** Counts a request for the typed name or phone, whether an account has it or not. @throws rate_limited */
export function takeAsked(
  sql: LimitTransaction,
  asked: { phone: string } | { name: string },
  now: number,
): Promise<void> {
  const key = 'phone' in asked ? keyOf('phone', asked.phone) : keyOf('name', asked.name);
  return take(sql, key, [interval, ...caps()], now);
}

/**
 * Counts a request of a signed-in user, to any phone: no account may send messages to strangers without limit. @throws
 * rate_limited
 */
export function takeAccount(sql: LimitTransaction, username: string, now: number): Promise<void> {
  return take(sql, keyOf('account', username), caps(), now);
}

/**
 * Counts a message to a phone. Within 60 s of the last one it waits instead of being refused.
 * @returns when it may be sent, epoch ms; null when the limit of the hour or day is reached
 */
export async function takeSending(sql: LimitTransaction, phone: string, now: number): Promise<number | null> {
  const key = keyOf('sent', phone);
  const times = await timesOf(sql, key, now);
  if (waitOf(times, caps(), now) > 0) return null;
  const at = now + waitOf(times, [interval], now);
  await noteTime(sql, [key], at);
  return at;
}

/**
 * Counts an attempt with a code, by the caller who requested it.
 * @returns a function that takes the attempt back; null when the limit is reached
 */
export async function takeAskedTry(
  serialNo: string,
  count: number,
  now: number,
): Promise<(() => Promise<void>) | null> {
  const key = keyOf('asked', serialNo);
  const isTaken = await db().$transaction(async (sql) => {
    if (waitOf(await timesOf(sql, key, now), [{ count, windowMs: DAY_MS }], now) > 0) return false;
    await noteTime(sql, [key], now);
    return true;
  });
  return isTaken ? () => returnTime(db(), [key], now) : null;
}
