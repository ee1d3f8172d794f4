import { saysTrapped } from '@/lib/realtime/entrapment';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/equipment/value-sets';
import type { LiveEntry, LiveStatus } from '@/lib/realtime/live-message';

/** What all kinds of tiles share (doc3 §4.3, §4.4; readings 34). Pure: no clock, no I/O, no words. */

/** Status call of one unit, as the batch answers it. */
export interface TileCall {
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
}

/** Why a tile shows nothing; `online` is the only one that shows values. */
export type Link = 'online' | 'offline' | 'disconnected' | 'notInstalled';

export interface TileCondition {
  readonly link: Link;
  readonly hasError: boolean;
  readonly isTrapped: boolean;
  /** Since when a person is trapped, a unit offline, a box silent: epoch ms, undefined when not known. */
  readonly since: number | undefined;
  /** The box lost its link: the values are those from before. */
  readonly isHeld: boolean;
  readonly hasTechnician: boolean;
}

/** Booleans may have travelled as text where a foreign back end sends them. */
export const flagOf = (entry: LiveEntry | undefined): boolean | undefined => {
  if (typeof entry?.value === 'boolean') return entry.value;
  return entry?.value === 'true' ? true : entry?.value === 'false' ? false : undefined;
};
export const numberOf = (entry: LiveEntry | undefined): number | undefined => {
  const value = typeof entry?.value === 'string' && entry.value.trim() !== '' ? Number(entry.value) : entry?.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
export const textOf = (entry: LiveEntry | undefined): string | undefined => {
  const value = entry?.value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const LINKS: Readonly<Record<number, Link>> = { [ONLINE_STATUS.online]: 'online', [ONLINE_STATUS.disconnected]: 'disconnected', [ONLINE_STATUS.notInstalled]: 'notInstalled' };

/**
 * Joins the status call with the live values. 1 is online, everything else is not (readings 34). While the stream is alive
 * its online status is the newer one. A fault or a trapped person counts as soon as either source says so.
 */
export function conditionOf(call: TileCall | undefined, live: LiveStatus, isStreaming: boolean): TileCondition {
  const onlineStatus = (isStreaming ? numberOf(live.onlinestatus) : undefined) ?? call?.onlineStatus ?? ONLINE_STATUS.offline;
  const link = LINKS[onlineStatus] ?? 'offline';
  const isTrapped = call?.entrapmentStatus === 1 || saysTrapped(live.entrapment, flagOf(live.entrapment) === true, live.alarm);
  const isHeld = link === 'online' && live.connection?.value === 'offline';
  const from = isTrapped ? (flagOf(live.entrapment) === true ? live.entrapment : undefined) : isHeld ? live.connection : link === 'online' ? undefined : live.onlinestatus;
  return {
    link, isTrapped, isHeld, since: from?.at,
    hasError: call?.errorStatus === ERROR_STATUS.faulty || flagOf(live.errorstate) === true,
    hasTechnician: link === 'online' && flagOf(live.technicianonsite) === true,
  };
}
