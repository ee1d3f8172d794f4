import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import { parseWallTime } from '@/lib/platform/i18n/format';

/** How long a message offers the live picture, ms. */
const OFFERED_MS = 10 * 60_000;

/** Open error and event messages of units with a camera offer the live picture for 10 minutes (doc3 §4.8). @param now the server's */
export function isLiveOffered(
  {
    subType,
    objectStatus,
    camera,
    notificationDate,
  }: Pick<ToastEvent, 'subType' | 'objectStatus' | 'camera' | 'notificationDate'>,
  now: number,
): boolean {
  const at = parseWallTime(notificationDate);
  return (
    (subType === 'error' || subType === 'event') &&
    objectStatus === 'true' &&
    camera === 1 &&
    at !== undefined &&
    now - at <= OFFERED_MS
  );
}
