import { isLive, lastDataAt } from './age';
import { ERROR_STATUS, ONLINE_STATUS } from './value-sets';
import { saysTrapped } from './entrapment';
import type { LiveEntry, LiveStatus } from './live-message';
import { newestAt, readBoolean, readNumber, readTime } from './values';

/** The condition of a unit now, from the status call and its live values. Every page, tile and wall uses it. Pure. */

/** The status of one unit as the batch call answers it. */
export interface StatusCall {
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
  /** Data arrived within 10 minutes (readings 242); absent: unknown. */
  readonly isLive?: boolean;
}

/** How the unit is connected. Only for `online` are values shown. */
export type UnitLink = 'online' | 'offline' | 'disconnected' | 'notInstalled';

export interface UnitCondition {
  /** 0, 1, 3, 4; undefined before the first answer. */
  readonly onlineStatus: number | undefined;
  readonly link: UnitLink;
  readonly hasError: boolean;
  readonly isTrapped: boolean;
  /** The unit is online, but the box lost its link or is silent: the values are older ones. */
  readonly isHeld: boolean;
  /** Online and linked, but no data for 10 minutes (readings 242): the present state is unknown. */
  readonly isOld: boolean;
  /**
   * Online, the box linked and heard within 10 minutes, the stream alive. Only then are the values current, and only
   * then may anything be called well (readings 122).
   */
  readonly isFresh: boolean;
}

const LINKS: Readonly<Record<number, UnitLink>> = {
  [ONLINE_STATUS.online]: 'online',
  [ONLINE_STATUS.disconnected]: 'disconnected',
  [ONLINE_STATUS.notInstalled]: 'notInstalled',
};

/** 1 is online; every other value is not (readings 34). */
export function linkOf(onlineStatus: number | undefined): UnitLink {
  return (onlineStatus === undefined ? undefined : LINKS[onlineStatus]) ?? 'offline';
}

/** Has the box of the unit lost its link? @param connection the live entry `connection` */
export const isLinkLost = (connection: LiveEntry | undefined): boolean => connection?.value === 'offline';

/**
 * Joins the status call with the live values. While the stream is alive, its online status is the newer one; without a
 * stream the call decides. A fault or a trapped person counts as soon as one of the two sources reports it, so neither
 * can hide it.
 * @param now epoch ms of the server; absent: the values are judged at their own moment
 */
export function conditionOf(
  call: StatusCall | undefined,
  live: LiveStatus,
  isStreaming: boolean,
  now?: number,
): UnitCondition {
  const onlineStatus = (isStreaming ? readNumber(live.onlinestatus) : undefined) ?? call?.onlineStatus;
  const link = linkOf(onlineStatus);
  const isLost = isLinkLost(live.connection);
  const heardAt = isStreaming && now !== undefined ? lastDataAt(live) : undefined;
  const isSilent = heardAt === undefined || now === undefined ? call?.isLive === false : !isLive(heardAt, now);
  const isHeld = link === 'online' && (isLost || isSilent);
  return {
    onlineStatus,
    link,
    isHeld,
    isOld: isHeld && !isLost,
    isFresh: isStreaming && link === 'online' && !isHeld,
    hasError: call?.errorStatus === ERROR_STATUS.faulty || readBoolean(live.errorstate) === true,
    isTrapped: call?.entrapmentStatus === 1 || saysTrapped(live.entrapment, live.alarm),
  };
}

/**
 * Does the unit count as online although no data arrived for 10 minutes (readings 242)? Decided by the status call
 * alone.
 */
export const isSilent = ({ onlineStatus, isLive: isHeard }: Pick<StatusCall, 'onlineStatus' | 'isLive'>): boolean =>
  onlineStatus === ONLINE_STATUS.online && isHeard === false;

/** The one state by which a list, a tile or a panel describes a unit. */
export type UnitState = 'trapped' | 'fault' | UnitLink | 'unknown';
/** All states, the most serious first. */
export const UNIT_STATES = [
  'trapped',
  'fault',
  'online',
  'unknown',
  'disconnected',
  'offline',
  'notInstalled',
] as const satisfies readonly UnitState[];

/**
 * The most serious state that holds: trapped persons, then a fault, then the connection. A known fault of a unit whose
 * cabinet is disconnected stays a fault (readings 122), so that a count of faults agrees with the list behind it. A
 * unit that counts as online but is silent is unknown (readings 242).
 */
export function unitState({
  isTrapped,
  hasError,
  link,
  isOld,
}: Pick<UnitCondition, 'isTrapped' | 'hasError' | 'link' | 'isOld'>): UnitState {
  return isTrapped ? 'trapped' : hasError ? 'fault' : isOld ? 'unknown' : link;
}

/** The same from the status call alone. */
export const calledState = (call: Omit<StatusCall, 'entrapmentStatus'> & Partial<StatusCall>): UnitState =>
  unitState(conditionOf({ entrapmentStatus: 0, ...call }, {}, false));

/** Since when persons are trapped, epoch ms; undefined while nobody is trapped, or when the box gave no time. */
export const trappedSince = (live: LiveStatus): number | undefined =>
  readBoolean(live.entrapment) === true ? readTime(live.entrapment?.at) : undefined;

/** Is a technician at the unit? Known only of a unit that is online. */
export const hasTechnician = ({ link }: Pick<UnitCondition, 'link'>, live: LiveStatus): boolean =>
  link === 'online' && readBoolean(live.technicianonsite) === true;

/**
 * Since when the unit's state lasts: since persons are trapped, since a silent unit last sent data, or, for a unit that
 * is not heard, since its newest value was measured.
 */
export function lastingSince({ isTrapped, isHeld, isOld, link }: UnitCondition, live: LiveStatus): number | undefined {
  if (isTrapped) return trappedSince(live);
  if (isOld) return lastDataAt(live);
  return isHeld || link !== 'online' ? newestAt(live) : undefined;
}
