import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { livePageOf } from '@/lib/live/units/live-page';
import type { DisplayType } from '@/lib/live/units/value-sets';

/** Links to the pages of one unit; undefined while a page does not exist or the holder may not open it (readings 61). */

function findHref(
  holder: Holder,
  key: string | undefined,
  equipmentNo: string,
  query: Record<string, string> = {},
): string | undefined {
  if (key === undefined) return undefined;
  const target = routeOf(key);
  return target.isBuilt && mayOpen(holder, target) ? hrefOf(key, { equipmentNo, ...query }) : undefined;
}

/** The live page, chosen by type (doc2 §2.1). */
export function liveHref(holder: Holder, displayType: DisplayType, equipmentNo: string): string | undefined {
  return findHref(holder, livePageOf(displayType), equipmentNo);
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * The live page of a moment (readings 75). Whoever sees dates without times has none, and only elevators can be replayed yet.
 * @param at a time as an answer shows it
 */
export function replayHref(
  holder: Holder,
  { equipmentNo, displayType, at }: { equipmentNo: string; displayType: DisplayType; at: string | null },
): string | undefined {
  if (displayType !== 'EV' || at === null || !MOMENT.test(at)) return undefined;
  return findHref(holder, livePageOf(displayType), equipmentNo, { at });
}

/** The detail page. */
export function detailHref(holder: Holder, equipmentNo: string): string | undefined {
  return findHref(holder, 'equipmentDetail', equipmentNo);
}
