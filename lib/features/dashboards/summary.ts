import { FIGURES, percentOf, type FigureKey } from '@/lib/features/facts/internal/figures';
import type { FigureRow } from '@/lib/features/facts/internal/read-figures';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate } from '@/lib/platform/i18n/format';
import type { DashIn, getDashboardSummary, Kpi } from './contract';
import { readCounts } from './counts';
import { daysBeforeThem, monthDays, monthsOf, windowDays } from './days';
import { complianceOf, readInspections, readJobMonths, readJobs } from './jobs';
import { readLimits } from './internal/limits';
import { narrow, type Narrowed } from './narrow';
import { madeAt, figuresOf, figuresWithin, shared, SLOW_MS } from './read';
import { KPI_FIGURES, KPI_KEYS, KPI_SAMPLES, LESS_IS_BETTER, levelOf } from './value-sets';
import type { FigureKpi, KpiKey, KpiLimits } from './value-sets';

/** Counts and KPIs of a dashboard: figures of the facts, and what dashboards count themselves (silent-screens D0). */

type Summary = OutputOf<typeof getDashboardSummary>;
/** What is the same for a KPI, before its colour. */
type Counted = Omit<Kpi, 'level' | 'limits' | 'sampleOf'>;

const LEAST_UNITS = 10;
const valueOf = (row: FigureRow | undefined, key: FigureKey): number | null => row?.figures[key].value ?? null;
const isRate = (key: FigureKey): boolean => 'isRate' in FIGURES[key];
const isFigure = (key: KpiKey): key is FigureKpi => key in KPI_FIGURES;

const SAMPLE_FIGURES = {
  callbacks: 'callbacks',
  entrapments: 'entrapments',
  equipmentCallbacks: 'equipmentCallbacks',
} as const satisfies Partial<Record<string, FigureKey>>;

interface Read {
  readonly now: FigureRow | undefined;
  readonly before: FigureRow | undefined;
  readonly months: readonly (FigureRow | undefined)[];
}

function ofFigures({ now, before, months }: Read, key: FigureKpi): Counted {
  const figure = KPI_FIGURES[key];
  const kind = KPI_SAMPLES[key];
  const of = now?.figures[figure];
  const units = of?.sample.units ?? 0;
  const sample = kind in SAMPLE_FIGURES ? (valueOf(now, SAMPLE_FIGURES[kind as 'callbacks']) ?? 0) : units;
  return {
    key,
    value: of?.value ?? null,
    previous: valueOf(before, figure),
    unit: of?.unit === 'kWh' ? 'count' : (of?.unit ?? 'count'),
    sample,
    isSmall: isRate(figure) && (units < LEAST_UNITS || (of?.sample.unitDays ?? 0) < 30),
    series: months.map((row) => valueOf(row, figure)),
  };
}

async function readSummary(narrowed: Narrowed, { view, window }: DashIn, now: number) {
  const days = windowDays(window, now);
  const months = monthsOf(now);
  const before = daysBeforeThem(days);
  const [counted, current, previous, byMonth, jobs, jobsBefore, jobMonths, inspections] = await Promise.all([
    readCounts(narrowed, view, now),
    figuresOf(narrowed, 'all', days, now),
    figuresWithin(narrowed, before, now),
    figuresOf(narrowed, 'month', monthDays(now), now),
    readJobs(narrowed, days, now),
    readJobs(narrowed, before, now),
    readJobMonths(narrowed, monthDays(now), now),
    readInspections(narrowed, formatDate(now)),
  ]);
  const read: Read = {
    now: current.rows[0],
    before: previous,
    months: months.map((month) => byMonth.rows.find(({ key }) => key === month)),
  };
  const isSmall = counted.counts.equipmentTotal < LEAST_UNITS;
  const rate = (value: number | null) => (isSmall ? null : value);
  const others: Readonly<Record<Exclude<KpiKey, FigureKpi>, Counted>> = {
    maintenanceCompliance: {
      key: 'maintenanceCompliance',
      value: rate(complianceOf(jobs)),
      previous: rate(complianceOf(jobsBefore)),
      unit: 'percent',
      sample: jobs.due,
      isSmall,
      series: months.map((month) => {
        const found = jobMonths.find(({ key }) => key === month);
        return found ? rate(complianceOf(found)) : null;
      }),
    },
    inspectionValidity: {
      key: 'inspectionValidity',
      value: rate(percentOf(inspections.valid, inspections.dated)),
      previous: null,
      unit: 'percent',
      sample: inspections.dated,
      isSmall,
      // Nobody kept what was valid then.
      series: months.map(() => null),
    },
  };
  const kpis = KPI_KEYS.map((key): Counted => {
    if (!isFigure(key)) return others[key];
    const one = ofFigures(read, key);
    // The rate of now; its history is the state at midnight (readings 229).
    return key === 'onlineRate'
      ? { ...one, value: rate(percentOf(counted.online, counted.linked)), sample: counted.linked, isSmall }
      : one;
  });
  return {
    asOf: madeAt(now),
    from: current.from,
    until: days.until,
    months,
    counts: counted.counts,
    kpis,
    ...(current.historyMonths === undefined ? {} : { historyMonths: current.historyMonths }),
  };
}

function coloured(one: Counted, limits: KpiLimits | undefined): Kpi {
  const isLess = LESS_IS_BETTER.includes(one.key);
  return {
    ...one,
    sampleOf: KPI_SAMPLES[one.key],
    level: levelOf(one.key, one.value, limits),
    limits: limits ? { ...limits, isLess } : null,
  };
}

/** @throws as `narrow`; access_denied: the data strategy leaves nothing of the window */
export async function findSummary(actor: Actor, asked: DashIn, now = Date.now()): Promise<Summary> {
  const narrowed = await narrow(actor, asked);
  const { view, window } = asked;
  const [{ kpis, ...rest }, limits] = await Promise.all([
    shared(narrowed, 'getDashboardSummary', { view, window, today: formatDate(now) }, SLOW_MS, () =>
      readSummary(narrowed, asked, now),
    ),
    readLimits(),
  ]);
  return { ...rest, showsFaults: narrowed.showsFaults, kpis: kpis.map((one) => coloured(one, limits[one.key])) };
}
