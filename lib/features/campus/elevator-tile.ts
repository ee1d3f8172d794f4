import { unitState } from '@/lib/live/units/condition';
import type { UnitCondition, StatusCall, UnitState } from '@/lib/live/units/condition';
import { shownMode } from '@/lib/live/units/modes';
import { readText } from '@/lib/live/units/values';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { hasCustomError } from './custom-rules';
import { tileCondition } from './tile';
import type { TileCondition } from './tile';

/** The elevator tile (doc3 §4.4). Pure. */

export type TileDoor = 'Opening' | 'Closing' | 'Opened' | 'Closed' | 'Blocked' | 'Stopped';
export type TileLoad = 'Empty' | 'Loaded' | 'Full Load' | 'Overload';

/** Loudest first: a trapped person stands over a fault, both over the rest, also on a unit that went offline meanwhile. */
export type ElevatorTileState =
  Exclude<UnitState, 'online' | 'fault' | 'unknown'> | 'error' | 'mode' | 'moving' | 'standing';

export interface ElevatorTile extends TileCondition {
  readonly state: ElevatorTileState;
  /** Shown only while online; undefined otherwise. */
  readonly door: TileDoor | undefined;
  readonly load: TileLoad | undefined;
  readonly floor: string | undefined;
  /** Physical number of the landing, where the car stands in the picture. */
  readonly physical: number | undefined;
  /** Only while the drive is Moving. */
  readonly arrow: 'up' | 'down' | undefined;
  /** The mode as shown, when it is not N. */
  readonly mode: string | undefined;
  /** The custom wall presumes a trapped person; `isTrapped` is then true as well. */
  readonly isSuspected: boolean;
}

const DOORS: readonly TileDoor[] = ['Opening', 'Closing', 'Opened', 'Closed', 'Blocked', 'Stopped'];
const LOADS: readonly TileLoad[] = ['Empty', 'Loaded', 'Full Load', 'Overload'];

/** Locked is shown as Closed, and so is an online elevator that has not reported its door. */
export function shownDoor(door: string | undefined): TileDoor {
  return DOORS.find((known) => known === door) ?? 'Closed';
}

/** Nobody is trapped in an empty car: with a trapped person empty or unknown is shown as Loaded. */
export function shownLoad(load: string | undefined, isTrapped: boolean): TileLoad | undefined {
  const known = LOADS.find((member) => member === load);
  return isTrapped && (known === undefined || known === 'Empty') ? 'Loaded' : known;
}

/** The mode as shown; N is no news. */
const notableMode = (mode: string | undefined) => (mode === undefined || mode === 'N' ? undefined : shownMode(mode));

export interface ElevatorTileInput {
  readonly call: StatusCall | undefined;
  readonly live: LiveStatus;
  /** The live connection is up: what it says is now. */
  readonly isStreaming: boolean;
  /** Epoch ms of the server. */
  readonly now?: number;
  /** On the custom wall its own rules apply besides (doc3 §4.4): may a person be trapped, seen from values and condition? */
  readonly suspects?: (live: LiveStatus, condition: Pick<UnitCondition, 'hasError' | 'isFresh'>) => boolean;
}

export function elevatorTile({ call, live, isStreaming, now, suspects }: ElevatorTileInput): ElevatorTile {
  const reported = tileCondition(call, live, isStreaming, now);
  const isOnline = reported.link === 'online';
  const hasError = reported.hasError || (suspects !== undefined && isOnline && hasCustomError(live));
  const isSuspected = suspects !== undefined && isOnline && suspects(live, { hasError, isFresh: reported.isFresh });
  const common = { ...reported, hasError, isSuspected, isTrapped: reported.isTrapped || isSuspected };
  const isMoving = isOnline && readText(live.drive) === 'Moving';
  const direction = readText(live.direction);
  const mode = isOnline ? notableMode(readText(live.mode)) : undefined;
  const gravest = unitState(common);
  const working = mode !== undefined ? 'mode' : isMoving ? 'moving' : 'standing';
  return {
    ...common,
    // A silent one is drawn as it was, grey.
    state: gravest === 'online' || gravest === 'unknown' ? working : gravest === 'fault' ? 'error' : gravest,
    mode,
    door: isOnline ? shownDoor(readText(live.door)) : undefined,
    load: isOnline ? shownLoad(readText(live.load), common.isTrapped) : undefined,
    floor: isOnline ? readText(live.position) : undefined,
    physical: isOnline ? live.position?.physicalvalue : undefined,
    arrow: !isMoving ? undefined : direction === 'Up' ? 'up' : direction === 'Down' ? 'down' : undefined,
  };
}
