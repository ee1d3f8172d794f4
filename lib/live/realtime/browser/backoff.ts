/** Pauses between attempts: they double from half a second to 30 s; each is between half and the whole of its value. */

const FIRST_MS = 500;
const MOST_MS = 30_000;

/**
 * @param attempt 0 for the first repetition @param random 0..1; without it all browsers would come back at once after a
 * restart
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(full * (0.5 + random / 2));
}
