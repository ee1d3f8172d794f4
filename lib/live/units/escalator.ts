import type { LiveStatus } from './live-message';
import { readNumber, readText } from './values';

/** Rules of escalators and moving walks (doc3 §4.3, §9; readings 29, 30, 87): tiles and live pages ask the same. Pure. */

/** Step speed above which somebody rides, cm/s; up to it the drive saves energy. */
export const RIDING = 40;
/** Pictures of the steps until they look the same again: they have moved by one step then (doc2 §4.5). */
export const STEP_FRAMES = 17;

/** From one picture of the steps to the next, ms (doc2 §4.5, doc3 §9). @param speed cm/s */
export const frameMsOf = (speed: number | undefined): 40 | 80 => (speed !== undefined && speed > RIDING ? 40 : 80);

/** Until the next step stands where this one stood, ms: 680 or 1360. @param speed cm/s */
export const stepPeriodMs = (speed: number): number => STEP_FRAMES * frameMsOf(speed);

/** The speed as both kinds say it: 0 stopped, 50 up to 40 cm/s, 100 above (doc2 §4.5, doc3 §9). @param speed cm/s */
export function speedPercent(speed: number | undefined): 0 | 50 | 100 | undefined {
  if (speed === undefined) return undefined;
  if (speed <= 0) return 0;
  return speed > RIDING ? 100 : 50;
}
/** Walks of this controller version report tenths of cm/s as escalators do; all others cm/s (readings 30). */
const FINE_VERSION = 'F6';

/** What a picture remembers between two messages. */
export interface SpeedMemory {
  readonly speed: number | undefined;
  readonly hasPerson: boolean;
}
export const NO_SPEED: SpeedMemory = { speed: undefined, hasPerson: false };

/** The wire's step speed in cm/s. */
export function stepSpeed(live: LiveStatus, displayType: 'ES' | 'WW'): number | undefined {
  const wire = readNumber(live.stepspeed);
  if (wire === undefined) return undefined;
  return displayType === 'ES' || readText(live.controllerversion) === FINE_VERSION ? wire / 10 : wire;
}

/** A person is seen when the speed rises above 40 from one above 0, and stays until it falls to 40 or below. */
export function rememberSpeed(memory: SpeedMemory, speed: number | undefined): SpeedMemory {
  if (speed === memory.speed) return memory;
  const previous = memory.speed;
  const isRiding = speed !== undefined && speed > RIDING;
  const rose = isRiding && previous !== undefined && previous > 0 && speed > previous;
  return { speed, hasPerson: isRiding && (rose || memory.hasPerson) };
}

/** Modes in which the steps stand, whatever direction was reported last. */
const STANDING_MODES: ReadonlySet<string> = new Set(['Stopped', 'Fault', 'ReadyToStart']);

export type StepClass = 'error' | 'stop' | 'up' | 'down';

/** What the steps of a unit that is online do. */
export interface StepRun {
  readonly state: StepClass;
  /** cm/s; undefined while not known. */
  readonly speed: number | undefined;
  /** Speed from 0 to 40: the low-battery mark, energy is saved. A fault saves nothing: no mode calms it. */
  readonly isSaving: boolean;
  /** Something really moves: the picture may. */
  readonly isMoving: boolean;
  readonly mode: string | undefined;
}

/** @param hasError the unit is in error, whichever source says so */
export function stepRun(live: LiveStatus, displayType: 'ES' | 'WW', hasError: boolean): StepRun {
  const speed = stepSpeed(live, displayType);
  const mode = readText(live.operationmode);
  const direction = readText(live.direction);
  const way = direction === 'Up' ? 'up' : direction === 'Down' ? 'down' : 'stop';
  const state: StepClass = hasError ? 'error' : mode === 'ReadyToStart' ? 'stop' : way;
  const isUnderway = state === 'up' || state === 'down';
  return {
    state,
    speed,
    mode,
    isSaving: !hasError && speed !== undefined && speed >= 0 && speed <= RIDING,
    isMoving: isUnderway && speed !== 0 && !(mode !== undefined && STANDING_MODES.has(mode)),
  };
}
