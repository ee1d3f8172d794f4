import { ERROR_STATUS, ONLINE_STATUS } from './value-sets';
import { saysTrapped } from './entrapment';
import type { LiveStatus } from './live-message';
import { readBoolean, readNumber } from './values';

/** What holds of a unit now, from the status call and its live values: for every page, tile and wall the same. Pure. */

/** Status call of one unit, as the batch answers it. */
export interface StatusCall {
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
}

/** How a unit is reached; `online` is the only one whose values are shown. */
export type Link = 'online' | 'offline' | 'disconnected' | 'notInstalled';

export interface Condition {
  /** 0, 1, 3, 4; undefined before the first answer. */
  readonly onlineStatus: number | undefined;
  readonly link: Link;
  readonly hasError: boolean;
  readonly isTrapped: boolean;
  /** Online, but the box lost its link: the values are those from before. */
  readonly isHeld: boolean;
  /** Online, the box linked, the stream alive: the values are of now, and only then may anything be called well (readings 122). */
  readonly isFresh: boolean;
}

const LINKS: Readonly<Record<number, Link>> = {
  [ONLINE_STATUS.online]: 'online',
  [ONLINE_STATUS.disconnected]: 'disconnected',
  [ONLINE_STATUS.notInstalled]: 'notInstalled',
};

/** 1 is online, everything else is not (readings 34). */
export function linkOf(onlineStatus: number | undefined): Link {
  return (onlineStatus === undefined ? undefined : LINKS[onlineStatus]) ?? 'offline';
}

/**
 * Joins the status call with the live values. While the stream is alive its online status is the newer one; without it the
 * call decides. A fault or a trapped person counts as soon as either source says so: neither hides what the other knows.
 */
export function conditionOf(call: StatusCall | undefined, live: LiveStatus, isStreaming: boolean): Condition {
  const onlineStatus = (isStreaming ? readNumber(live.onlinestatus) : undefined) ?? call?.onlineStatus;
  const link = linkOf(onlineStatus);
  const isHeld = link === 'online' && live.connection?.value === 'offline';
  return {
    onlineStatus,
    link,
    isHeld,
    isFresh: isStreaming && link === 'online' && !isHeld,
    hasError: call?.errorStatus === ERROR_STATUS.faulty || readBoolean(live.errorstate) === true,
    isTrapped: call?.entrapmentStatus === 1 || saysTrapped(live.entrapment, live.alarm),
  };
}
