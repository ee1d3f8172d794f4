/** Collective control: the rule by which one car answers car calls and landing calls. Floors are indexes, low to high. */

export type CallDirection = 'Up' | 'Down' | 'Both';

export interface Calls {
  /** Destinations of those aboard. */
  car: ReadonlySet<number>;
  /** Landings where somebody waits to go up / down. */
  up: ReadonlySet<number>;
  down: ReadonlySet<number>;
}

const ahead = (floors: Iterable<number>, from: number, sign: 1 | -1) =>
  [...floors].filter((floor) => (floor - from) * sign > 0);
const nearest = (floors: readonly number[], from: number) =>
  floors.reduce<number | undefined>(
    (best, floor) => (best === undefined || Math.abs(floor - from) < Math.abs(best - from) ? floor : best),
    undefined,
  );
const farthest = (floors: readonly number[], from: number) =>
  floors.reduce<number | undefined>(
    (best, floor) => (best === undefined || Math.abs(floor - from) > Math.abs(best - from) ? floor : best),
    undefined,
  );

/**
 * The next floor in one direction: the nearest car call or landing call of that direction, else the furthest landing
 * call of the other direction (from where the car turns).
 */
export function nextAhead(from: number, direction: 'Up' | 'Down', calls: Calls): number | undefined {
  const sign = direction === 'Up' ? 1 : -1;
  const along = direction === 'Up' ? calls.up : calls.down;
  const against = direction === 'Up' ? calls.down : calls.up;
  return nearest(ahead([...calls.car, ...along], from, sign), from) ?? farthest(ahead(against, from, sign), from);
}

/** Where to go from a stop: on in the present direction as long as there are calls, then the other way; nothing to do: undefined. */
export function nextStop(
  from: number,
  heading: CallDirection,
  calls: Calls,
): { floor: number; direction: 'Up' | 'Down' } | undefined {
  const up = nextAhead(from, 'Up', calls);
  const down = nextAhead(from, 'Down', calls);
  if (up === undefined) return down === undefined ? undefined : { floor: down, direction: 'Down' };
  if (down === undefined) return { floor: up, direction: 'Up' };
  const goesUp = heading === 'Up' || (heading === 'Both' && up - from <= from - down);
  return goesUp ? { floor: up, direction: 'Up' } : { floor: down, direction: 'Down' };
}
