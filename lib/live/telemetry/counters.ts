import { dayNumberOf } from '@/lib/platform/i18n/shanghai';
/**
 * Counters are running totals of the controller (api.md §4.5). The newest one by `at` is shown. The count of a day is
 * the sum of the differences between its readings. A smaller value is a reset: it becomes a new base, and the day's sum
 * goes on. Late readings correct the days around them, because the first and last readings of the last days' runs are
 * kept.
 */

const DAY_MS = 86_400_000;
/** Runs older than this do not change any more, because messages are refused after 72 h. */
const KEEP_MS = 4 * DAY_MS;
const MAX_RUNS = 12;

/** A run of rising readings inside one day of Shanghai: [day number, first at, first value, last at, last value]. */
export type CounterRun = [day: number, firstAt: number, first: number, lastAt: number, last: number];

export interface CounterState {
  /** Newest reading by `at`. */
  value: number;
  at: number;
  seq?: number;
  runs: CounterRun[];
}

export interface CounterReading {
  value: number;
  at: number;
  seq?: number;
}

/** What each day counted according to the kept runs. */
function sums(runs: readonly CounterRun[]): Map<number, number> {
  const result = new Map<number, number>();
  let previous: CounterRun | undefined;
  for (const run of runs) {
    const [day, , first, , last] = run;
    const bridge = previous ? Math.max(0, first - previous[4]) : 0;
    result.set(day, (result.get(day) ?? 0) + bridge + (last - first));
    previous = run;
  }
  return result;
}

/** Puts a reading into the runs of its counter. Pure; a repeat changes nothing. */
function insert(runs: readonly CounterRun[], { at, value }: CounterReading): CounterRun[] {
  const day = dayNumberOf(at);
  const next: CounterRun[] = runs.map((run) => [...run]);
  const index = next.findIndex((run) => run[3] >= at);
  const after = index === -1 ? undefined : next[index];
  const before = index === -1 ? next.at(-1) : next[index - 1];
  const position = index === -1 ? next.length : index;

  if (after && after[1] <= at) {
    // Inside a run its first and last reading already give the count, unless the value shows a reset between them.
    if (value >= after[2] && value <= after[4]) return next;
    const head: CounterRun = [after[0], after[1], after[2], after[1], after[2]];
    const tail: CounterRun = [after[0], after[3], after[4], after[3], after[4]];
    if (at === after[1] || at === after[3]) return next;
    if (value < after[2]) next.splice(position, 1, head, [day, at, value, after[3], after[4]]);
    else next.splice(position, 1, [day, after[1], after[2], at, value], tail);
    return next;
  }
  if (before && before[0] === day && value >= before[4]) {
    before[3] = at;
    before[4] = value;
    // The reading may have closed the gap between two runs of this day.
    if (after && after[0] === day && after[2] >= value) {
      next.splice(position - 1, 2, [day, before[1], before[2], after[3], after[4]]);
    }
  } else if (after && after[0] === day && value <= after[2]) {
    after[1] = at;
    after[2] = value;
  } else {
    next.splice(position, 0, [day, at, value, at, value]);
  }
  return next;
}

export interface CounterMerge {
  state: CounterState;
  /** The shown value is now this reading's. */
  isApplied: boolean;
  /** The shown value changed. */
  isChanged: boolean;
  /** The counter ran backwards: a new base. */
  isReset: boolean;
  /** Brought at once what days without a reading had counted too (readings 217). */
  isBridged: boolean;
  /** Day number → difference of what that day counted; 0 only where the day begins to count. */
  days: Map<number, number>;
}

/** Merges one reading of one counter. Pure. */
export function mergeCounter(before: CounterState | undefined, reading: CounterReading): CounterMerge {
  if (!before) {
    const day = dayNumberOf(reading.at);
    return {
      state: { ...reading, runs: [[day, reading.at, reading.value, reading.at, reading.value]] },
      isApplied: true,
      isChanged: true,
      isReset: false,
      isBridged: false,
      days: new Map(),
    };
  }
  const isNewer =
    reading.at > before.at ||
    (reading.at === before.at && reading.seq !== undefined && reading.seq > (before.seq ?? -1));
  const oldest = before.runs[0];
  const days = new Map<number, number>();
  let isBridged = false;
  let runs = before.runs;
  // Before the dropped runs nothing is known, so nothing can be corrected there.
  const isBeforeKept = before.runs.length >= MAX_RUNS && oldest !== undefined && reading.at < oldest[1];
  if (!isBeforeKept) {
    runs = insert(before.runs, reading);
    const old = sums(before.runs);
    for (const [day, sum] of sums(runs)) {
      const difference = sum - (old.get(day) ?? 0);
      if (difference !== 0) days.set(day, difference);
      old.delete(day);
    }
    for (const [day, sum] of old) if (sum !== 0) days.set(day, -sum);
    const day = dayNumberOf(reading.at);
    if (beginsDay(before.runs, day, reading.at)) days.set(day, days.get(day) ?? 0);
    const base = before.runs.findLast((run) => run[3] < reading.at);
    isBridged =
      base !== undefined && base[0] < day - 1 && !before.runs.some((run) => run[0] === day) && (days.get(day) ?? 0) > 0;
  }
  const kept = prune(runs, Math.max(before.at, reading.at));
  const shown = isNewer
    ? reading
    : { value: before.value, at: before.at, ...(before.seq === undefined ? {} : { seq: before.seq }) };
  return {
    state: { ...shown, runs: kept },
    isApplied: isNewer,
    isChanged: isNewer && reading.value !== before.value,
    isReset: isNewer && reading.value < before.value,
    isBridged,
    days,
  };
}

/** With this reading the day has a difference for the first time, be it none: it has counted (readings 217). */
function beginsDay(runs: readonly CounterRun[], day: number, at: number): boolean {
  const ofDay = runs.filter((run) => run[0] === day);
  const [only] = ofDay;
  if (!only) return runs.some((run) => run[3] < at);
  return runs.length === 1 && only[1] === only[3] && only[1] !== at;
}

/** Drops final runs; the newest dropped one stays as the base of the next. */
function prune(runs: readonly CounterRun[], now: number): CounterRun[] {
  const firstKept = runs.findIndex((run) => run[3] >= now - KEEP_MS);
  const from = Math.max(0, (firstKept === -1 ? runs.length : firstKept) - 1, runs.length - MAX_RUNS);
  return runs.slice(from);
}
