import { cut, seconds, union } from '@/lib/features/facts/internal/intervals';
import { dayFigures, downOf } from '@/lib/features/facts/internal/day-figures';
import type { Interval } from '@/lib/features/facts/internal/intervals';
import type { DayIntervals as DayOfUnit } from '@/lib/features/facts/internal/day-figures';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { DAY_HOURS, FAULT_DAYS } from './contract';
import type { UnitDay, UnitHour, UnitStop } from './contract';

/** What the rows of a unit's last day and week mean on the axes of its live page (readings 122, 143). Pure. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The last 24 hours, of which the last one runs. Hours of Shanghai begin with those of UTC. */
export const dayAxis = (now: number): Interval => [
  Math.floor(now / HOUR_MS) * HOUR_MS - (DAY_HOURS - 1) * HOUR_MS,
  now,
];

/** The seven days as they begin in Shanghai, today last. */
export function weekDays(now: number): string[] {
  return Array.from({ length: FAULT_DAYS }, (_, index) => formatDate(now - (FAULT_DAYS - 1 - index) * DAY_MS));
}

interface HourRow extends Omit<UnitHour, 'at'> {
  /** Epoch ms. */
  readonly hour: number;
}

/** One entry for each hour of the axis: of what has no row nobody knows. @param silent when nobody heard the unit */
export function hoursOf(rows: readonly HourRow[], [from, until]: Interval, silent: readonly Interval[]): UnitHour[] {
  const of = new Map(rows.map((row) => [row.hour, row]));
  return Array.from({ length: DAY_HOURS }, (_, index) => {
    const at = from + index * HOUR_MS;
    const row = of.get(at);
    if (!row) return { at, trips: null, openings: null, reversals: null, runSec: null, partial: false };
    const { hour: _hour, partial, ...counts } = row;
    const unheard = seconds(cut(silent, [at, Math.min(at + HOUR_MS, until)]));
    return { at, ...counts, partial: partial || unheard > 0 };
  });
}

/** When nobody knows: of a unit without a box, always. */
export const silenceOf = ({ hasBox, silent }: DayOfUnit, axis: Interval): Interval[] =>
  cut(hasBox ? silent : [axis], axis);

/** The stops that reach into the axis, each kind without overlaps, by their beginning. @param now one that reaches it lasts */
export function stopsOf(day: DayOfUnit, axis: Interval): UnitStop[] {
  const kinds: readonly (readonly [UnitStop['kind'], Interval[]])[] = [
    ['fault', downOf(day)],
    ['service', union(day.service)],
    ['outside', union(day.outside)],
  ];
  return kinds
    .flatMap(([kind, intervals]) =>
      cut(intervals, axis).map(([from, until]) => ({ kind, from, until: until >= axis[1] ? null : until })),
    )
    .sort((one, other) => one.from - other.from);
}

/**
 * Faults of each day. None is said of a day only where somebody saw the unit for half of it (F6, readings 122, 243).
 * @param counts by day @param day the unit with a window that holds all days
 */
export function faultDays(
  days: readonly string[],
  counts: ReadonlyMap<string, number>,
  day: DayOfUnit,
): UnitDay['days'] {
  return days.map((name) => {
    const faults = counts.get(name) ?? 0;
    const from = parseWallTime(name) ?? 0;
    const window: Interval = [from, Math.min(from + DAY_MS, day.window[1])];
    const isSeen = dayFigures({ ...day, window }).silentSec * 2 <= (window[1] - window[0]) / 1000;
    return { day: name, faults: faults > 0 || isSeen ? faults : null };
  });
}
