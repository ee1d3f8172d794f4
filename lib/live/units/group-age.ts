import type { LiveEntry } from './live-message';
import { readTime } from './values';

const SECOND_MS = 1000;

/** The second in which something was measured. */
export const secondOf = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;

/**
 * When the values of a group were measured, if one time can stand for all: the second that at least two of them, and at
 * least half, share; of two such seconds the newer one. Values of another second show their own age (readings 145).
 * Pure.
 * @returns epoch ms
 */
export function groupAge(entries: readonly (LiveEntry | undefined)[]): number | undefined {
  const moments = entries.flatMap((entry) => readTime(entry?.at) ?? []);
  const counts = new Map<number, number>();
  for (const at of moments) counts.set(secondOf(at), (counts.get(secondOf(at)) ?? 0) + 1);
  let best: { second: number; count: number } | undefined;
  for (const [second, count] of counts) {
    if (count < 2 || count * 2 < moments.length) continue;
    if (!best || count > best.count || (count === best.count && second > best.second)) best = { second, count };
  }
  return best?.second;
}
