import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';

/** Which of two entries of one key is newer. The server's merging and the browser's store use the same rule. */

/** Our own server decides these, no box measures them: their order is the order of arrival. */
const SERVER_KEYS: ReadonlySet<string> = new Set(['onlinestatus', 'connection', 'lastdata']);

/**
 * Does a value of time `at`, which arrived later, replace one of time `heldAt`? Measurements compare by `at` (api.md
 * §4.5).
 */
export function isNewerThan(key: string, at: number, heldAt: number | undefined): boolean {
  return heldAt === undefined || SERVER_KEYS.has(key) || at >= heldAt;
}

export function isNewer(key: string, next: LiveEntry, held: LiveEntry | undefined): boolean {
  return isNewerThan(key, next.at, held?.at);
}

/** Merges later entries into `target`, key by key. */
export function mergeStatus(target: LiveStatus, later: LiveStatus): void {
  for (const [key, entry] of Object.entries(later)) {
    if (isNewer(key, entry, target[key])) target[key] = entry;
  }
}
