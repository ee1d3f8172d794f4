import { PLANNED_DAYS } from '@/lib/features/equipment-history/contract';
import type { EquipmentHistory, HistoryDay } from '@/lib/features/equipment-history/contract';
import { dayAfter } from '@/lib/features/facts/shared/days';

/** The history of a unit as what stands on the strip: days as places, values as heights. Pure. */

const DAY_MS = 86_400_000;

export const indexOf = (startDate: string, day: string): number =>
  Math.round((Date.parse(day) - Date.parse(startDate)) / DAY_MS);

export interface StripDay {
  readonly index: number;
  readonly day: string;
  /** Undefined: nobody knows. */
  readonly facts?: HistoryDay;
  readonly faults?: EquipmentHistory['faults'][number];
  readonly callbacks: EquipmentHistory['callbacks'];
  readonly maintenance: EquipmentHistory['maintenance'];
}

export type RunUnit = 'trips' | 'hours';

export interface UnitStrip {
  /** Days of the past, today the last, then the planned ones. */
  readonly days: readonly StripDay[];
  /** How many of them are of the past, today included. */
  readonly past: number;
  /** Of the first that the data strategy leaves. */
  readonly shownFrom: number;
  readonly runUnit: RunUnit;
  readonly maxRun: number;
  readonly maxStop: number;
  readonly totals: {
    /** Undefined: it was counted on no day. */
    readonly run: number | undefined;
    readonly stop: number | undefined;
    readonly faults: number | undefined;
    readonly callbacks: number;
    readonly maintenance: number;
  };
}

/** The next of 1, 2, 5, 10, 20 … that is not below the value. */
export function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? 10 * power;
}

/** Undefined: it was not counted that day (readings 217). */
export const runOf = (facts: HistoryDay, unit: RunUnit): number | undefined =>
  (unit === 'trips' ? facts.trips : facts.runHours) ?? undefined;
/** Stopped hours of a day, by faults and by maintenance; undefined where the data strategy keeps them back. */
export const stopOf = ({ stopHours, serviceHours }: HistoryDay): number | undefined =>
  stopHours === null ? undefined : stopHours + (serviceHours ?? 0);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
function by<T extends { readonly day: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.day, [...(groups.get(row.day) ?? []), row]);
  return groups;
}

/** @param runUnit elevators count trips, stairs and walks hours */
export function stripOf(history: EquipmentHistory, runUnit: RunUnit): UnitStrip {
  const { startDate, endDate, days: facts, faults, callbacks, maintenance } = history;
  const past = indexOf(startDate, endDate) + 1;
  const factsOf = new Map(facts.map((row) => [row.day, row]));
  const faultsOf = new Map(faults.map((row) => [row.day, row]));
  const [callbacksOf, maintenanceOf] = [by(callbacks), by(maintenance)];
  const days = Array.from({ length: past + PLANNED_DAYS }, (_, index): StripDay => {
    const day = dayAfter(startDate, index);
    return {
      index,
      day,
      facts: factsOf.get(day),
      faults: faultsOf.get(day),
      callbacks: callbacksOf.get(day) ?? [],
      maintenance: maintenanceOf.get(day) ?? [],
    };
  });
  const hasFacts = facts.length > 0;
  const stops = facts.flatMap((row) => stopOf(row) ?? []);
  const runs = facts.flatMap((row) => runOf(row, runUnit) ?? []);
  return {
    days,
    past,
    shownFrom: indexOf(startDate, history.shownFrom),
    runUnit,
    maxRun: niceTop(Math.max(0, ...runs)),
    maxStop: niceTop(Math.max(1, ...stops)),
    totals: {
      run: runs.length > 0 ? sum(runs) : undefined,
      stop: hasFacts && history.hasFaults ? sum(stops) : undefined,
      // Of a unit that nobody watched there is no "no faults" (readings 122).
      faults: history.hasFaults && (hasFacts || faults.length > 0) ? sum(faults.map(({ total }) => total)) : undefined,
      callbacks: callbacks.length,
      maintenance: maintenance.filter(({ jobStatus }) => jobStatus === 'DONE' || jobStatus === 'CONFIRM').length,
    },
  };
}

/** Where the marks lead; a lane whose rows the reader may not open has no links. */
export interface StripLinks {
  readonly faults?: (day: string) => string;
  readonly callbacks?: (day: string) => string;
  readonly maintenance?: (planDate: string) => string;
  /** The pictures of the moment of a call-out. */
  readonly replay?: (at: string) => string | undefined;
}
