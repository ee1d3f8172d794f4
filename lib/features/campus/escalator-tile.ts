import type { Link, StatusCall } from '@/lib/live/units/condition';
import { readNumber, readText } from '@/lib/live/units/values';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { tileCondition } from './tile';
import type { TileCondition } from './tile';

/** The escalator tile, also for moving walks (doc3 §4.3, §9; readings 29, 30). Pure. */

/** Step speed above which somebody rides, cm/s; up to it the drive saves energy. */
const RIDING = 40;
/** Pictures of the steps until they look the same again (doc2 §4.5). */
export const ESCALATOR_FRAMES = 17;
/** Walks of this controller version report tenths of cm/s as escalators do; all others cm/s (readings 30). */
const FINE_VERSION = 'F6';

export type EscalatorClass = 'error' | 'stop' | 'up' | 'down';

export interface EscalatorTile extends TileCondition {
  /** undefined: the unit is offline and shows nothing. */
  readonly state: EscalatorClass | Exclude<Link, 'online'>;
  /** cm/s; undefined while not known. */
  readonly speed: number | undefined;
  /** Speed rose above 40 from one above 0: somebody stepped on. */
  readonly hasPerson: boolean;
  /** Speed from 0 to 40: the low-battery mark, energy is saved. */
  readonly isSaving: boolean;
  /** Something really moves: the picture may. */
  readonly isMoving: boolean;
  /** From one picture of the steps to the next, ms (doc3 §9). */
  readonly frameMs: 40 | 80;
  readonly mode: string | undefined;
}

/** What a tile remembers between two messages. */
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

export interface EscalatorTileInput {
  readonly call: StatusCall | undefined;
  readonly live: LiveStatus;
  readonly isStreaming: boolean;
  readonly displayType: 'ES' | 'WW';
  readonly memory?: SpeedMemory;
}

export function escalatorTile({
  call,
  live,
  isStreaming,
  displayType,
  memory = NO_SPEED,
}: EscalatorTileInput): EscalatorTile {
  const common = tileCondition(call, live, isStreaming);
  if (common.link !== 'online')
    return {
      ...common,
      state: common.link,
      speed: undefined,
      hasPerson: false,
      isSaving: false,
      isMoving: false,
      frameMs: 80,
      mode: undefined,
    };
  const speed = stepSpeed(live, displayType);
  const mode = readText(live.operationmode);
  const direction = readText(live.direction);
  const isReady = mode === 'ReadyToStart';
  const state: EscalatorClass = common.hasError
    ? 'error'
    : isReady
      ? 'stop'
      : direction === 'Up'
        ? 'up'
        : direction === 'Down'
          ? 'down'
          : 'stop';
  const isUnderway = state === 'up' || state === 'down';
  return {
    ...common,
    state,
    speed,
    mode,
    hasPerson: isUnderway && memory.hasPerson && memory.speed === speed,
    isSaving: speed !== undefined && speed >= 0 && speed <= RIDING,
    frameMs: speed !== undefined && speed > RIDING ? 40 : 80,
    isMoving: isUnderway && speed !== 0 && !(mode !== undefined && STANDING_MODES.has(mode)),
  };
}
