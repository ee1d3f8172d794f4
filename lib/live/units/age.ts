import type { LiveEntry, LiveStatus } from './live-message';
import { readTime } from './values';

/** How old data of a unit may be to count as of now (readings 242, 262): the one function for pages, tiles, lists and home. Pure. */

/** Boxes send in full every 5 minutes; who is silent for twice as long is not heard, ms. */
export const LIVE_MS = 600_000;

/**
 * Did something come from the unit within 10 minutes? Whether it is connected is another question.
 * @param lastDataAt when something last came, epoch ms; null, undefined: nobody says, so that its link alone decides
 * @param now epoch ms, of the same clock
 */
export const isLive = (lastDataAt: number | null | undefined, now: number): boolean =>
  lastDataAt === null || lastDataAt === undefined || now - lastDataAt < LIVE_MS;

/** When something last came from the unit, as its live values tell: epoch ms of the server; undefined where they do not. */
export const lastDataAt = (live: LiveStatus): number | undefined => readTime(live.lastdata?.at);

/**
 * The live entry that tells it (api.md §3.4): `at` when it came, `value` when the newest of the box's values was measured.
 * A box that repeats its values changes none of them, and is heard nevertheless.
 */
export const lastDataEntry = (receivedAt: number, measuredAt: number): LiveEntry<number> => ({
  value: measuredAt,
  at: receivedAt,
});
