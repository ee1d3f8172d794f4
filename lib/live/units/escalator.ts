import type { LiveStatus } from './live-message';
import { readNumber, readText } from './values';

/** Rules of escalators and moving walks (doc3 §4.3, §9; readings 29, 30, 87), for tiles and live pages. Pure. */

/** Above this step speed somebody rides, cm/s. At or below it the drive saves energy. */
export const RIDING = 40;
/** Number of pictures until the steps look the same again; by then they have moved by one step (doc2 §4.5). */
export const STEP_FRAMES = 17;

/** Time from one picture of the steps to the next, ms (doc2 §4.5, doc3 §9). @param speed cm/s */
export const frameMsOf = (speed: number | undefined): 40 | 80 => (speed !== undefined && speed > RIDING ? 40 : 80);

/** Time until the next step is where this one was, ms: 680 or 1360. @param speed cm/s */
export const stepPeriodMs = (speed: number): number => STEP_FRAMES * frameMsOf(speed);

/** The speed as shown for both kinds: 0 stopped, 50 up to 40 cm/s, 100 above (doc2 §4.5, doc3 §9). @param speed cm/s */
export function speedPercent(speed: number | undefined): 0 | 50 | 100 | undefined {
  if (speed === undefined) return undefined;
  if (speed <= 0) return 0;
  return speed > RIDING ? 100 : 50;
}
/** Walks of this controller version report tenths of cm/s, as escalators do. All others report cm/s (readings 30). */
const FINE_VERSION = 'F6';

/** What the picture remembers between two messages. */
export interface SpeedMemory {
  readonly speed: number | undefined;
  readonly hasPerson: boolean;
}
export const NO_SPEED: SpeedMemory = { speed: undefined, hasPerson: false };

/** The reported step speed in cm/s. */
export function stepSpeed(live: LiveStatus, displayType: 'ES' | 'WW'): number | undefined {
  const wire = readNumber(live.stepspeed);
  if (wire === undefined) return undefined;
  return displayType === 'ES' || readText(live.controllerversion) === FINE_VERSION ? wire / 10 : wire;
}

/** A person counts as present when the speed rises above 40 from a speed above 0, until it falls to 40 or below. */
export function rememberSpeed(memory: SpeedMemory, speed: number | undefined): SpeedMemory {
  if (speed === memory.speed) return memory;
  const previous = memory.speed;
  const isRiding = speed !== undefined && speed > RIDING;
  const rose = isRiding && previous !== undefined && previous > 0 && speed > previous;
  return { speed, hasPerson: isRiding && (rose || memory.hasPerson) };
}

/** In these modes the steps stand still, whatever direction was last reported. */
const STANDING_MODES: ReadonlySet<string> = new Set(['Stopped', 'Fault', 'ReadyToStart']);

export type StepClass = 'error' | 'stop' | 'up' | 'down';

/** How the steps of an online unit move. */
export interface StepRun {
  readonly state: StepClass;
  /** cm/s; undefined while not known. */
  readonly speed: number | undefined;
  /**
   * Speed from 0 to 40: the low-battery mark shows that energy is saved. A unit with a fault saves nothing, whatever
   * its mode.
   */
  readonly isSaving: boolean;
  /** The steps really move, so the picture may move. */
  readonly isMoving: boolean;
  readonly mode: string | undefined;
}

/** @param hasError the unit is in error by any source */
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
