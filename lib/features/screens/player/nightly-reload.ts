import { startOfDay } from '@/lib/platform/i18n/shanghai';

/** A page that hangs for months is loaded anew once a night, and takes the build that is served then. Pure. */

const MINUTE_MS = 60_000;
const FROM_MS = 3 * 60 * MINUTE_MS;
const UNTIL_MS = 4 * 60 * MINUTE_MS;
/** The last screens have ten minutes in which the server may answer. */
const SPREAD_MS = 50 * MINUTE_MS;

/** A number of the text, spread over all 32 bits (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** When the screens of this number are loaded anew in the night of a moment. */
export const reloadMoment = (screenNo: string, now: number): number =>
  startOfDay(now) + FROM_MS + (hashOf(screenNo) % SPREAD_MS);

interface Page {
  readonly screenNo: string;
  /** When it was loaded, epoch ms by the server's clock as `now`. */
  readonly openedAt: number;
  readonly isTrapped: boolean;
}

/** Asked when the server has just answered: a page that cannot be loaded is worse than an old one. */
export function isReloadDue({ screenNo, openedAt, isTrapped }: Page, now: number): boolean {
  const moment = reloadMoment(screenNo, now);
  return !isTrapped && openedAt < moment && moment <= now && now < startOfDay(now) + UNTIL_MS;
}
