import { createHash } from 'node:crypto';

/** `npm run test:full`: whole cross products instead of a seeded few of them. */
export const isFull = process.env.TEST_FULL === '1';

/**
 * A few of many, other ones for each seed and the same at every run; all of them in a full run.
 * @param seed what they are tried on, so that over all of it every value has its turn
 */
export function few<T>(items: readonly T[], count: number, seed: string): readonly T[] {
  if (isFull) return items;
  const rank = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return items
    .map((item, index) => ({ item, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}
