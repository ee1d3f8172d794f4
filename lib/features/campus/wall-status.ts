import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { LiveState } from '@/lib/live/realtime/browser/client-types';

/** Loading status of the wall (doc3 §4.1): 0 live, 1 loading, 2 disconnected, 3 no equipment configured, 4 no permission. */
export const WALL_STATUS = { live: 0, loading: 1, disconnected: 2, noEquipment: 3, noPermission: 4 } as const;
export type WallStatus = (typeof WALL_STATUS)[keyof typeof WALL_STATUS];

export interface WallStatusInput {
  readonly mayRead: boolean;
  /** Units on the wall; undefined until the page was answered. */
  readonly total: number | undefined;
  /** Nothing was chosen: the wall shows what needs care, which may be no unit at all (readings 124). */
  readonly isCare: boolean;
  /** The states of the page's units were read at least once. */
  readonly hasStatuses: boolean;
  /** A call without which nothing can be shown failed. */
  readonly hasFailed: boolean;
  readonly link: LiveState;
}

/**
 * The cover of the wall. A wall whose states are read stays visible, all of its units offline or not (readings 37); losing
 * the connection (60 s without data, three connect errors, a refused token) covers it.
 */
export function wallStatus({ mayRead, total, isCare, hasStatuses, hasFailed, link }: WallStatusInput): WallStatus {
  if (!mayRead) return WALL_STATUS.noPermission;
  if (total === 0 && !isCare) return WALL_STATUS.noEquipment;
  if (link === LIVE_STATE.disconnected || link === LIVE_STATE.denied || hasFailed) return WALL_STATUS.disconnected;
  return total === undefined || !hasStatuses ? WALL_STATUS.loading : WALL_STATUS.live;
}
