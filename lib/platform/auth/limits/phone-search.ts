import { createHash } from 'node:crypto';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { rateRefusal } from './rate-limits';
import { lockTimes, noteTime, waitOf } from './sliding-limits';

/**
 * Searching for phone numbers (api.md §1.6 Phones, readings 117): never by more of a number than the caller may see. A
 * caller who sees `138****5678` finds it by the last four digits; by the whole number 20 times an hour, with an audit
 * line.
 */

const HOUR_MS = 3600_000;
const WHOLE_AN_HOUR = 20;
const LOCK_WAIT = { maxWait: 10_000, timeout: 10_000 };

/** How a number is compared with the typed text. */
export interface PhoneMatch {
  readonly how: 'part' | 'end' | 'whole';
  readonly digits: string;
}

/** @throws rate_limited */
async function takeWhole(username: string, now: number): Promise<void> {
  const key = `phone-search:${createHash('sha256').update(username).digest('base64url')}`;
  await db().$transaction(async (sql) => {
    const wait = waitOf(
      (await lockTimes(sql, [key], now - HOUR_MS))(key),
      [{ count: Math.ceil(WHOLE_AN_HOUR * config().rateLimitScale), windowMs: HOUR_MS }],
      now,
    );
    if (wait > 0) throw rateRefusal(wait, 'phoneSearches');
    await noteTime(sql, [key], now);
  }, LOCK_WAIT);
}

/**
 * What a keyword may find among phone numbers. Call it once per request: a whole number counts, and is audited.
 * @param isShown the caller sees these numbers whole
 * @returns null: nothing
 * @throws rate_limited beyond 20 whole numbers an hour
 */
export async function phoneMatch(
  actor: Pick<Actor, 'username'>,
  keyword: string,
  { isShown }: { readonly isShown: boolean },
  now = Date.now(),
): Promise<PhoneMatch | null> {
  if (!/^\d+$/.test(keyword)) return null;
  if (isShown) return { how: PHONE.test(keyword) ? 'whole' : 'part', digits: keyword };
  if (keyword.length === 4) return { how: 'end', digits: keyword };
  if (!PHONE.test(keyword)) return null;
  await takeWhole(actor.username, now);
  noteChange(null, { phoneSearch: keyword });
  return { how: 'whole', digits: keyword };
}

/** The match as a condition on a column. */
export function phoneCondition({
  how,
  digits,
}: PhoneMatch): { contains: string } | { endsWith: string } | { equals: string } {
  return how === 'part' ? containsText(digits) : how === 'end' ? { endsWith: digits } : { equals: digits };
}

/** The match as a condition on a text inside a JSON column. */
export function phoneInJson(
  { how, digits }: PhoneMatch,
  path: string[],
):
  | { path: string[]; string_contains: string }
  | { path: string[]; string_ends_with: string }
  | { path: string[]; equals: string } {
  return how === 'part'
    ? { path, string_contains: digits }
    : how === 'end'
      ? { path, string_ends_with: digits }
      : { path, equals: digits };
}
