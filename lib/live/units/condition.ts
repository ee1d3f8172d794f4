import { isLive, lastDataAt } from './age';
import { ERROR_STATUS, ONLINE_STATUS } from './value-sets';
import { saysTrapped } from './entrapment';
import type { LiveEntry, LiveStatus } from './live-message';
import { newestAt, readBoolean, readNumber, readTime } from './values';

/** What holds of a unit now, from the status call and its live values: for every page, tile and wall the same. Pure. */

/** Status call of one unit, as the batch answers it. */
export interface StatusCall {
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
  /** Something came within 10 minutes (readings 242); absent: nobody says. */
  readonly isLive?: boolean;
}

/** How a unit is reached; `online` is the only one whose values are shown. */
export type UnitLink = 'online' | 'offline' | 'disconnected' | 'notInstalled';

export interface UnitCondition {
  /** 0, 1, 3, 4; undefined before the first answer. */
  readonly onlineStatus: number | undefined;
  readonly link: UnitLink;
  readonly hasError: boolean;
  readonly isTrapped: boolean;
  /** Online, but the box lost its link or is silent: the values are those from before. */
  readonly isHeld: boolean;
  /** Online and linked, but nothing came for 10 minutes (readings 242): how it is now is not known. */
  readonly isOld: boolean;
  /** Online, the box linked and heard within 10 minutes, the stream alive: the values are of now, and only then may anything be called well (readings 122). */
  readonly isFresh: boolean;
}

const LINKS: Readonly<Record<number, UnitLink>> = {
  [ONLINE_STATUS.online]: 'online',
  [ONLINE_STATUS.disconnected]: 'disconnected',
  [ONLINE_STATUS.notInstalled]: 'notInstalled',
};

/** 1 is online, everything else is not (readings 34). */
export function linkOf(onlineStatus: number | undefined): UnitLink {
  return (onlineStatus === undefined ? undefined : LINKS[onlineStatus]) ?? 'offline';
}

/** Has the box of a unit lost its link? @param connection the live entry of that name */
export const isLinkLost = (connection: LiveEntry | undefined): boolean => connection?.value === 'offline';

/**
 * Joins the status call with the live values. While the stream is alive its online status is the newer one; without it the
 * call decides. A fault or a trapped person counts as soon as either source says so: neither hides what the other knows.
 * @param now epoch ms of the server; absent: of a moment whose values are of then
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

/** Does it count as online, though nothing came from it for 10 minutes (readings 242)? By what the status call alone says. */
export const isSilent = ({ onlineStatus, isLive: isHeard }: Pick<StatusCall, 'onlineStatus' | 'isLive'>): boolean =>
  onlineStatus === ONLINE_STATUS.online && isHeard === false;

/** The one state that a list, a tile or a panel names a unit by. */
export type UnitState = 'trapped' | 'fault' | UnitLink | 'unknown';
/** All of them; the gravest first. */
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
 * The gravest of what holds: trapped persons, then a fault, then how the unit is reached. A fault that is known of a unit
 * whose cabinet is disconnected stays one (readings 122), so a count of faults and the list behind it agree. One that counts
 * as online and is silent is unknown (readings 242).
 */
export function unitState({
  isTrapped,
  hasError,
  link,
  isOld,
}: Pick<UnitCondition, 'isTrapped' | 'hasError' | 'link' | 'isOld'>): UnitState {
  return isTrapped ? 'trapped' : hasError ? 'fault' : isOld ? 'unknown' : link;
}

/** The same of what the status call alone says. */
export const calledState = (call: Omit<StatusCall, 'entrapmentStatus'> & Partial<StatusCall>): UnitState =>
  unitState(conditionOf({ entrapmentStatus: 0, ...call }, {}, false));

/** Since when persons are trapped, epoch ms; undefined while nobody is, or the box did not say when. */
export const trappedSince = (live: LiveStatus): number | undefined =>
  readBoolean(live.entrapment) === true ? readTime(live.entrapment?.at) : undefined;

/** Is a technician at the unit? Said of a unit that is online only. */
export const hasTechnician = ({ link }: Pick<UnitCondition, 'link'>, live: LiveStatus): boolean =>
  link === 'online' && readBoolean(live.technicianonsite) === true;

/**
 * Since when its state lasts: since persons are trapped; since when a silent unit said nothing; else, of a unit that is not
 * heard now, when its newest value was measured.
 */
export function lastingSince({ isTrapped, isHeld, isOld, link }: UnitCondition, live: LiveStatus): number | undefined {
  if (isTrapped) return trappedSince(live);
  if (isOld) return lastDataAt(live);
  return isHeld || link !== 'online' ? newestAt(live) : undefined;
}
