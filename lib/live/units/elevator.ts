import { ONLINE_STATUS } from './value-sets';
import type { LiveEntry, LiveStatus } from './live-message';
import type { UnitCondition } from './condition';
import { frameCover } from './cover';
import type { FrameCover, LinkCover } from './cover';
import { shownMode } from './modes';
import { readBoolean, readText, readTime } from './values';

/** Rules of the live page of elevators (doc2 §2.5, §4.4, §9; api.md §3.4). Pure: no clock, no I/O, no texts. */

export const LOADS = ['Empty', 'Loaded', 'Full Load', 'Overload'] as const;
export const DOORS = ['Closed', 'Opened', 'Blocked', 'Closing', 'Opening', 'Locked', 'Stopped'] as const;
export const DRIVES = ['Standing', 'Moving'] as const;
export const INDOOR_ZONES = ['Between Floors', 'On Floor', 'true', 'false'] as const;

/** Error code of an earthquake (doc2 §4.4). */
const EARTHQUAKE = 52;

/** The value if it belongs to the set, else undefined. A value without a text of ours is shown as it arrived. */
export function memberOf<T extends string>(set: readonly T[], value: string | undefined): T | undefined {
  return set.find((member) => member === value);
}

/** Message key of a wire value: `Full Load` → `fullLoad`, `true` → `true`. */
export function wordKey(value: string): string {
  return value.charAt(0).toLowerCase() + value.slice(1).replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

export type RunIcon = 'fault' | 'running' | 'stopped' | 'unknown';

/**
 * Fault when online with an error, running when online in mode N, otherwise stopped (doc2 §4.4). A unit that is not
 * heard is unknown (readings 122).
 */
export function runIcon(
  { onlineStatus, hasError, isFresh }: Pick<UnitCondition, 'onlineStatus' | 'hasError' | 'isFresh'>,
  mode: string | undefined,
): RunIcon {
  if (onlineStatus !== ONLINE_STATUS.online) return 'unknown';
  if (hasError) return 'fault';
  if (!isFresh) return 'unknown';
  return mode === 'N' ? 'running' : 'stopped';
}

/** The covers of the elevator page: those of every page, and 5 for an entrapment. */
export type ElevatorCover = FrameCover | 5;

/** Offline first, then entrapment, then the stream (doc2 §4.4). */
export function coverOf(
  { onlineStatus, isTrapped }: Pick<UnitCondition, 'onlineStatus' | 'isTrapped'>,
  link: LinkCover,
): ElevatorCover {
  return frameCover(onlineStatus, link, { beforeLink: isTrapped ? 5 : undefined });
}

export type EventCode = 'CTP' | 'ETM' | 'ETQ' | 'ALM' | 'RNO';

/** An entry of the event list: a code that has a text, or the current mode. */
export interface LiveEvent {
  readonly kind: 'event' | 'mode';
  /** An EventCode, or the shown mode. */
  readonly code: string;
  /** Epoch ms; undefined when the source gives no time. */
  readonly at: number | undefined;
}

const OPEN_EARTHQUAKE = String(EARTHQUAKE);

/**
 * The event codes that hold, most severe first, then the current mode (doc2 §4.4). `openCodes` come from the fault
 * call, because an earthquake may be known only from an event. A mode that is not current is left out (readings 122).
 */
export function eventsOf(
  condition: Pick<UnitCondition, 'onlineStatus' | 'isTrapped' | 'isFresh'>,
  live: LiveStatus,
  openCodes: readonly { gbCode: string; at: string }[] = [],
): LiveEvent[] {
  const events: LiveEvent[] = [];
  const add = (code: EventCode, at: unknown) => events.push({ kind: 'event', code, at: readTime(at) });
  if (condition.isTrapped && condition.onlineStatus === ONLINE_STATUS.online)
    add('ETM', readBoolean(live.entrapment) === true ? live.entrapment?.at : undefined);
  const earthquake = openCodes.find(({ gbCode }) => gbCode === OPEN_EARTHQUAKE);
  if (readBoolean(live.errorstate) === true && Number(live.errorstate?.code) === EARTHQUAKE)
    add('ETQ', live.errorstate?.at);
  else if (earthquake) add('ETQ', earthquake.at);
  if (readBoolean(live.controllerpower) === false) add('CTP', live.controllerpower?.at);
  if (live.alarm?.value === 'On' || readBoolean(live.alarm) === true) add('ALM', live.alarm?.at);
  const mode = readText(live.mode);
  // Emergency power is also a mode; it is listed once.
  if (readBoolean(live.ard) === true && !(mode === 'RNO' && condition.isFresh)) add('RNO', live.ard?.at);
  if (mode !== undefined && condition.isFresh)
    events.push({ kind: 'mode', code: shownMode(mode), at: readTime(live.mode?.at) });
  return events;
}

export type TravelDirection = 'up' | 'down' | 'stopped' | 'none';

export interface TravelInput {
  readonly direction: string | undefined;
  readonly drive: string | undefined;
  readonly onlineStatus: number | undefined;
  /** The stream is alive and the box is linked: what the page shows is current. */
  readonly isFresh: boolean;
}

/**
 * The movement: up or down when the direction says so and the drive is Moving, otherwise stopped (also for Both and
 * Standing). `none` when offline or not fresh: the picture must not move on unknown data (doc2 §4.4).
 */
export function travelOf({ direction, drive, onlineStatus, isFresh }: TravelInput): TravelDirection {
  if (!isFresh || onlineStatus !== ONLINE_STATUS.online) return 'none';
  if (drive !== 'Moving') return 'stopped';
  if (direction === 'Up') return 'up';
  return direction === 'Down' ? 'down' : 'stopped';
}

/** How far the door panels are open, 0..1. A blocked or stopped door stays partly open. */
export function doorOpening(door: string | undefined): number {
  switch (door) {
    case 'Opened':
    case 'Opening':
      return 1;
    case 'Blocked':
      return 0.55;
    case 'Stopped':
      return 0.4;
    default:
      return 0;
  }
}

/** mm/s → m/s with two decimals (doc2 §9). The sign is dropped because the direction is shown elsewhere. */
export function formatSpeed(mmPerSecond: number): string {
  return (Math.abs(mmPerSecond) / 1000).toFixed(2);
}

/**
 * Cumulative trip time: whole minutes under 3600 s, otherwise hours, with one decimal below 100 (doc2 §9). Never
 * rounded up.
 */
export function tripTime(seconds: number): { value: number; unit: 'minute' | 'hour' } {
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' };
  const hours = seconds / 3600;
  return { value: hours < 100 ? Math.floor(hours * 10) / 10 : Math.floor(hours), unit: 'hour' };
}

/** The secondary modes beside the main mode, without repeats. */
export function secondaryModes(entry: LiveEntry | undefined): string[] {
  const main = readText(entry);
  const shown = (entry?.secondary ?? []).map(shownMode);
  return [...new Set(shown)].filter((mode) => mode !== (main === undefined ? undefined : shownMode(main)));
}
