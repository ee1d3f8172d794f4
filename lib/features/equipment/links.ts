import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { livePageOf } from '@/lib/live/units/live-page';
import type { DisplayType } from '@/lib/live/units/value-sets';

/** Links to the pages of one unit; undefined while a page does not exist or the holder may not open it (readings 61). */

function findHref(holder: Holder, key: string | undefined, equipmentNo: string): string | undefined {
  if (key === undefined) return undefined;
  const target = routeOf(key);
  return target.isBuilt && mayOpen(holder, target) ? hrefOf(key, { equipmentNo }) : undefined;
}

/** The live page, chosen by type (doc2 §2.1). */
export function liveHref(holder: Holder, displayType: DisplayType, equipmentNo: string): string | undefined {
  return findHref(holder, livePageOf(displayType), equipmentNo);
}

/** The detail page. */
export function detailHref(holder: Holder, equipmentNo: string): string | undefined {
  return findHref(holder, 'equipmentDetail', equipmentNo);
}
