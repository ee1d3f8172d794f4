import type { StatusKind } from '@/components/kit/ui/status';
import { ERROR_STATUS, ONLINE_STATUS, type DisplayType } from '@/lib/live/units/value-sets';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Observed {
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus?: number;
}

/**
 * The one state a list shows of a unit. Trapped people stand over everything; a unit that cannot be heard shows that before
 * a fault it had earlier.
 */
export function unitStatus({ onlineStatus, errorStatus, entrapmentStatus }: Observed): StatusKind {
  if (entrapmentStatus === 1) return 'trapped';
  if (onlineStatus === ONLINE_STATUS.notInstalled) return 'notInstalled';
  if (onlineStatus === ONLINE_STATUS.disconnected) return 'disconnected';
  if (onlineStatus !== ONLINE_STATUS.online) return 'offline';
  return errorStatus === ERROR_STATUS.faulty ? 'fault' : 'online';
}

const LIVE_PAGE: Readonly<Partial<Record<DisplayType, string>>> = { EV: 'elevator', ES: 'escalator', WW: 'sidewalk' };

/** Link to the live page of a unit; undefined while that kind has none, or the holder may not open it. */
export function liveHref(holder: Holder, displayType: DisplayType, equipmentNo: string): string | undefined {
  const key = LIVE_PAGE[displayType];
  if (key === undefined) return undefined;
  const target = routeOf(key);
  return target.isBuilt && mayOpen(holder, target) ? hrefOf(key, { equipmentNo }) : undefined;
}
