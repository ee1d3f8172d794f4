/**
 * The moving picture of the sign-in page: a few lifts that travel, stop, open and close. Pure functions of the time, so
 * that server and browser draw the same first frame.
 */

export interface LoginShaft {
  readonly id: string;
  /** Number of landings; 0 is the lowest. */
  readonly floors: number;
  /** Floors a second at full speed. */
  readonly speed: number;
  readonly startFloor: number;
  readonly seed: number;
}

export interface CarTrip {
  readonly from: number;
  readonly to: number;
  /** ms */
  readonly startsAt: number;
  readonly travelMs: number;
  /** How long the lift stays at `to`, including its doors, ms. */
  readonly dwellMs: number;
  readonly seed: number;
}

export interface CarView {
  /** Floors above the lowest landing, fractional while moving. */
  readonly floor: number;
  /** 0 closed … 1 open. */
  readonly door: number;
  readonly direction: 'up' | 'down' | null;
  /** Floors a second, without sign. */
  readonly speed: number;
}

const DOOR_OPEN_MS = 900;
const DOOR_CLOSE_MS = 1300;

/** The skyline of the picture; the third is the one whose floor is written large. */
export const SHAFTS: readonly LoginShaft[] = [
  { id: 'a', floors: 12, speed: 1.1, startFloor: 3, seed: 11 },
  { id: 'b', floors: 19, speed: 1.5, startFloor: 15, seed: 29 },
  { id: 'c', floors: 24, speed: 2.1, startFloor: 14, seed: 47 },
  { id: 'd', floors: 22, speed: 2.1, startFloor: 19, seed: 83 },
  { id: 'e', floors: 16, speed: 1.3, startFloor: 0, seed: 131 },
  { id: 'f', floors: 8, speed: 0.9, startFloor: 5, seed: 197 },
];
export const LEAD_SHAFT = 2;

/** 0 … 1, the same sequence everywhere. */
function random(seed: number): { value: number; seed: number } {
  const next = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return { value: next / 2_147_483_648, seed: next };
}

/** The trip of a shaft at time 0: at its start floor, about to leave. */
export function firstTrip(shaft: LoginShaft): CarTrip {
  const { value, seed } = random(shaft.seed);
  return { from: shaft.startFloor, to: shaft.startFloor, startsAt: 0, travelMs: 0, dwellMs: 600 + value * 4200, seed };
}

/** The next trip: another landing, a travel time that fits the distance, a stop of three to seven seconds. */
export function nextTrip(shaft: LoginShaft, trip: CarTrip): CarTrip {
  const target = random(trip.seed);
  const stay = random(target.seed);
  const offset = 1 + Math.floor(target.value * (shaft.floors - 1));
  const to = (trip.to + offset) % shaft.floors;
  const distance = Math.abs(to - trip.to);
  // The S-curve below peaks at 1.875 times its mean speed.
  const travelMs = ((distance * 1.875) / shaft.speed) * 1000 + 500;
  return {
    from: trip.to,
    to,
    startsAt: trip.startsAt + trip.travelMs + trip.dwellMs,
    travelMs,
    dwellMs: 3200 + stay.value * 3800,
    seed: stay.seed,
  };
}

/** The trip at a time; time never runs backwards. */
export function tripAt(shaft: LoginShaft, trip: CarTrip, at: number): CarTrip {
  let current = trip;
  while (at >= current.startsAt + current.travelMs + current.dwellMs) current = nextTrip(shaft, current);
  return current;
}

/** Where the car is, and the state of its door. Doors move only while the car stands still. */
export function carAt(trip: CarTrip, at: number): CarView {
  const elapsed = at - trip.startsAt;
  if (elapsed < trip.travelMs) {
    const part = Math.max(0, elapsed / trip.travelMs);
    const way = part ** 3 * (10 - 15 * part + 6 * part * part);
    const slope = 30 * part * part * (1 - part) ** 2;
    return {
      floor: trip.from + (trip.to - trip.from) * way,
      door: 0,
      direction: trip.to > trip.from ? 'up' : 'down',
      speed: (Math.abs(trip.to - trip.from) * slope * 1000) / trip.travelMs,
    };
  }
  const standing = elapsed - trip.travelMs;
  const left = trip.dwellMs - standing;
  // The first stop begins with closed doors, because no car has just arrived.
  const opened = trip.travelMs === 0 ? 0 : Math.min(1, standing / DOOR_OPEN_MS);
  return {
    floor: trip.to,
    door: Math.max(0, Math.min(opened, (left - 400) / DOOR_CLOSE_MS)),
    direction: null,
    speed: 0,
  };
}

/** Landing names as on real buttons: two basements, then from 1. */
export function floorName(floor: number): string {
  const level = Math.round(floor) - 2;
  return level < 0 ? `B${-level}` : String(level + 1);
}
