import type { LiveStatus } from '@/lib/realtime/live-message';
import { hasCustomError } from './custom-rules';
import { conditionOf, textOf } from './tile';
import type { TileCall, TileCondition } from './tile';

/** The elevator tile (doc3 §4.4). Pure. */

export type TileDoor = 'Opening' | 'Closing' | 'Opened' | 'Closed' | 'Blocked' | 'Stopped';
export type TileLoad = 'Empty' | 'Loaded' | 'Full Load' | 'Overload';

/** Loudest first: a trapped person stands over a fault, both over the rest, also on a unit that went offline meanwhile. */
export type ElevatorState = 'trapped' | 'error' | 'offline' | 'disconnected' | 'notInstalled' | 'mode' | 'moving' | 'standing';

export interface ElevatorTile extends TileCondition {
  readonly state: ElevatorState;
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

/** JNFF is shown as JBF (api.md §3.4). */
const shownMode = (mode: string | undefined) => (mode === undefined || mode === 'N' ? undefined : mode === 'JNFF' ? 'JBF' : mode);

export interface ElevatorTileInput {
  readonly call: TileCall | undefined;
  readonly live: LiveStatus;
  /** The live connection is up: what it says is now. */
  readonly isStreaming: boolean;
  /** On the custom wall its own rules apply besides (doc3 §4.4): may a person be trapped, seen from values and error? */
  readonly suspects?: (live: LiveStatus, hasError: boolean) => boolean;
}

export function elevatorTile({ call, live, isStreaming, suspects }: ElevatorTileInput): ElevatorTile {
  const reported = conditionOf(call, live, isStreaming);
  const isOnline = reported.link === 'online';
  const hasError = reported.hasError || (suspects !== undefined && isOnline && hasCustomError(live));
  const isSuspected = suspects !== undefined && isOnline && suspects(live, hasError);
  const common = { ...reported, hasError, isSuspected, isTrapped: reported.isTrapped || isSuspected };
  const isMoving = isOnline && textOf(live.drive) === 'Moving';
  const direction = textOf(live.direction);
  const mode = isOnline ? shownMode(textOf(live.mode)) : undefined;
  const state: ElevatorState =
    common.isTrapped ? 'trapped' : common.hasError ? 'error' : common.link !== 'online' ? common.link : mode !== undefined ? 'mode' : isMoving ? 'moving' : 'standing';
  return {
    ...common, state, mode,
    door: isOnline ? shownDoor(textOf(live.door)) : undefined,
    load: isOnline ? shownLoad(textOf(live.load), common.isTrapped) : undefined,
    floor: isOnline ? textOf(live.position) : undefined,
    physical: isOnline ? live.position?.physicalvalue : undefined,
    arrow: !isMoving ? undefined : direction === 'Up' ? 'up' : direction === 'Down' ? 'down' : undefined,
  };
}
