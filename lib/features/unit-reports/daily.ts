import { percentOf } from '@/lib/features/facts/internal/figures';
import type { UnitDayFacts } from '@/lib/features/facts/internal/unit-days';
import type { DailyRow } from './report-contract';

/** The rows of days of a report and their sum (silent-screens F6). Pure. */

const HOUR_SEC = 3600;
const hours = (sec: number | null) => (sec === null ? null : Math.round((sec / HOUR_SEC) * 100) / 100);
/** Whole watt-hours add up without a rest. */
const kWh = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

interface Sums {
  readonly trips: number | null;
  readonly openings: number | null;
  readonly runSec: number | null;
  readonly energyKwh: number | null;
  /** Null: nobody saw the unit, and nothing is said of it. */
  readonly availableSec: number | null;
  readonly equipmentFaultSec: number | null;
  readonly stoppedSec: number | null;
}

function sumsOf(day: UnitDayFacts): Sums {
  const { isSeen, availableSec, equipmentFaultSec, faultSec, serviceSec } = day;
  const stopped = faultSec + serviceSec;
  return {
    trips: day.trips,
    openings: day.openings,
    runSec: day.runSec,
    energyKwh: day.energyKwh,
    availableSec: isSeen ? availableSec : null,
    equipmentFaultSec: isSeen || equipmentFaultSec > 0 ? equipmentFaultSec : null,
    stoppedSec: isSeen || stopped > 0 ? stopped : null,
  };
}

interface Shown {
  readonly hasFaults: boolean;
  readonly hasEnergy: boolean;
}

function rowOf(key: string, sums: Sums, usability: number | null, { hasFaults, hasEnergy }: Shown): DailyRow {
  return {
    key,
    operationCount: sums.trips,
    openDoorCount: sums.openings,
    operationTimeCount: hours(sums.runSec),
    shutdownCount: hasFaults ? hours(sums.stoppedSec) : null,
    energyCount: hasEnergy ? kWh(sums.energyKwh) : null,
    availableCount: hasFaults ? hours(sums.availableSec) : null,
    errorCount: hasFaults ? hours(sums.equipmentFaultSec) : null,
    usability: hasFaults ? usability : null,
  };
}

const ABSENT: Sums = {
  trips: null,
  openings: null,
  runSec: null,
  energyKwh: null,
  availableSec: null,
  equipmentFaultSec: null,
  stoppedSec: null,
};

const usabilityOf = ({ availableSec, equipmentFaultSec }: UnitDayFacts) =>
  percentOf(availableSec, availableSec + equipmentFaultSec);

function add(name: keyof Sums, all: readonly Sums[]): number | null {
  const known = all.flatMap((sums) => sums[name] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A row a day of the window, also where nothing is known, and their sum; usability is weighted by hours. */
export function dailyRows(dates: readonly string[], facts: readonly UnitDayFacts[], shown: Shown) {
  const byDay = new Map(facts.map((day) => [day.day, day]));
  const known = dates.flatMap((date) => byDay.get(date) ?? []);
  const seen = known.filter(({ isSeen }) => isSeen);
  const sums = known.map(sumsOf);
  const total = Object.fromEntries(
    (Object.keys(ABSENT) as (keyof Sums)[]).map((name) => [name, add(name, sums)] as const),
  ) as unknown as Sums;
  const available = seen.reduce((sum, day) => sum + day.availableSec, 0);
  const whole = seen.reduce((sum, day) => sum + day.availableSec + day.equipmentFaultSec, 0);
  return {
    rows: dates.map((date) => {
      const day = byDay.get(date);
      return day === undefined
        ? rowOf(date, ABSENT, null, shown)
        : rowOf(date, sumsOf(day), day.isSeen ? usabilityOf(day) : null, shown);
    }),
    total: rowOf('total', total, percentOf(available, whole), shown),
    noDataDays: dates.length - seen.length,
  };
}
