import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '@/lib/config';
import { pool } from '@/lib/db/client';
import { AppError } from '@/lib/sms/errors';

/**
 * Limits of api.md §1.9. General calls are counted in the memory of each process, which is exact enough for them and
 * costs nothing; failed sign-ins are counted in PostgreSQL, because several processes must not multiply the guesses.
 */

const MINUTE = 60;
const CALLS_A_USER = 600;
const CALLS_AN_ADDRESS = 120;
const REFRESHES_A_SESSION = 30;
const TOKENS_A_PARTNER = 60;
const LOGS_AN_ADDRESS = 30;
const SIGN_IN_WINDOW_MS = 15 * 60_000;
const FAILURES_AN_ACCOUNT = 5;
const FAILURES_AN_ADDRESS = 50;
/** Old counters are removed by about one write in this many. */
const SWEEP_EVERY = 200;

const scaled = (points: number) => Math.ceil(points * config().rateLimitScale);

const limiters = new Map<string, RateLimiterMemory>();

function limiter(name: string, points: number): RateLimiterMemory {
  const key = `${name}:${scaled(points)}`;
  let found = limiters.get(key);
  if (!found) {
    found = new RateLimiterMemory({ keyPrefix: name, points: scaled(points), duration: MINUTE });
    limiters.set(key, found);
  }
  return found;
}

function refusal(waitMs: number, messageKey?: string): AppError {
  return new AppError('rate_limited', { messageKey, headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } });
}

async function consume(from: RateLimiterMemory, key: string): Promise<void> {
  try {
    await from.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw refusal(error.msBeforeNext);
    throw error;
  }
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 subscriber holds. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => parseInt(group, 16).toString(16));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Counts a call of a user, or of an address when nobody is signed in. @throws rate_limited with Retry-After */
export function takeCall({ ip, username }: { ip: string; username: string | null }): Promise<void> {
  return username === null ? consume(limiter('address', CALLS_AN_ADDRESS), addressKey(ip)) : consume(limiter('user', CALLS_A_USER), username);
}

/** Counts a token refresh of a session. @throws rate_limited */
export function takeRefresh(sessionId: string): Promise<void> {
  return consume(limiter('refresh', REFRESHES_A_SESSION), sessionId);
}

/** Counts a one-time token that a partner asks for. @throws rate_limited */
export function takePartnerToken(partnerId: string): Promise<void> {
  return consume(limiter('partner-token', TOKENS_A_PARTNER), partnerId);
}

/** Counts what a browser wants to have written into next-auth's log. @throws rate_limited */
export function takeClientLog(ip: string): Promise<void> {
  return consume(limiter('client-log', LOGS_AN_ADDRESS), addressKey(ip));
}

interface Window { start: Date; endsAt: number }

function signInWindow(now: number): Window {
  const start = Math.floor(now / SIGN_IN_WINDOW_MS) * SIGN_IN_WINDOW_MS;
  return { start: new Date(start), endsAt: start + SIGN_IN_WINDOW_MS };
}

// Hashed, so that the table holds no names that were merely typed, and any length fits.
const accountCounter = (account: string) => `signin:account:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`;
const addressCounter = (ip: string) => `signin:address:${addressKey(ip)}`;

async function add(key: string, by: 1 | -1, { start }: Window): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `INSERT INTO rate_counter AS c (key, window_start, count) VALUES ($1, $2, greatest($3, 0))
     ON CONFLICT (key, window_start) DO UPDATE SET count = greatest(c.count + $3, 0) RETURNING c.count`,
    [key, start, by],
  );
  if (Math.random() * SWEEP_EVERY < 1) await pool().query(`DELETE FROM rate_counter WHERE window_start < now() - interval '1 day'`);
  return rows[0]?.count ?? 0;
}

/** One try at a password: counted before the check, so that parallel guesses cannot slip past the limit. */
export interface SignInAttempt {
  /** The password was right: the account starts anew, the address gets the try back. */
  succeed(): Promise<void>;
  /** Neither right nor wrong (the call failed for another reason): both get the try back. */
  cancel(): Promise<void>;
}

/** Begins a try for an account name as typed, known or not. @throws rate_limited until the window ends */
export async function beginSignIn(account: string, ip: string, now = Date.now()): Promise<SignInAttempt> {
  const window = signInWindow(now);
  const [byAccount, byAddress] = [accountCounter(account), addressCounter(ip)];
  if ((await add(byAddress, 1, window)) > scaled(FAILURES_AN_ADDRESS)) throw refusal(window.endsAt - now, 'tooManySignIns');
  if ((await add(byAccount, 1, window)) > scaled(FAILURES_AN_ACCOUNT)) throw refusal(window.endsAt - now, 'tooManySignIns');
  return {
    succeed: async () => {
      await Promise.all([pool().query('DELETE FROM rate_counter WHERE key = $1', [byAccount]), add(byAddress, -1, window)]);
    },
    cancel: async () => {
      await Promise.all([add(byAccount, -1, window), add(byAddress, -1, window)]);
    },
  };
}

/** Has the account spent its tries? For accounts reached by another name than their own (a phone number). */
export async function isSignInLocked(username: string, now = Date.now()): Promise<boolean> {
  const { rows } = await pool().query<{ count: number }>('SELECT count FROM rate_counter WHERE key = $1 AND window_start = $2', [accountCounter(username), signInWindow(now).start]);
  return (rows[0]?.count ?? 0) >= scaled(FAILURES_AN_ACCOUNT);
}

/** Counts a wrong password against an account that was reached by another name. */
export async function noteSignInFailure(username: string, now = Date.now()): Promise<void> {
  await add(accountCounter(username), 1, signInWindow(now));
}

/** The account starts anew: its password was just set by who has its phone. */
export async function forgetSignInFailures(username: string): Promise<void> {
  await pool().query('DELETE FROM rate_counter WHERE key = $1', [accountCounter(username)]);
}

/** Forgets the counts of this process; tests call it. */
export function resetRateLimits(): void {
  limiters.clear();
}
