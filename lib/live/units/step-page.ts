import type { UnitCondition } from './condition';
import { frameCover } from './cover';
import type { FrameCover, LinkCover } from './cover';
import { RIDING, stepSpeed } from './escalator';
import type { LiveStatus } from './live-message';
import { ONLINE_STATUS } from './value-sets';
import { newestAt, readText } from './values';

/** Rules of the live pages of escalators and moving walks (doc2 §2.6, §2.7, §4.5; readings 85-87, 157, 158). Pure. */

/** The three pages: the escalator's, its variant for airport users, the moving walk's. */
export type StepForm = 'escalator' | 'custom' | 'walk';

export const displayTypeOf = (form: StepForm): 'ES' | 'WW' => (form === 'walk' ? 'WW' : 'ES');

/** Modes of escalators and walks (api.md §3.4); others are shown as they came. */
export const STEP_MODES = [
  'Continuous',
  'Intermittent',
  'DirectionChange',
  'ReadyToStart',
  'Crawling',
  'KeyStart',
  'Inspection',
  'Stopped',
  'Fault',
] as const;
const RUNNING_MODES: ReadonlySet<string> = new Set(['Continuous', 'Intermittent', 'DirectionChange']);
export const WARNINGS = ['None', 'Lubrication', 'Overheat'] as const;
export const CONTROL_MODES = ['Local', 'Remote'] as const;

/** Is the unit in error, by any source or by its mode (readings 85)? */
export const hasStepFault = ({ hasError }: Pick<UnitCondition, 'hasError'>, live: LiveStatus): boolean =>
  hasError || readText(live.operationmode) === 'Fault';

export type StepIcon = 'error' | 'running' | 'standby' | 'unknown';

/**
 * Error, running in a mode that runs, otherwise standby (doc2 §4.5). A unit that is not heard is unknown (readings
 * 122).
 */
export function stepIcon(
  { onlineStatus, isFresh }: Pick<UnitCondition, 'onlineStatus' | 'isFresh'>,
  hasFault: boolean,
  mode: string | undefined,
): StepIcon {
  if (onlineStatus !== ONLINE_STATUS.online) return 'unknown';
  if (hasFault) return 'error';
  if (!isFresh) return 'unknown';
  return mode !== undefined && RUNNING_MODES.has(mode) ? 'running' : 'standby';
}

/** The direction of the steps. */
export type StepWay = 'up' | 'down' | 'stop';

export interface Belt {
  readonly way: StepWay;
  /** cm/s; undefined while not known. */
  readonly speed: number | undefined;
}

/**
 * How the steps of the picture move: only online, with current data, a step speed above 0 and a direction (doc2 §4.5).
 * A fault cuts the power of the drive, so the picture stands still whatever speed was last measured (readings 263).
 */
export function beltOf(
  live: LiveStatus,
  displayType: 'ES' | 'WW',
  { isFresh, hasError }: Pick<UnitCondition, 'isFresh' | 'hasError'>,
): Belt {
  const speed = stepSpeed(live, displayType);
  const direction = readText(live.direction);
  const way = direction === 'Up' ? 'up' : direction === 'Down' ? 'down' : 'stop';
  return { way: isFresh && !hasError && speed !== undefined && speed > 0 ? way : 'stop', speed };
}

/** Why the low-power icon is shown: the drive saves energy, or a fault cut its power (doc2 §4.5, readings 157). */
export type LowPower = 'saving' | 'cut';

export function lowPowerOf(
  { onlineStatus }: Pick<UnitCondition, 'onlineStatus'>,
  hasFault: boolean,
  mode: string | undefined,
  speed: number | undefined,
): LowPower | undefined {
  if (onlineStatus !== ONLINE_STATUS.online) return undefined;
  if (hasFault) return 'cut';
  const isLow = speed !== undefined && speed >= 0 && speed <= RIDING;
  return mode === 'ReadyToStart' || isLow ? 'saving' : undefined;
}

/** The covers of these pages: those of every page, 3 a message (a fault, or no data), 5 "use the key to start". */
export type StepCover = FrameCover | 3 | 5;

export interface StepCoverInput {
  readonly form: StepForm;
  readonly onlineStatus: number | undefined;
  readonly link: LinkCover;
  readonly hasFault: boolean;
  readonly live: LiveStatus;
}

/**
 * The unit's connection comes first, then access, then the stream, then the covers of its kind: for an escalator the
 * key, and on the customers' page a fault; for a walk a fault, or that it never sent anything (readings 85).
 */
export function stepCover({ form, onlineStatus, link, hasFault, live }: StepCoverInput): StepCover {
  const isKeyStart = readText(live.operationmode) === 'KeyStart';
  const isSaid = form === 'walk' ? hasFault || newestAt(live) === undefined : form === 'custom' && hasFault;
  return frameCover<3 | 5>(onlineStatus, link, {
    behindLink: form !== 'walk' && isKeyStart ? 5 : isSaid ? 3 : undefined,
  });
}

/** A counter's seconds in hours, with one decimal below 100, never rounded up (doc2 §9). */
export function counterHours(seconds: number): number {
  const hours = seconds / 3600;
  return hours < 100 ? Math.floor(hours * 10) / 10 : Math.floor(hours);
}
