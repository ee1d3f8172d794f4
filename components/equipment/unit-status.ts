import type { StatusKind } from '@/components/kit/ui/status';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';

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
