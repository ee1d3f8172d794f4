import { placeOn, ticksOn } from '@/lib/platform/charts/time-scale';
import type { UnitDay, UnitHour } from '@/lib/features/unit-day/contract';
import { startOfDay } from '@/lib/platform/i18n/shanghai';

/** Positions on the axis of the last 24 hours. Pure. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TICK_HOURS = 4;

/** Share of the axis, in percent. */
type AxisPercent = number;

/** @param from the first moment of the axis, which is 24 hours long @param at epoch ms */
export const placeOf = (from: number, at: number): AxisPercent => placeOn({ from, until: from + DAY_MS }, at);

interface AxisRange {
  readonly left: AxisPercent;
  readonly width: AxisPercent;
}
export function stretchOf(from: number, start: number, end: number): AxisRange {
  const left = placeOf(from, start);
  return { left, width: placeOf(from, end) - left };
}

/** A round number that no bar exceeds and that can be halved well. */
export function topOf(counts: readonly (number | null)[]): number {
  const most = Math.max(0, ...counts.map((count) => count ?? 0));
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8, 10].find((step) => step * power >= most) ?? 10) * power;
}

interface Tick {
  readonly at: number;
  readonly left: AxisPercent;
}

/** Every fourth hour of the axis, without one so close to "now" that the labels would overlap. */
export function ticksOf(from: number, until: number): Tick[] {
  const step = TICK_HOURS * HOUR_MS;
  return ticksOn({ from, until }, step, { origin: from, room: step }).map((at) => ({ at, left: placeOf(from, at) }));
}

/** Where today begins in Shanghai, when that is on the axis. */
export function midnightOf(from: number, until: number): AxisPercent | undefined {
  const midnight = startOfDay(until);
  return midnight > from ? placeOf(from, midnight) : undefined;
}

type HourFigure = 'trips' | 'openings' | 'reversals' | 'runSec';

interface DaySum {
  /** null: nothing is known of any hour. */
  readonly total: number | null;
  /** All hours are known. */
  readonly isWhole: boolean;
}

/** The total of all hours. The running hour does not count as missing while it has no reading yet. */
export function sumOf(hours: readonly UnitHour[], member: HourFigure): DaySum {
  const known = hours.flatMap((hour) => hour[member] ?? []);
  const past = hours.slice(0, -1);
  return {
    total: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
    isWhole: past.every((hour) => hour[member] !== null) && hours.every(({ partial }) => !partial),
  };
}

/** The unknown parts of the axis: times without reports from the unit, and hours without a reading. */
export function unknownOf(
  { silent, from, until }: Pick<UnitDay, 'silent' | 'from' | 'until'>,
  hours: readonly UnitHour[],
  member: HourFigure,
): AxisRange[] {
  if (from === null || until === null) return [];
  const blank = hours
    .filter((hour) => hour[member] === null)
    .map(({ at }) => ({ from: at, until: Math.min(at + HOUR_MS, until) }));
  const all = [...silent, ...blank].sort((one, other) => one.from - other.from);
  const joined: { from: number; until: number }[] = [];
  for (const part of all) {
    const last = joined.at(-1);
    if (last && part.from <= last.until) last.until = Math.max(last.until, part.until);
    else joined.push({ ...part });
  }
  return joined.map((part) => stretchOf(from, part.from, part.until));
}
