import type { UnitLink, StatusCall } from '@/lib/live/units/condition';
import { frameMsOf, NO_SPEED, stepRun } from '@/lib/live/units/escalator';
import type { SpeedMemory, StepClass, StepRun } from '@/lib/live/units/escalator';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { tileCondition } from './tile';
import type { TileCondition } from './tile';

/** The escalator tile, also for moving walks (doc3 §4.3, §9; readings 29, 30). Pure. */

export interface EscalatorTile extends TileCondition, Omit<StepRun, 'state'> {
  /** undefined: the unit is offline and shows nothing. */
  readonly state: StepClass | Exclude<UnitLink, 'online'>;
  /** Speed rose above 40 from one above 0: somebody stepped on. */
  readonly hasPerson: boolean;
  /** From one picture of the steps to the next, ms (doc3 §9). */
  readonly frameMs: 40 | 80;
}

export interface EscalatorTileInput {
  readonly call: StatusCall | undefined;
  readonly live: LiveStatus;
  readonly isStreaming: boolean;
  /** Epoch ms of the server. */
  readonly now?: number;
  readonly displayType: 'ES' | 'WW';
  readonly memory?: SpeedMemory;
}

export function escalatorTile({
  call,
  live,
  isStreaming,
  now,
  displayType,
  memory = NO_SPEED,
}: EscalatorTileInput): EscalatorTile {
  const common = tileCondition(call, live, isStreaming, now);
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
  const run = stepRun(live, displayType, common.hasError);
  const { state, speed } = run;
  return {
    ...common,
    ...run,
    hasPerson: (state === 'up' || state === 'down') && memory.hasPerson && memory.speed === speed,
    frameMs: frameMsOf(speed),
  };
}
