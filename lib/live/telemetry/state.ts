import { ERROR_STATUS, ONLINE_STATUS, type OnlineStatus } from '@/lib/live/units/value-sets';
import type { StoredEntry } from './merge';

/** Derived states of a unit (api.md §4.6, silent-screens.md F1). Pure; every time is a receive time, epoch ms. */

const HOUR_MS = 3_600_000;
/** Without accepted data for this long a unit is offline. */
export const OFFLINE_AFTER_MS = 72 * HOUR_MS;
/** The receive time of data is written at most this often, so a stored one may be older by as much. */
export const SAVE_SEEN_EVERY_MS = 60_000;
/** `connected` false for this long: the control cabinet counts as disconnected. */
export const DISCONNECTED_AFTER_MS = 5 * 60_000;
/** `connected` true for this long: it counts as connected again. */
export const RECONNECTED_AFTER_MS = 60_000;
/** When a box's clock is further off than this, its data is only a sign of life. */
export const CLOCK_OFF_MS = 24 * HOUR_MS;

export interface OnlineFacts {
  current: number;
  /** A box is mapped to the unit. */
  hasCube: boolean;
  lastDataAt: number | null;
  connected?: boolean;
  /** Since when `connected` has its value. */
  connectedSince?: number;
}

/**
 * The online status at a moment. Only accepted data makes an offline unit online again (`isData`), not the check of
 * each minute: a box with a wrong clock shows that it lives, not what the unit does.
 */
export function onlineStatusOf(facts: OnlineFacts, now: number, isData: boolean): OnlineStatus {
  const { current, hasCube, lastDataAt, connected, connectedSince = now } = facts;
  if (!hasCube) return ONLINE_STATUS.notInstalled;
  if (lastDataAt === null || now - lastDataAt >= OFFLINE_AFTER_MS) return ONLINE_STATUS.offline;
  if (!isData && (current === ONLINE_STATUS.offline || current === ONLINE_STATUS.notInstalled))
    return ONLINE_STATUS.offline;
  const heldMs = now - connectedSince;
  if (connected === false && heldMs >= DISCONNECTED_AFTER_MS) return ONLINE_STATUS.disconnected;
  if (current !== ONLINE_STATUS.disconnected || connected === undefined) return ONLINE_STATUS.online;
  return connected && heldMs >= RECONNECTED_AFTER_MS ? ONLINE_STATUS.online : ONLINE_STATUS.disconnected;
}

/**
 * 1 while errorstate is true or an error event is open, 2 while nobody can know, else 0. For a disconnected cabinet a
 * known error stays, but "no error" becomes unknown (readings 122).
 */
export function errorStatusOf(
  onlineStatus: number,
  errorstate: StoredEntry | undefined,
  hasOpenError: boolean,
): number {
  if (onlineStatus === ONLINE_STATUS.offline || onlineStatus === ONLINE_STATUS.notInstalled)
    return ERROR_STATUS.unknown;
  if (errorstate?.value === true || hasOpenError) return ERROR_STATUS.faulty;
  return onlineStatus === ONLINE_STATUS.disconnected ? ERROR_STATUS.unknown : ERROR_STATUS.normal;
}

export interface LinkState {
  state: 'online' | 'offline';
  session: string | null;
  /** Epoch ms; null before the first connect. */
  stateAt: number | null;
}

/** The link state after a connection message; undefined when the message does not count (api.md §4.5). */
export function mergeConnection(
  link: LinkState,
  message: { state: 'online' | 'offline'; session: string; at: number },
): LinkState | undefined {
  if (message.state === 'offline') {
    if (message.session !== link.session || link.state === 'offline') return undefined;
    return { state: 'offline', session: link.session, stateAt: message.at };
  }
  if (message.session === link.session && link.stateAt !== null && message.at <= link.stateAt) return undefined;
  return { state: 'online', session: message.session, stateAt: message.at };
}

/**
 * The display floor of a physical floor. The mapping arrives as an object or as JSON text with physical floors as keys.
 */
export function displayFloor(floorMapping: unknown, physicalFloor: number): string | undefined {
  let mapping = floorMapping;
  if (typeof mapping === 'string') {
    try {
      mapping = JSON.parse(mapping) as unknown;
    } catch {
      return undefined;
    }
  }
  if (typeof mapping !== 'object' || mapping === null || !Object.hasOwn(mapping, String(physicalFloor)))
    return undefined;
  const name = (mapping as Record<string, unknown>)[String(physicalFloor)];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
