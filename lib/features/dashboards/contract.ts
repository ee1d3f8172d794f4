import { z } from 'zod';
import { StatusHistoryEntry } from '@/lib/features/callbacks/contract';
import { DutyRow } from '@/lib/features/incidents/duty-contract';
import { AREA_LEVELS, MapArea, MapBuilding } from '@/lib/features/map/contract';
import { TECHNICIAN_STATES } from '@/lib/features/technician-links/value-sets';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  code,
  dateOut,
  dateTimeOut,
  filterKeys,
  filterText,
  int,
  optionalKey,
  text,
} from '@/lib/platform/contract/schemas';
import { UNIT_STATES } from '@/lib/live/units/condition';
import { DISTRIBUTION_PARTS, KPI_KEYS, KPI_UNITS, LEVELS, RECENT_KINDS, SAMPLES, VIEWS, WINDOWS } from './value-sets';

/** The four dashboards (api.md §2.20, silent-screens D0-D4); shapes of api.md §2.28. */

const count = z.number().int().min(0);
const figure = z.number().nullable();
const asOf = dateTimeOut;

/** What a dashboard is of. Of `kaProject` exactly one project; the `ka` views take projects with a key account. */
export const DashIn = z.object({
  view: z.enum(VIEWS, { error: 'badValue' }),
  window: z.enum(WINDOWS, { error: 'badValue' }).default('30d'),
  branchCode: optionalKey,
  projectIds: filterKeys,
  /** Projects with a unit in this city. */
  city: filterText(100),
});
export type DashIn = z.output<typeof DashIn>;

const dash = { access: SIGNED_IN, scope: 'eq', method: 'POST', maxBytes: KEY_LIST_BYTES, audit: 'view' } as const;

const Branch = z.object({ branchCode: z.string(), branchName: z.string() });
const Project = z.object({ projectId: z.string(), projectName: z.string(), city: z.string().nullable() });

/** What the selectors of a dashboard offer: branches and projects in scope and focus. */
export const listDashboardChoices = operation({
  ...dash,
  name: 'listDashboardChoices',
  path: 'dashboard/choices',
  input: z.object({ view: z.enum(VIEWS, { error: 'badValue' }) }),
  output: z.object({ branches: z.array(Branch), projects: z.array(Project) }),
  summary: 'Branches and projects that a dashboard can be narrowed to (api.md §2.20)',
});

const Kpi = z.object({
  key: z.enum(KPI_KEYS),
  value: figure,
  /** Of as many days right before the window. */
  previous: figure,
  unit: z.enum(KPI_UNITS),
  /** What it was counted of. */
  sample: count,
  sampleOf: z.enum(SAMPLES),
  /** Too few units or unit-days for a rate (readings 229). */
  isSmall: z.boolean(),
  /** The running month and the eleven before it; null: nothing is known. */
  series: z.array(figure).length(12),
  level: z.enum(LEVELS).nullable(),
  limits: z.object({ good: z.number(), watch: z.number(), isLess: z.boolean() }).nullable(),
});
export type Kpi = z.output<typeof Kpi>;

/** Units by their most serious state, each once (readings 140). */
const States = z.object(
  Object.fromEntries(UNIT_STATES.map((state) => [state, count])) as Record<(typeof UNIT_STATES)[number], typeof count>,
);

/** Errors: no_object_permission, not_found, validation_failed (`kaProject` without its project), access_denied (data strategy). */
export const getDashboardSummary = operation({
  ...dash,
  name: 'getDashboardSummary',
  path: 'dashboard/summary',
  input: DashIn,
  output: z.object({
    asOf,
    /** The window, and the months of the series. */
    from: dateOut,
    until: dateOut,
    months: z.array(z.string()).length(12),
    counts: z.object({
      equipmentTotal: count,
      elevatorTotal: count,
      escalatorTotal: count,
      sidewalkTotal: count,
      projectTotal: count,
      /** With a contract in force today. */
      inContract: count,
      /** More than two equipment-caused call-outs in 30 days (silent-screens F5). */
      unhealthy: count,
      states: States,
    }),
    /** False: the data strategy withholds faults. */
    showsFaults: z.boolean(),
    kpis: z.array(Kpi),
    historyMonths: z.number().int().optional(),
  }),
  summary: 'Counts and figures of a dashboard (api.md §2.20)',
});

const Cause = z.object({ code: z.string(), quantity: count });
const DayHours = z.object({
  day: dateOut,
  callbacks: z.array(count).length(24),
  entrapments: z.array(count).length(24),
});

/** Errors as getDashboardSummary. */
export const getDashboardTrend = operation({
  ...dash,
  name: 'getDashboardTrend',
  path: 'dashboard/trend',
  input: DashIn,
  output: z.object({
    asOf,
    from: dateOut,
    until: dateOut,
    months: z.array(z.string()).length(12),
    callbacks: z.array(figure),
    equipmentCaused: z.array(figure),
    entrapments: z.array(figure),
    /** Of closed call-outs of the window; `none`: no reason was recorded. */
    causes: z.array(Cause),
    /** Entrapments of the window by hour of day. */
    entrapmentHours: z.array(count).length(24),
    /** The last seven days by hour. */
    week: z.array(DayHours),
  }),
  summary: 'Call-outs of a dashboard by month, reason and hour (api.md §2.20)',
});

const RankedUnit = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  projectName: z.string().nullable(),
  score: z.number(),
  entrapments: count,
  equipmentCalls: count,
  otherCalls: count,
  /** Open A and B, and open D symptoms; null without SYMPTOM_READ. */
  faultSymptoms: count.nullable(),
  diagnoses: count.nullable(),
  /** null where the data strategy withholds faults. */
  downHours: figure,
});
export type RankedUnit = z.output<typeof RankedUnit>;
const RankedBranch = Branch.extend({
  equipmentTotal: count,
  onlineCount: count,
  faultCount: count.nullable(),
  openCallbacks: count,
  availability: figure,
  callbacks: count,
  entrapments: count,
});
const RankedProject = Project.extend({
  equipmentTotal: count,
  availability: figure,
  callbacks: count,
  entrapments: count,
  /** Mean seconds to entrapments. */
  arrivalTime: figure,
  maintenanceCompliance: figure,
  /** Inspections that are over. */
  inspectionsDue: count,
  unhealthy: count,
});
export type RankedProject = z.output<typeof RankedProject>;

const UnitFigures = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** null: counted on no day. */
  trips: figure,
  /** null: seen on no day, or the data strategy withholds faults. */
  availability: figure,
});

/** Errors as getDashboardSummary. */
export const getDashboardRanking = operation({
  ...dash,
  name: 'getDashboardRanking',
  path: 'dashboard/ranking',
  input: DashIn.extend({ top: int(1, 50).default(10) }),
  output: z.object({
    asOf,
    from: dateOut,
    until: dateOut,
    /** Days of the score. */
    scoreFrom: dateOut,
    units: z.array(RankedUnit),
    branches: z.array(RankedBranch),
    projects: z.array(RankedProject),
    /** Units by their call-outs of the window: none, one and so on, five or more; of `kaBranch`. */
    distribution: z.array(count).length(DISTRIBUTION_PARTS).nullable(),
    /** What each unit did in the window, by name; of `kaProject`, at most 200. */
    unitFigures: z.array(UnitFigures),
  }),
  summary: 'Problem units, branches and projects of a dashboard (api.md §2.20)',
});

const Done = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  closeDate: dateTimeOut,
});
const Recent = z.object({
  kind: z.enum(RECENT_KINDS),
  /** Of a call-out its own number, else that of the message. */
  id: z.string(),
  date: dateTimeOut,
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** Of a call-out its state, else what the message says. */
  text: z.string(),
});
export type Recent = z.output<typeof Recent>;
const PlannedDay = z.object({ day: dateOut, planned: count, done: count, overdue: count });

const DueDates = z.object({
  rows: z.array(z.object({ equipmentNo: z.string(), equipmentName: z.string(), date: dateOut })),
  total: count,
});

/** Errors as getDashboardSummary. Null: the caller may not read the list behind it (readings 231). */
export const getDashboardOpen = operation({
  ...dash,
  name: 'getDashboardOpen',
  path: 'dashboard/openItems',
  input: DashIn.extend({ limit: int(1, 200).default(50) }),
  output: z.object({
    asOf,
    /** Open call-outs and symptoms with running clocks, those whose time ends first on top. */
    duty: z.object({ rows: z.array(DutyRow), total: count }).nullable(),
    /** Of each call-out of the duty: what happened, oldest first, and what its technician said; of `kaProject`. */
    progress: z.array(
      z.object({
        callbackId: z.string(),
        statusHistory: z.array(StatusHistoryEntry.pick({ status: true, updateTime: true })),
        technician: z.object({ state: z.enum(TECHNICIAN_STATES), at: dateTimeOut.nullable() }),
      }),
    ),
    /** Open call-outs by state, and those closed since midnight. */
    board: z
      .object({ INIT: count, REQU: count, PAGE: count, DISP: count, SITE: count, INTR: count, done: count })
      .nullable(),
    /** The last of those that were closed since midnight. */
    done: z.array(Done),
    /** The last ten entrapments, faults and changes of call-outs, the newest first; of `ops`. */
    recent: z.array(Recent),
    /** Jobs of this week by their day. */
    maintenance: z.array(PlannedDay).nullable(),
    /** Due within the caller's own days, the first eight of each; of `ka`. */
    due: z.object({ inspections: DueDates.nullable(), contracts: DueDates.nullable() }),
    /** The next day of each kind; null: none is known, or the caller may not read its list. */
    next: z.object({ maintenance: dateOut.nullable(), inspection: dateOut.nullable(), contract: dateOut.nullable() }),
  }),
  summary: 'Open call-outs, the board and the week of a dashboard (api.md §2.20)',
});

/** Errors as getDashboardSummary. */
export const getDashboardMap = operation({
  ...dash,
  name: 'getDashboardMap',
  path: 'dashboard/map',
  input: DashIn.extend({
    /** 1 the areas of the country, 2 those of `parentArea`, 3 the buildings of `parentArea` or of its `area`. */
    level: code(AREA_LEVELS).default(1),
    parentArea: filterText(100),
    /** A city, or a district where there are no cities; empty: the rows say none. */
    area: text(100).optional(),
  }).refine(({ level, parentArea }) => level === 1 || parentArea !== undefined, {
    path: ['parentArea'],
    error: 'required',
  }),
  output: z.object({
    asOf,
    areas: z.array(MapArea),
    /** Of level 3, at most 2000; beyond that squares of a grid. */
    buildings: z.array(MapBuilding),
    /** Of level 1: units of no known place; with the areas they make up all units. */
    unlocated: count.nullable(),
  }),
  summary: 'Units and open call-outs of a dashboard by area or building (api.md §2.20)',
});

/** The projects of the ranking as a workbook. Errors as getDashboardSummary. */
export const exportDashboard = operation({
  ...dash,
  name: 'exportDashboard',
  path: 'dashboard/download',
  input: DashIn,
  output: fileOutput,
  summary: 'Projects of a dashboard as xlsx (api.md §2.20)',
  audit: 'export',
});

export const dashboardOperations = [
  listDashboardChoices,
  getDashboardSummary,
  getDashboardTrend,
  getDashboardRanking,
  getDashboardOpen,
  getDashboardMap,
  exportDashboard,
];
