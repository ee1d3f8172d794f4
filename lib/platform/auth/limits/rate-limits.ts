import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';

/**
 * Limits of api.md §1.9 that are counted in the memory of each process, which is exact enough for general calls and
 * costs nothing. Sign-ins, codes and searches for whole phone numbers are counted in PostgreSQL.
 */

const MINUTE = 60;
const CALLS_A_USER = 600;
const CALLS_AN_ADDRESS = 120;
const REFRESHES_A_SESSION = 30;
const TOKENS_A_PARTNER = 60;
const LOGS_AN_ADDRESS = 30;
const MESSAGES_A_USER = 10;
const MAILS_A_USER = 10;

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

/** 429 with the time of the next attempt. */
export function rateRefusal(waitMs: number, messageKey?: string): AppError {
  return new AppError('rate_limited', {
    messageKey,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

async function consume(from: RateLimiterMemory, key: string): Promise<void> {
  try {
    await from.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw rateRefusal(error.msBeforeNext);
    throw error;
  }
}

/** What counts as one address: an IPv4 address, or the /64 network of one IPv6 subscriber. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    parseInt(group, 16).toString(16),
  );
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Counts a call of a user, or of an address when nobody is signed in. @throws rate_limited with Retry-After */
export function takeCall({ ip, username }: { ip: string; username: string | null }): Promise<void> {
  return username === null
    ? consume(limiter('address', CALLS_AN_ADDRESS), addressKey(ip))
    : consume(limiter('user', CALLS_A_USER), username);
}

/** For calls that count only when they are refused: has the address any left? Counts nothing. @throws rate_limited */
export async function requireCallsLeft(ip: string): Promise<void> {
  const state = await limiter('address', CALLS_AN_ADDRESS).get(addressKey(ip));
  if (state && state.remainingPoints <= 0) throw rateRefusal(state.msBeforeNext);
}

/** Counts a token refresh of a session. @throws rate_limited */
export function takeRefresh(sessionId: string): Promise<void> {
  return consume(limiter('refresh', REFRESHES_A_SESSION), sessionId);
}

/** Counts a one-time token that a partner asks for. @throws rate_limited */
export function takePartnerToken(partnerId: string): Promise<void> {
  return consume(limiter('partner-token', TOKENS_A_PARTNER), partnerId);
}

/** Counts a text message that a user sends to others. @throws rate_limited */
export function takeMessages(username: string): Promise<void> {
  return consume(limiter('messages', MESSAGES_A_USER), username);
}

/** Counts an e-mail that a user has sent to somebody. @throws rate_limited */
export function takeReportMail(username: string): Promise<void> {
  return consume(limiter('report-mail', MAILS_A_USER), username);
}

/** Counts what a browser wants to write into next-auth's log. @throws rate_limited */
export function takeClientLog(ip: string): Promise<void> {
  return consume(limiter('client-log', LOGS_AN_ADDRESS), addressKey(ip));
}

/** Clears the counts of this process, for tests. */
export function resetRateLimits(): void {
  limiters.clear();
}
