/** The landings of an elevator in the order of the shaft, lowest first (doc2 §2.3, §3; api.md §2.7, §3.4). */

export interface Floor {
  /** Physical number as the box reports it, -20..300. */
  readonly physical: number;
  /** The name of the landing: `B1`, `G`, `15A`. */
  readonly label: string;
}

export interface FloorSource {
  /** JSON text `{"1":"B1","2":"1"}`, or null. */
  readonly floorMapping: string | null;
  readonly totalFloors: number | null;
}

const MAX_FLOORS = 400;
const MAX_LABEL = 10;

function parseMapping(text: string | null): Map<number, string> {
  const labels = new Map<number, string>();
  if (!text) return labels;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return labels;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return labels;
  for (const [name, value] of Object.entries(parsed)) {
    const physical = Number(name);
    if (!Number.isInteger(physical) || Math.abs(physical) > MAX_FLOORS) continue;
    const label =
      typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, MAX_LABEL) : '';
    labels.set(physical, label || String(physical));
  }
  return labels;
}

/**
 * Every landing: those of the mapping, those of totalFloors without a label (named by their number), and those where
 * the car was seen, with gaps filled. When nothing is known, two landings around the observed one.
 * @param observed lowest and highest physicalvalue seen, or null
 */
export function floorsOf(
  { floorMapping, totalFloors }: FloorSource,
  observed: { min: number; max: number } | null = null,
): Floor[] {
  const labels = parseMapping(floorMapping);
  const add = (from: number, to: number) => {
    for (let physical = from; physical <= Math.min(to, from + MAX_FLOORS); physical += 1) {
      if (!labels.has(physical)) labels.set(physical, String(physical));
    }
  };
  if (totalFloors && totalFloors > 0) add(1, Math.min(totalFloors, MAX_FLOORS));
  if (observed) {
    const known = [...labels.keys()];
    // Zero is a landing only for boxes that count from zero. Between B1 = -1 and 1 there is none.
    const min = Math.min(observed.min, ...known);
    const max = Math.max(observed.max, ...known);
    for (let physical = min; physical <= max && labels.size < MAX_FLOORS; physical += 1) {
      if (physical !== 0 || observed.min === 0 || observed.max === 0) add(physical, physical);
    }
  }
  if (labels.size === 0) add(1, 2);
  if (labels.size === 1) {
    const only = Math.min(...labels.keys());
    add(only + 1, only + 1);
  }
  return [...labels].map(([physical, label]) => ({ physical, label })).sort((a, b) => a.physical - b.physical);
}

/**
 * Index of the landing where the car is: by physical number, else by the displayed name; undefined when neither
 * matches.
 */
export function floorIndex(
  floors: readonly Floor[],
  physical: number | undefined,
  label: string | undefined,
): number | undefined {
  const index =
    physical === undefined
      ? floors.findIndex((floor) => floor.label === label)
      : floors.findIndex((floor) => floor.physical === physical);
  return index >= 0 ? index : undefined;
}

/** Storeys that the shaft passes without landings. */
export interface ExpressZone {
  /** Physical number of the landing below. */
  readonly above: number;
  /** How many storeys have no landing. */
  readonly storeys: number;
}

/**
 * From this many missing numbers on, the gap between two landings is an express zone. Fewer are names that the building
 * leaves out (4, 13, 14).
 */
const LEAST_PASSED = 4;
const NUMBER = /^[1-9]\d{0,2}$/;

/** The express zones of a shaft: gaps in the numbers of its landings, such as `30` after `2`. */
export function expressZonesOf(floors: readonly Floor[]): ExpressZone[] {
  return floors.flatMap(({ physical, label }, index) => {
    const next = floors[index + 1]?.label ?? '';
    const storeys = NUMBER.test(label) && NUMBER.test(next) ? Number(next) - Number(label) - 1 : 0;
    return storeys >= LEAST_PASSED ? [{ above: physical, storeys }] : [];
  });
}

/** What is known about a shaft whose landings have no names. */
export interface Shaft {
  readonly totalFloors: number | null;
  readonly expressZones: readonly ExpressZone[];
}

/** An unknown building starts with this many landings and grows. */
const UNKNOWN_FLOORS = 6;

/**
 * How high a landing lies in its shaft, from 0 (lowest) to 1 (highest). An express zone is as high as its storeys.
 * @param seen lowest and highest landing where the car was, or null
 */
export function heightShare(
  physical: number,
  { totalFloors, expressZones }: Shaft,
  seen: { min: number; max: number } | null,
): number {
  const lowest = Math.min(1, seen?.min ?? 1);
  const highest = Math.max(totalFloors && totalFloors > 0 ? totalFloors : UNKNOWN_FLOORS, seen?.max ?? 1, lowest + 1);
  const heightOf = (landing: number) =>
    expressZones.reduce(
      (height, { above, storeys }) => (above < landing && above >= lowest ? height + storeys : height),
      landing - lowest,
    );
  return Math.min(1, Math.max(0, heightOf(physical) / heightOf(highest)));
}

/** Names of landings below the ground: B1, -2, P3, LG. */
const BASEMENT = /^(B|-|P|LG)/i;

/**
 * Indexes of the landings that get a label on a ruler with room for about `max` of them: the lowest, the highest and
 * the ground landing, and between them landings at round distances above ground. No two labels touch.
 */
export function labelledFloors(floors: readonly Floor[], max: number): number[] {
  const last = floors.length - 1;
  if (floors.length <= max) return floors.map((_, index) => index);
  const step = niceStep(Math.ceil(floors.length / Math.max(2, max - 1)));
  const ground = Math.max(
    0,
    floors.findIndex((floor) => !BASEMENT.test(floor.label)),
  );
  const chosen = [0, last];
  const leastGap = floors.length / (max * 1.35);
  const isFree = (index: number) => chosen.every((other) => Math.abs(other - index) >= leastGap);
  if (isFree(ground)) chosen.push(ground);
  for (let index = ground + step - 1; index < last; index += step) if (isFree(index)) chosen.push(index);
  return chosen.sort((a, b) => a - b);
}

/** Round distances: 1, 2, 5, 10, 20, 50. */
function niceStep(least: number): number {
  return [1, 2, 5, 10, 20, 50].find((step) => step >= least) ?? 100;
}
