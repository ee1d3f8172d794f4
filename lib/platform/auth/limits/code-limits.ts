import { createHash } from 'node:crypto';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { AppError } from '@/lib/platform/contract/errors';
import { addressKey, rateRefusal } from './rate-limits';
import { lockTimes, noteTime, returnTime, waitOf } from './sliding-limits';
import type { Limit, LimitTransaction } from './sliding-limits';

/**
 * How often verification codes may be asked for (api.md §1.9): 1 in 60 s, 5 an hour, 10 a day for a phone, 30 an hour for
 * an address; sliding windows, kept in PostgreSQL because several processes must not multiply them.
 *
 * What a visitor asks for has a count of its own, known or not, and the messages that really leave to a phone have
 * another: if asking by a user name counted for its phone, the phone would tell to whom it belongs.
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

// Hashed: the table holds no phones and no names that were merely typed.
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

/** Counts a request for what was typed, whether anybody has it or not. @throws rate_limited */
export function takeAsked(
  sql: LimitTransaction,
  asked: { phone: string } | { name: string },
  now: number,
): Promise<void> {
  const key = 'phone' in asked ? keyOf('phone', asked.phone) : keyOf('name', asked.name);
  return take(sql, key, [interval, ...caps()], now);
}

/** Counts a request of somebody signed in, to whatever phone: nobody's account is a means to send messages to strangers. @throws rate_limited */
export function takeAccount(sql: LimitTransaction, username: string, now: number): Promise<void> {
  return take(sql, keyOf('account', username), caps(), now);
}

/**
 * Counts a message to a phone. Within 60 s of the last one it waits for its turn instead of being refused.
 * @returns when it may leave, epoch ms; null when the hour or the day is spent
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
 * Counts a try of a code by who asked for it.
 * @returns takes the try back; null when so many are spent
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
