import type { StoredEntry, StoredValues } from './merge';
import { dayNumberOf, hourOf } from '@/lib/platform/i18n/shanghai';

/**
 * What the doors and the drive of an elevator did, counted from changes of its status keys (EquipmentCycleDay). Symptom
 * rules and reports compare its days. Pure.
 */

/** Sums of one unit and day. `pairs`: `from-to` → [trips, ms]; `hours`: hour of the day → trips that ended in it. */
export interface CycleCounts {
  doorOpenings: number;
  doorOpenMs: number;
  doorClosings: number;
  doorCloseMs: number;
  doorReversals: number;
  doorBlocked: number;
  stops: number;
  offLevelStops: number;
  trips: number;
  tripMs: number;
  tripFloors: number;
  overloads: number;
  pairs: Record<string, [count: number, sumMs: number]>;
  hours: Record<number, number>;
}

export const CYCLE_SUMS = [
  'doorOpenings',
  'doorOpenMs',
  'doorClosings',
  'doorCloseMs',
  'doorReversals',
  'doorBlocked',
  'stops',
  'offLevelStops',
  'trips',
  'tripMs',
  'tripFloors',
  'overloads',
] as const satisfies readonly (keyof CycleCounts)[];

/** One fact, on a day (days since 1970 in Shanghai). */
export interface CycleFact {
  day: number;
  counts: Partial<CycleCounts>;
}

/** A longer phase was not observed completely: the box was away in between. */
const MAX_DOOR_MS = 10 * 60_000;
const MAX_TRIP_MS = 60 * 60_000;

/** The length of a phase that ended at a time, ms; undefined when it was not observed completely. */
function lasted({ since, at: seenAt }: StoredEntry, at: number, mostMs: number): number | undefined {
  const durationMs = at - (since ?? seenAt);
  return durationMs >= 0 && durationMs <= mostMs ? durationMs : undefined;
}

const BETWEEN: ReadonlySet<unknown> = new Set(['Between Floors', 'false', false]);

function doorFacts(before: unknown, after: unknown, durationMs: number | undefined): Partial<CycleCounts> | undefined {
  if (after === 'Blocked') return { doorBlocked: 1 };
  if (before === 'Closing' && after === 'Opening') return { doorReversals: 1 };
  if (durationMs === undefined) return undefined;
  if (before === 'Opening' && after === 'Opened') return { doorOpenings: 1, doorOpenMs: durationMs };
  if (before === 'Closing' && after === 'Closed') return { doorClosings: 1, doorCloseMs: durationMs };
  return undefined;
}

function stopFacts(
  live: StoredValues,
  from: number | undefined,
  durationMs: number | undefined,
  hour: number,
): Partial<CycleCounts> {
  const stop = { stops: 1, ...(BETWEEN.has(live.indoorzone?.value) ? { offLevelStops: 1 } : {}) };
  const to = live.position?.physicalvalue;
  // The car is back at the landing where it started: it only levelled.
  if (from !== undefined && from === to) return stop;
  const hours = { [hour]: 1 };
  if (durationMs === undefined) return { ...stop, hours };
  const trip = { ...stop, trips: 1, tripMs: durationMs, hours };
  return from === undefined || to === undefined
    ? trip
    : { ...trip, tripFloors: Math.abs(to - from), pairs: { [`${from}-${to}`]: [1, durationMs] } };
}

/**
 * The entries of door and drive with the start time of their phase. A box that repeats a value changes its time, not
 * its start.
 * @param changed keys whose value changed from `before` to `after`
 */
export function markPhases(
  before: StoredValues,
  after: StoredValues,
  changed: readonly string[],
): Record<string, StoredEntry> {
  const marked: Record<string, StoredEntry> = {};
  for (const key of ['door', 'drive']) {
    const entry = after[key];
    const held = before[key];
    if (!entry || entry === held) continue;
    if (held && !changed.includes(key))
      marked[key] = { ...entry, since: held.since ?? held.at, ...(held.from === undefined ? {} : { from: held.from }) };
    else {
      const from = entry.value === 'Moving' ? (before.position ?? after.position)?.physicalvalue : undefined;
      marked[key] = { ...entry, since: entry.at, ...(from === undefined ? {} : { from }) };
    }
  }
  return marked;
}

/**
 * What one merged message says about doors and drive. The first value of a key is not a change.
 * @param changed keys whose value changed from `before` to `after`
 */
export function countCycles(before: StoredValues, after: StoredValues, changed: readonly string[]): CycleFact[] {
  const facts: CycleFact[] = [];
  const note = (at: number, counts: Partial<CycleCounts> | undefined) => {
    if (counts) facts.push({ day: dayNumberOf(at), counts });
  };
  const { door, drive, load } = after;
  if (door && before.door && changed.includes('door'))
    note(door.at, doorFacts(before.door.value, door.value, lasted(before.door, door.at, MAX_DOOR_MS)));
  if (drive && before.drive?.value === 'Moving' && drive.value === 'Standing' && changed.includes('drive')) {
    const durationMs = lasted(before.drive, drive.at, MAX_TRIP_MS);
    note(drive.at, stopFacts(after, before.drive.from, durationMs, hourOf(drive.at)));
  }
  if (load?.value === 'Overload' && before.load && changed.includes('load')) note(load.at, { overloads: 1 });
  return facts;
}

/** Adds facts to the sums of a day, in place. */
export function addCounts(sums: Partial<CycleCounts>, { pairs, hours, ...counts }: Partial<CycleCounts>): void {
  for (const key of CYCLE_SUMS) {
    const count = counts[key];
    if (count) sums[key] = (sums[key] ?? 0) + count;
  }
  for (const [hour, count] of Object.entries(hours ?? {})) {
    const all = (sums.hours ??= {});
    all[Number(hour)] = (all[Number(hour)] ?? 0) + count;
  }
  if (!pairs) return;
  const all = (sums.pairs ??= {});
  for (const [pair, [count, sumMs]] of Object.entries(pairs)) {
    const [had, hadMs] = all[pair] ?? [0, 0];
    all[pair] = [had + count, hadMs + sumMs];
  }
}
