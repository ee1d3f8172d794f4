import type { FigureKey } from '@/lib/features/facts/internal/figures';

/** What dashboards show, and over which days (silent-screens D0-D4). Pure. */

export const VIEWS = ['ops', 'ka', 'kaBranch', 'kaProject'] as const;
export type DashboardView = (typeof VIEWS)[number];

/** The last 30 days, the running month, the running month with the eleven before it. */
export const WINDOWS = ['30d', 'month', '12m'] as const;
export type DashboardWindow = (typeof WINDOWS)[number];

export const MONTH_POINTS = 12;
/** Days of the pattern by hour. */
export const WEEK_DAYS = 7;
/** Units by their call-outs: none, one … and as many as the last part or more. */
export const DISTRIBUTION_PARTS = 6;
/** Days over which problem units are scored. */
export const SCORE_DAYS = 90;
export const SCORE_WEIGHTS = {
  entrapments: 5,
  equipmentCalls: 3,
  otherCalls: 1,
  faultSymptoms: 2,
  diagnoses: 1,
  downHours: 0.25,
} as const;

/** What the ticker tells of. */
export const RECENT_KINDS = ['entrapment', 'error', 'callback'] as const;

export const KPI_KEYS = [
  'availability',
  'onlineRate',
  'callbacksPerUnitYear',
  'equipmentCallbacksPerUnitYear',
  'meanDaysBetweenCallbacks',
  'entrapments',
  'entrapmentRate',
  'responseTime',
  'responseRate3',
  'arrivalTime',
  'arrivalRate30',
  'releaseTime',
  'restoreTime',
  'firstTimeFix',
  'proactiveShare',
  'falseAlarmRate',
  'maintenanceCompliance',
  'inspectionValidity',
] as const;
export type KpiKey = (typeof KPI_KEYS)[number];

export const KPI_UNITS = ['count', 'percent', 'seconds', 'days', 'perYear'] as const;

/** Which figure a KPI is; the others are counted by the dashboards themselves. */
export const KPI_FIGURES = {
  availability: 'availability',
  onlineRate: 'onlineRate',
  callbacksPerUnitYear: 'callbacksPerUnitYear',
  equipmentCallbacksPerUnitYear: 'equipmentCallbacksPerUnitYear',
  meanDaysBetweenCallbacks: 'daysBetweenCallbacks',
  entrapments: 'entrapments',
  entrapmentRate: 'entrapmentRate',
  responseTime: 'responseTime',
  responseRate3: 'responseRate',
  arrivalTime: 'arrivalTime',
  arrivalRate30: 'arrivalRate',
  releaseTime: 'releaseTime',
  restoreTime: 'restoreTime',
  firstTimeFix: 'firstTimeFixRate',
  proactiveShare: 'proactiveShare',
  falseAlarmRate: 'falseAlarmRate',
} as const satisfies Partial<Record<KpiKey, FigureKey>>;
export type FigureKpi = keyof typeof KPI_FIGURES;

/** What a KPI was counted of. */
export const SAMPLES = ['units', 'callbacks', 'entrapments', 'equipmentCallbacks', 'jobs'] as const;
export type SampleKind = (typeof SAMPLES)[number];
export const KPI_SAMPLES: Readonly<Record<KpiKey, SampleKind>> = {
  availability: 'units',
  onlineRate: 'units',
  callbacksPerUnitYear: 'callbacks',
  equipmentCallbacksPerUnitYear: 'equipmentCallbacks',
  meanDaysBetweenCallbacks: 'callbacks',
  entrapments: 'units',
  entrapmentRate: 'entrapments',
  responseTime: 'entrapments',
  responseRate3: 'entrapments',
  arrivalTime: 'entrapments',
  arrivalRate30: 'entrapments',
  releaseTime: 'entrapments',
  restoreTime: 'callbacks',
  firstTimeFix: 'equipmentCallbacks',
  proactiveShare: 'callbacks',
  falseAlarmRate: 'callbacks',
  maintenanceCompliance: 'jobs',
  inspectionValidity: 'units',
};

export const LEVELS = ['good', 'watch', 'bad'] as const;
export type KpiLevel = (typeof LEVELS)[number];

/** The limits of a colour: up to `good` it is met, up to `watch` it deserves a look. */
export interface KpiLimits {
  readonly good: number;
  readonly watch: number;
}

/** Less is better of these. */
export const LESS_IS_BETTER: readonly KpiKey[] = [
  'callbacksPerUnitYear',
  'equipmentCallbacksPerUnitYear',
  'entrapmentRate',
  'releaseTime',
  'restoreTime',
  'falseAlarmRate',
];

/** The table of silent-screens D0; a KPI without a row has no colour. The setting `dashboard.limits` may change them. */
export const DEFAULT_LIMITS: Readonly<Partial<Record<KpiKey, KpiLimits>>> = {
  availability: { good: 99.5, watch: 98.5 },
  onlineRate: { good: 95, watch: 90 },
  callbacksPerUnitYear: { good: 2, watch: 4 },
  equipmentCallbacksPerUnitYear: { good: 2, watch: 4 },
  meanDaysBetweenCallbacks: { good: 180, watch: 90 },
  entrapmentRate: { good: 0, watch: 0.5 },
  responseRate3: { good: 95, watch: 85 },
  arrivalRate30: { good: 100, watch: 95 },
  releaseTime: { good: 45 * 60, watch: 60 * 60 },
  restoreTime: { good: 4 * 3600, watch: 8 * 3600 },
  firstTimeFix: { good: 85, watch: 75 },
  falseAlarmRate: { good: 10, watch: 20 },
  maintenanceCompliance: { good: 98, watch: 95 },
  inspectionValidity: { good: 100, watch: 98 },
};

/** null: nothing is known, or there is no limit. */
export function levelOf(key: KpiKey, value: number | null, limits: KpiLimits | undefined): KpiLevel | null {
  if (value === null || !limits) return null;
  const isWithin = (limit: number) => (LESS_IS_BETTER.includes(key) ? value <= limit : value >= limit);
  return isWithin(limits.good) ? 'good' : isWithin(limits.watch) ? 'watch' : 'bad';
}
