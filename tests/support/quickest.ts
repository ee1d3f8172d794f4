/** How often something is tried before it counts as slow. */
const TRIES = 3;

/**
 * Milliseconds of the quickest of a few tries; the first that is quick enough ends them. For what has to come by itself and
 * not by the next round of a clock: a busy machine may take long over one try, not over all of them.
 * @param attempt does it once more and says how long it took
 */
export async function quickest(enoughMs: number, attempt: (tried: number) => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tried = 0; tried < TRIES && best >= enoughMs; tried += 1) best = Math.min(best, await attempt(tried));
  return best;
}
