import type { DATA_GROUPS } from '@/lib/platform/strategy/shapes';
import type { CallSums, UnitSums } from '../sums';

/**
 * Every figure of units and call-outs, once (silent-screens D0, F6; readings 216-218, 229): pages, paper and dashboards
 * ask here what it is called, how it is counted and which list shows its rows. Its words are `facts.figure.<key>.name`,
 * `.formula` in the messages. Pure.
 */

export interface Sums {
  readonly units: UnitSums;
  readonly calls: CallSums;
  /** Days of the window that have facts. */
  readonly days: number;
}

type FigureUnit = 'count' | 'percent' | 'seconds' | 'days' | 'perYear' | 'kWh';

/** A list of the portal, narrowed to the rows that were counted; scope and days come from whoever asks. */
interface FigureRows {
  readonly list: 'callbacklist' | 'equipmentlist' | 'operationReportReport' | 'energySave';
  readonly filters?: Readonly<Record<string, string>>;
}

interface Definition {
  readonly unit: FigureUnit;
  /** Null: nobody knows. */
  readonly of: (sums: Sums) => number | null;
  /** A rate of few units or days is none (readings 229). */
  readonly isRate?: true;
  /** The data group that a strategy may withhold it with. */
  readonly group?: (typeof DATA_GROUPS)[number];
  readonly rows: FigureRows | null;
}

const CALLS: FigureRows = { list: 'callbacklist' };
const TRAPPED: FigureRows = { list: 'callbacklist', filters: { person: 'personTrapped' } };
const OWN: FigureRows = { list: 'callbacklist', filters: { scsa: '1', jobStatus: 'CLSO' } };
const CLOSED: FigureRows = { list: 'callbacklist', filters: { jobStatus: 'CLSO' } };
const RUNS: FigureRows = { list: 'operationReportReport' };
/** Its days are whole months. */
const ENERGY: FigureRows = { list: 'energySave' };

/** Percent with two decimals, cut so that what is not whole never reads 100. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.floor((part / whole) * 10_000 + 1e-9) / 100 : null;
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

type Speeds = Pick<UnitSums, 'fullSec' | 'crawlSec' | 'standbySec'>;
const speedTime = ({ fullSec, crawlSec, standbySec }: Speeds) => (fullSec ?? 0) + (crawlSec ?? 0) + (standbySec ?? 0);
/** Of escalators and walks: the time they stood by, and the time they crawled or stood by (silent-screens A4). */
export const standbyShare = (speeds: Speeds) => percentOf(speeds.standbySec ?? 0, speedTime(speeds));
export const savingShare = (speeds: Speeds) =>
  percentOf((speeds.crawlSec ?? 0) + (speeds.standbySec ?? 0), speedTime(speeds));
/** Means divide by the days that counted (readings 217). */
export const energyPerUnitDay = ({ energyKwh, energyUnitDays }: Pick<UnitSums, 'energyKwh' | 'energyUnitDays'>) =>
  energyKwh === null ? null : ratio(energyKwh, energyUnitDays);

const YEAR_DAYS = 365;
const MONTH_DAYS = 365 / 12;

export const FIGURES = {
  unitDays: { unit: 'days', of: ({ units }) => units.unitDays, rows: { list: 'equipmentlist' } },
  availability: {
    unit: 'percent',
    isRate: true,
    group: 'faults',
    of: ({ units }) => percentOf(units.validAvailableSec, units.validSec),
    rows: RUNS,
  },
  onlineRate: {
    unit: 'percent',
    isRate: true,
    of: ({ units: { online, offline, disconnected } }) =>
      online === null ? null : percentOf(online, online + (offline ?? 0) + (disconnected ?? 0)),
    rows: { list: 'equipmentlist' },
  },
  trips: { unit: 'count', of: ({ units }) => units.trips, rows: RUNS },
  openings: { unit: 'count', of: ({ units }) => units.openings, rows: RUNS },
  tripsPerUnitDay: {
    unit: 'count',
    isRate: true,
    of: ({ units }) => (units.trips === null ? null : ratio(units.trips, units.tripUnitDays)),
    rows: RUNS,
  },
  /** Of one unit or a few: means over the days that were counted (readings 217). */
  tripsPerDay: {
    unit: 'count',
    of: ({ units }) => (units.trips === null ? null : ratio(units.trips, units.tripUnitDays)),
    rows: RUNS,
  },
  openingsPerDay: {
    unit: 'count',
    of: ({ units }) => (units.openings === null ? null : ratio(units.openings, units.tripUnitDays)),
    rows: RUNS,
  },
  runPerDay: {
    unit: 'seconds',
    of: ({ units }) => (units.runSec === null ? null : ratio(units.runSec, units.runUnitDays)),
    rows: RUNS,
  },
  runTime: { unit: 'seconds', of: ({ units }) => units.runSec, rows: RUNS },
  fullTime: { unit: 'seconds', of: ({ units }) => units.fullSec, rows: RUNS },
  crawlTime: { unit: 'seconds', of: ({ units }) => units.crawlSec, rows: RUNS },
  standbyTime: { unit: 'seconds', of: ({ units }) => units.standbySec, rows: RUNS },
  passengers: { unit: 'count', group: 'passengers', of: ({ units }) => units.passengers, rows: RUNS },
  energy: { unit: 'kWh', group: 'energy', of: ({ units }) => units.energyKwh, rows: ENERGY },
  energyPerUnitDay: {
    unit: 'kWh',
    group: 'energy',
    of: ({ units }) => energyPerUnitDay(units),
    rows: ENERGY,
  },
  standbyShare: { unit: 'percent', of: ({ units }) => standbyShare(units), rows: ENERGY },
  savingShare: { unit: 'percent', of: ({ units }) => savingShare(units), rows: ENERGY },
  saved: { unit: 'kWh', group: 'energy', of: ({ units }) => units.savedKwh, rows: ENERGY },
  normalTime: {
    unit: 'seconds',
    group: 'faults',
    of: ({ units }) => (units.seenUnitDays > 0 ? units.normalSec : null),
    rows: RUNS,
  },
  faultTime: { unit: 'seconds', group: 'faults', of: ({ units }) => units.faultSec, rows: RUNS },
  equipmentFaultTime: { unit: 'seconds', group: 'faults', of: ({ units }) => units.equipmentFaultSec, rows: RUNS },
  serviceTime: { unit: 'seconds', group: 'faults', of: ({ units }) => units.serviceSec, rows: RUNS },
  unknownTime: { unit: 'seconds', of: ({ units }) => units.unknownSec, rows: RUNS },
  shutdowns: { unit: 'count', group: 'faults', of: ({ units }) => units.shutdowns, rows: RUNS },
  callbacks: { unit: 'count', of: ({ calls }) => calls.calls, rows: CALLS },
  equipmentCallbacks: { unit: 'count', of: ({ calls }) => calls.equipmentCalls, rows: OWN },
  entrapments: { unit: 'count', of: ({ calls }) => calls.entrapments, rows: TRAPPED },
  injured: {
    unit: 'count',
    of: ({ calls }) => calls.injuredCalls,
    rows: { list: 'callbacklist', filters: { person: 'personInjured' } },
  },
  callbacksPerUnitYear: {
    unit: 'perYear',
    isRate: true,
    of: ({ units, calls }) => ratio(calls.calls * YEAR_DAYS, units.unitDays),
    rows: CALLS,
  },
  equipmentCallbacksPerUnitYear: {
    unit: 'perYear',
    isRate: true,
    of: ({ units, calls }) => ratio(calls.equipmentCalls * YEAR_DAYS, units.unitDays),
    rows: OWN,
  },
  daysBetweenCallbacks: {
    unit: 'days',
    isRate: true,
    of: ({ units, calls }) => ratio(units.unitDays, calls.calls),
    rows: CALLS,
  },
  entrapmentRate: {
    unit: 'percent',
    isRate: true,
    of: ({ units, calls }) => percentOf(calls.entrapments * MONTH_DAYS, units.unitDays),
    rows: TRAPPED,
  },
  responseTime: { unit: 'seconds', of: ({ calls }) => calls.responseSec, rows: TRAPPED },
  responseRate: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.answeredInTime, calls.answeredEntrapments),
    rows: TRAPPED,
  },
  arrivalTime: { unit: 'seconds', of: ({ calls }) => calls.arrivalSec, rows: TRAPPED },
  arrivalRate: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.reachedInTime, calls.reachedEntrapments),
    rows: TRAPPED,
  },
  otherArrivalRate: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.reachedOthersInTime, calls.reachedOthers),
    rows: CALLS,
  },
  releaseTime: { unit: 'seconds', of: ({ calls }) => calls.releaseSec, rows: TRAPPED },
  rescueTime: { unit: 'seconds', of: ({ calls }) => calls.rescueSec, rows: TRAPPED },
  trappedTime: { unit: 'seconds', of: ({ calls }) => calls.trappedSec, rows: TRAPPED },
  restoreTime: { unit: 'seconds', of: ({ calls }) => calls.restoreSec, rows: CLOSED },
  restoreTime90: { unit: 'seconds', of: ({ calls }) => calls.restoreSec90, rows: CLOSED },
  firstTimeFixRate: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.firstTimeFixes, calls.equipmentCalls),
    rows: OWN,
  },
  proactiveShare: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.detectedCalls, calls.calls),
    rows: CALLS,
  },
  falseAlarmRate: {
    unit: 'percent',
    isRate: true,
    of: ({ calls }) => percentOf(calls.falseAlarms, calls.detectedCalls),
    rows: { list: 'callbacklist', filters: { scsa: '2' } },
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type FigureKey = keyof typeof FIGURES;
export const FIGURE_KEYS = Object.keys(FIGURES) as FigureKey[];

const LEAST_UNITS = 10;
const LEAST_UNIT_DAYS = 30;

export interface Figure {
  /** Null: nobody knows, it is withheld, or the sample is too small. */
  readonly value: number | null;
  readonly unit: FigureUnit;
  /** What it was counted of. */
  readonly sample: { readonly units: number; readonly unitDays: number };
}

/** @param groups what the data strategy leaves */
export function figureOf(key: FigureKey, sums: Sums, groups: readonly string[]): Figure {
  const definition: Definition = FIGURES[key];
  const { unitDays } = sums.units;
  const units = sums.days > 0 ? Math.round(unitDays / sums.days) : 0;
  const isWithheld = definition.group !== undefined && !groups.includes(definition.group);
  const isSmall = definition.isRate === true && (units < LEAST_UNITS || unitDays < LEAST_UNIT_DAYS);
  return {
    value: isWithheld || isSmall ? null : definition.of(sums),
    unit: definition.unit,
    sample: { units, unitDays },
  };
}
