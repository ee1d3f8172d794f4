import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';

/** Exports of a user: 10 a minute, 2 at once (api.md §1.9), counted in each process as general calls are. */

const A_MINUTE = 10;
const AT_ONCE = 2;

const running = new Map<string, number>();
let limiter: { points: number; counter: RateLimiterMemory } | undefined;

function counter(): RateLimiterMemory {
  const points = Math.ceil(A_MINUTE * config().rateLimitScale);
  if (limiter?.points !== points)
    limiter = { points, counter: new RateLimiterMemory({ keyPrefix: 'export', points, duration: 60 }) };
  return limiter.counter;
}

const refusal = (waitSec: number) =>
  new AppError('rate_limited', { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitSec))) } });

/**
 * Begins an export of a user.
 * @returns the function that ends it; calling it twice is harmless
 * @throws rate_limited with Retry-After
 */
export async function beginExport(username: string): Promise<() => void> {
  if ((running.get(username) ?? 0) >= AT_ONCE) throw refusal(5);
  // Counted before anything is awaited, so that parallel calls cannot pass each other.
  running.set(username, (running.get(username) ?? 0) + 1);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(username) ?? 1) - 1;
    if (left > 0) running.set(username, left);
    else running.delete(username);
  };
  try {
    await counter().consume(username);
    return end;
  } catch (error) {
    end();
    throw error instanceof RateLimiterRes ? refusal(error.msBeforeNext / 1000) : error;
  }
}

/** Clears the counts of this process, for tests. */
export function resetExportLimits(): void {
  running.clear();
  limiter = undefined;
}
