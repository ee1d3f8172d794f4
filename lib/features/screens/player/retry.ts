/** How long a screen waits before it tries again (api.md §2.26). Pure. */

const FIRST_MS = 1000;
const MOST_MS = 30_000;

/**
 * Doubles up to half a minute; a half of it is chance, so that the screens of a site do not come all at once.
 * @param failures in a row, from 1 on
 */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return whole / 2 + (random() * whole) / 2;
}
