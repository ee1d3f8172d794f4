import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import { mappedKeys, focusOf } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { DisplayType } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { cutToHistory, strategyOf } from '@/lib/platform/strategy/limits';
import { DAY_MS } from '../shared/days';
import { figureOf, FIGURE_KEYS, type Figure, type FigureKey } from './figures';
import { readCallSums } from '../read-calls';
import { readUnitSums, type Grouping, type FigureFilter } from '../read-units';
import { CallSums, UnitSums } from '../sums';

/**
 * The figures of the portal, within the caller's scope and what his data strategy leaves (docs/decisions/009, 014): reports,
 * pages, paper and dashboards ask here, so that they cannot contradict each other.
 */

export interface FigureQuestion {
  /** `yyyy-MM-dd`, both included; of today what has gone counts. */
  readonly from: string;
  readonly until: string;
  readonly by: Grouping;
  /** Lists and reports are narrowed to the focus projects, dashboards are not (api.md §1.5). */
  readonly focus: boolean;
  readonly branchCodes?: readonly string[];
  readonly projectIds?: readonly string[];
  readonly equipmentNos?: readonly string[];
  readonly displayTypes?: readonly DisplayType[];
}

export interface FigureRow {
  /** What it is of: a day, a month `yyyy-MM`, a branch code, project id, equipment number or display type; '' of all. */
  readonly key: string;
  readonly figures: Readonly<Record<FigureKey, Figure>>;
}

export interface FigureAnswer {
  readonly rows: readonly FigureRow[];
  /** The first day that was read: later than asked where the data strategy cut it, and `historyMonths` says so. */
  readonly from: string;
  readonly historyMonths?: number;
}

/** What both filters allow; null allows all. */
function both(a: readonly string[] | null, b: readonly string[] | null | undefined): readonly string[] | null {
  if (a === null || !b) return a ?? b ?? null;
  const allowed = new Set(a);
  return b.filter((one) => allowed.has(one));
}

/** The question within the caller's scope: ids outside of it find nothing. */
function filterOf(actor: Actor, question: FigureQuestion): FigureFilter {
  const { branchCodes, projectIds, equipmentNos, displayTypes } = question;
  const scope = mappedKeys(actor);
  const focus = question.focus ? focusOf(actor) : null;
  return {
    branchCodes: both(scope.branches, branchCodes),
    projectIds: both(both(scope.projects, projectIds), focus),
    equipmentNos: equipmentNos ?? null,
    displayTypes: displayTypes ?? null,
  };
}

/** Of no unit and no call-out: nothing is summed, nothing is counted. */
const empty = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
const NOTHING = { units: UnitSums.parse(empty(UnitSums.shape)), calls: CallSums.parse(empty(CallSums.shape)) };

/** The first day of the window that the data strategy leaves. @throws access_denied: none of it */
export async function shownFrom(actor: Actor, { from, until }: Pick<FigureQuestion, 'from' | 'until'>) {
  const start = parseWallTime(from);
  if (start === undefined) throw new Error(`${from} is not a day`);
  const { span, historyMonths } = await cutToHistory(actor, { gte: new Date(start) });
  const first = formatDate(span.gte ?? new Date(start));
  if (historyMonths !== undefined && first > until)
    throw new AppError('access_denied', { messageKey: 'beyondHistory', params: { months: historyMonths } });
  return { first, ...(historyMonths === undefined ? {} : { historyMonths }) };
}

/** One row a key that has units or call-outs, by key; with `by: 'all'` always one. @throws access_denied beyond the data strategy */
export async function readFigures(actor: Actor, question: FigureQuestion, now = Date.now()): Promise<FigureAnswer> {
  const { by, until } = question;
  const { first, ...cut } = await shownFrom(actor, question);
  const filter = filterOf(actor, question);
  const from = new Date(parseWallTime(question.from) ?? now);
  const [units, calls, { dataGroups }] = await Promise.all([
    readUnitSums(by, { from: first, until }, filter, now),
    readCallSums({
      by,
      from,
      until: new Date((parseWallTime(until) ?? now) + DAY_MS),
      keptSince: cut.historyMonths === undefined ? null : new Date(parseWallTime(first) ?? now),
      units: unitsInScope(actor),
      filter,
    }),
    strategyOf(actor),
  ]);
  const unitsOf = new Map(units.map((row) => [row.key, row]));
  const callsOf = new Map(calls.map((row) => [row.key, row]));
  const keys = new Set([...(by === 'all' ? [''] : []), ...unitsOf.keys(), ...callsOf.keys()]);
  const rows = [...keys].sort().map((key): FigureRow => {
    const ofUnits = unitsOf.get(key);
    const sums = {
      units: ofUnits ?? NOTHING.units,
      calls: callsOf.get(key) ?? NOTHING.calls,
      days: ofUnits?.days ?? 0,
    };
    const figures = FIGURE_KEYS.map((name) => [name, figureOf(name, sums, dataGroups)] as const);
    return { key, figures: Object.fromEntries(figures) as FigureRow['figures'] };
  });
  return { rows, from: first, ...cut };
}
