import type { LiveEntry, LiveStatus } from './live-message';
import { newestAt, readBoolean, readText, readTime } from './values';

/**
 * How old the data of a unit may be to count as current (readings 242, 262). Pages, tiles, lists and home all call this
 * function. Pure.
 */

/** Boxes send all values every 5 minutes. A box that is silent for twice as long counts as silent, ms. */
export const LIVE_MS = 600_000;

/**
 * Did anything arrive from the unit within 10 minutes? Whether the unit is connected is another question.
 * @param lastDataAt when something last arrived, epoch ms; null, undefined: unknown, so that the link alone decides
 * @param now epoch ms of the same clock
 */
export const isLive = (lastDataAt: number | null | undefined, now: number): boolean =>
  lastDataAt === null || lastDataAt === undefined || now - lastDataAt < LIVE_MS;

/**
 * When something last arrived from the unit, according to its live values: epoch ms of the server; undefined when they
 * do not say.
 */
export const lastDataAt = (live: LiveStatus): number | undefined => readTime(live.lastdata?.at);

/**
 * Label of the last known floor, where a trouble that began then is: of a box that had been silent for long, or without
 * its controller, nobody knows where the car has gone since (readings 286).
 * @param status the row of the unit; a row that says nothing of when data arrived is as old as its newest value
 * @param since when it began, epoch ms
 */
export function lastFloor(
  status: { readonly live: unknown; readonly lastDataAt: Date | null } | null,
  since: number,
): string | undefined {
  const live = (status?.live ?? {}) as LiveStatus;
  const cutAt = readBoolean(live.connected) === false ? readTime(live.connected?.at) : undefined;
  const isHeard = isLive(status?.lastDataAt?.getTime() ?? newestAt(live), since);
  return isHeard && isLive(cutAt, since) ? readText(live.position) : undefined;
}

/**
 * The live entry that says so (api.md §3.4): `at` is when data arrived, `value` is when the newest of the box's values
 * was measured. A box that repeats its values changes none of them, but is still heard.
 */
export const lastDataEntry = (receivedAt: number, measuredAt: number): LiveEntry<number> => ({
  value: measuredAt,
  at: receivedAt,
});
