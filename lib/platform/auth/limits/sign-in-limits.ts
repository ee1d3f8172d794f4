import { createHash } from 'node:crypto';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { addressKey, rateRefusal } from './rate-limits';
import { forgetTimes, lockTimes, noteTime, readTimes, returnTime, waitOf } from './sliding-limits';
import type { Limit } from './sliding-limits';

/**
 * How many wrong attempts to sign in are allowed (api.md §1.9, readings 119). They are counted by target and origin
 * together, so that guessing cannot lock the owner out: five from one address; a browser that the account knows has
 * five of its own; for an account's password fifty an hour from everywhere, which stops only strangers. Names without
 * an account are counted in the same way.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOCK_WAIT = { maxWait: 10_000, timeout: 10_000 };

const scaled = (count: number) => Math.ceil(count * config().rateLimitScale);
const perPlace = (): Limit[] => [{ count: scaled(5), windowMs: 15 * MINUTE_MS }];
const perAddress = (): Limit[] => [{ count: scaled(50), windowMs: 15 * MINUTE_MS }];
const perHour = (): Limit[] => [{ count: scaled(50), windowMs: HOUR_MS }];

/** The target: a password of an account as typed, a code of a phone, the code of a ticket, a link or token. */
export type GuessKind = 'password' | 'code' | 'verify' | 'reset' | 'link';
export interface Guess {
  readonly kind: GuessKind;
  readonly of: string;
}
export interface SignInOrigin {
  readonly ip: string;
  /** The browser's mark, hashed, when the account knows it; null for strangers. */
  readonly device: string | null;
}

interface SignInLimitKeys {
  readonly place: string;
  readonly address: string;
  /** Only for passwords: a code is limited by its own attempts, and sign-in by code stays possible. */
  readonly everywhere: string | null;
  readonly device: string | null;
}

// Hashed, so that the table holds no names that were only typed, and any length fits.
const counter = (...parts: readonly string[]) =>
  `signin:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

function keysOf({ kind, of }: Guess, { ip, device }: SignInOrigin): SignInLimitKeys {
  const [what, address] = [of.toLowerCase(), addressKey(ip)];
  return {
    place: counter('place', kind, what, address),
    address: counter('address', address),
    everywhere: kind === 'password' ? counter('everywhere', kind, what) : null,
    device: device === null ? null : counter('device', kind, what, device),
  };
}

const allOf = ({ place, address, everywhere, device }: SignInLimitKeys): string[] => [
  place,
  address,
  ...(everywhere === null ? [] : [everywhere]),
  ...(device === null ? [] : [device]),
];

/** The counts that can stop an attempt. A known browser has only its own. */
function stopsOf({ place, address, everywhere, device }: SignInLimitKeys): [string, Limit[]][] {
  if (device !== null) return [[device, perPlace()]];
  return [
    [place, perPlace()],
    [address, perAddress()],
    ...(everywhere === null ? [] : [[everywhere, perHour()] satisfies [string, Limit[]]]),
  ];
}

const waitFor = (keys: SignInLimitKeys, timesOf: (key: string) => number[], now: number) =>
  Math.max(...stopsOf(keys).map(([key, limits]) => waitOf(timesOf(key), limits, now)));

/** One attempt: counted before the check, so that parallel guesses cannot pass the limit. */
export interface SignInAttempt {
  /** It was right: the count of its origin is cleared, the wider counts get the attempt back. */
  succeed(): Promise<void>;
  /** Neither right nor wrong (the call failed for another reason): all counts get the attempt back. */
  cancel(): Promise<void>;
}

/**
 * Starts an attempt, whether the target exists or not. A refused one is not counted. @throws rate_limited with
 * Retry-After
 */
export async function beginSignIn(guess: Guess, origin: SignInOrigin, now = Date.now()): Promise<SignInAttempt> {
  const keys = keysOf(guess, origin);
  await db().$transaction(async (sql) => {
    const wait = waitFor(keys, await lockTimes(sql, allOf(keys), now - HOUR_MS), now);
    if (wait > 0) throw rateRefusal(wait, 'tooManySignIns');
    await noteTime(sql, allOf(keys), now);
  }, LOCK_WAIT);
  const own = keys.device ?? keys.place;
  return {
    succeed: async () => {
      await returnTime(
        db(),
        allOf(keys).filter((key) => key !== own),
        now,
      );
      await forgetTimes(db(), [own]);
    },
    cancel: () => returnTime(db(), allOf(keys), now),
  };
}

const passwordOf = (username: string): Guess => ({ kind: 'password', of: username });

/** Only the counts of an account's password: its address was counted by the typed name. */
const accountKeys = (keys: SignInLimitKeys) => allOf(keys).filter((key) => key !== keys.address);

/** Is the limit for an account's password reached? For accounts that were found by another name (a phone number). */
export async function isSignInLocked(username: string, origin: SignInOrigin, now = Date.now()): Promise<boolean> {
  const keys = keysOf(passwordOf(username), origin);
  return waitFor(keys, await readTimes(db(), accountKeys(keys), now - HOUR_MS), now) > 0;
}

/** Counts a wrong password for an account that was found by another name. */
export async function noteSignInFailure(username: string, origin: SignInOrigin, now = Date.now()): Promise<void> {
  await noteTime(db(), accountKeys(keysOf(passwordOf(username), origin)), now);
}

/**
 * Clears the account's counts: its password was just set by the holder of its phone, and earlier guesses were about
 * another password.
 */
export async function forgetSignInFailures(username: string, origin: SignInOrigin): Promise<void> {
  await forgetTimes(db(), accountKeys(keysOf(passwordOf(username), origin)));
}
