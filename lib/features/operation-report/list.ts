import { z } from 'zod';
import { unitsWhere } from '@/lib/features/equipment/internal/unit-filters';
import { storedSum } from '@/lib/features/facts/internal/stored-sum';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import { unitKeys, unitWindow } from '@/lib/features/facts/internal/unit-window';
import type { DayWindow, UnitOrder, UnitSumsAsked } from '@/lib/features/facts/internal/unit-window';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { Prisma } from '@/lib/platform/db/generated/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import { formatDate } from '@/lib/platform/i18n/format';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { OperationFilters, OperationRow, OperationSortField, queryRunCount } from './contract';
import { MAX_DAYS, SORTED_DAYS, SORTED_UNITS } from './value-sets';

/** Reads the operation report by plain SQL: sums of days are no columns of the units (readings 101, 227). */

type Query = ParsedOf<typeof queryRunCount>;
type Order = Pick<Query, 'sortField' | 'sortOrder'>;

const sql = Prisma.sql;
const DAY_MS = 86_400_000;

/** The sums of a unit by `unitWindow` `t`. Nothing is said of what nobody saw: neither a time without faults nor none with. */
const SUMS = {
  runTimeCount: sql`t.run_sec`,
  runCount: sql`t.trips`,
  openDoorCount: sql`t.openings`,
  normalTimeCount: sql`CASE WHEN t.seen_days > 0 THEN t.normal_sec END`,
  errorTimeCount: sql`CASE WHEN t.seen_days > 0 OR t.fault_sec > 0 THEN t.fault_sec END`,
  passengersCount: sql`t.passengers`,
} as const satisfies Partial<Record<OperationSortField, Prisma.Sql>>;
type SumField = keyof typeof SUMS;

/** Sums that a data strategy withholds with a group. */
const GROUPS: Readonly<Partial<Record<SumField, string>>> = {
  normalTimeCount: 'faults',
  errorTimeCount: 'faults',
  passengersCount: 'passengers',
};

/** The sums that these data groups leave out. */
export const withheldOf = (dataGroups: readonly string[]): SumField[] =>
  (Object.keys(GROUPS) as SumField[]).filter((field) => !dataGroups.includes(GROUPS[field] ?? ''));

const isSum = (field: Order['sortField']): field is SumField => field !== undefined && field in SUMS;

/** A report that may be read: its units, days and order. */
export interface OperationReport extends UnitSumsAsked {
  readonly order: Order;
  readonly withheld: readonly SumField[];
  readonly historyMonths?: number;
  readonly total: number;
}

/** @throws validation_failed: no range, or one that is reversed, too long or not over */
export function requireDays(
  { startDate, endDate }: Pick<OperationFilters, 'startDate' | 'endDate'>,
  now: number,
): DayWindow {
  dayRange({ startDate, endDate }, { isRequired: true, maxDays: MAX_DAYS });
  const [from, until] = [startDate ?? '', endDate ?? ''];
  if (until > formatDate(now)) throw new FieldError('endDate', 'dayInFuture');
  return { from, until };
}

/** @throws validation_failed, access_denied */
export async function reportOf(actor: Actor, query: OperationFilters & Order, now: number): Promise<OperationReport> {
  const asked = requireDays(query, now);
  const { keyword, equipmentType } = query;
  // Escalators are 1 here (readings 48).
  const displayTypes =
    equipmentType === undefined ? undefined : equipmentType === 1 ? (['ES', 'WW'] as const) : (['EV'] as const);
  const units = unitsWhere(actor, { ...query, key: keyword, displayTypes });
  const [{ first, ...cut }, { dataGroups }, total] = await Promise.all([
    shownFrom(actor, asked),
    strategyOf(actor),
    sharedCount(actor, 'queryRunCount', partsOf(units), () => countUnits(units)),
  ]);
  const window = { from: first, until: asked.until };
  const withheld = withheldOf(dataGroups);
  // An order would tell what is withheld.
  const isOpen = isSum(query.sortField) && !withheld.includes(query.sortField);
  const order = isSum(query.sortField) && !isOpen ? { sortOrder: query.sortOrder, sortField: undefined } : query;
  const days = (Date.parse(window.until) - Date.parse(window.from)) / DAY_MS + 1;
  if (isSum(order.sortField) && days > SORTED_DAYS && total > SORTED_UNITS)
    throw new FieldError('sortField', 'sumSortLimit', { days: SORTED_DAYS, units: SORTED_UNITS });
  return { units, window, now, order, withheld, total, ...cut };
}

async function countUnits(units: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM equipment e WHERE ${units}`;
  return Number(row?.total ?? 0);
}

/** By number without a sort field. */
function orderOf({ sortField, sortOrder }: Order): UnitOrder {
  if (sortField === undefined) return { by: 'number', isUp: true };
  const by = isSum(sortField) ? SUMS[sortField] : sortField === 'equipmentName' ? 'name' : 'number';
  return { by, isUp: sortOrder === 'asc' };
}

const StoredRows = z.array(
  z.object({
    equipmentNo: z.string(),
    equipmentName: z.string(),
    equipmentType: z.string(),
    displayType: z.enum(DISPLAY_TYPES),
    runTimeCount: storedSum,
    runCount: storedSum,
    openDoorCount: storedSum,
    normalTimeCount: storedSum,
    errorTimeCount: storedSum,
    passengersCount: storedSum,
  }),
);
/** The sums of `t` by the names of a row, in seconds where a row has hours. */
export const SUM_COLUMNS = Prisma.join(
  Object.entries(SUMS).map(([field, value]) => sql`${value} AS ${Prisma.raw(`"${field}"`)}`),
  ', ',
);

const hoursOf = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 36) / 100);

/** The rows of keys that a scoped query found, in the same order. */
async function readRows({ window, now, withheld }: OperationReport, keys: readonly string[]): Promise<OperationRow[]> {
  if (keys.length === 0) return [];
  const found = await db().$queryRaw`
    SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.equipment_type AS "equipmentType",
           e.display_type::text AS "displayType", ${SUM_COLUMNS}
      FROM unnest(${[...keys]}::text[]) WITH ORDINALITY AS k (equipment_no, place)
      JOIN equipment e USING (equipment_no)
      LEFT JOIN (${unitWindow(sql`e.equipment_no = ANY(${[...keys]}::text[])`, window, now)}) t ON t.equipment_no = e.equipment_no
     ORDER BY k.place`;
  return StoredRows.parse(found).map((row) => ({
    ...row,
    runTimeCount: hoursOf(row.runTimeCount),
    normalTimeCount: hoursOf(row.normalTimeCount),
    errorTimeCount: hoursOf(row.errorTimeCount),
    ...Object.fromEntries(withheld.map((field) => [field, null])),
  }));
}

/** @throws validation_failed, access_denied */
export async function findOperationPage(
  actor: Actor,
  query: Query,
  now = Date.now(),
): Promise<OutputOf<typeof queryRunCount>> {
  const report = await reportOf(actor, query, now);
  const { total, historyMonths } = report;
  const { keys } = await readPageKeys(query, {
    count: () => Promise.resolve(total),
    keys: (isReversed, skip, take) => unitKeys(db(), report, orderOf(report.order), isReversed, skip, take),
  });
  return {
    ...page(await readRows(report, keys), total, query),
    ...(historyMonths === undefined ? {} : { historyMonths }),
  };
}

/** Every row of the report, in its order. */
export async function* reportRows(report: OperationReport): AsyncGenerator<OperationRow> {
  for await (const keys of keysInOrder((at, skip, take) =>
    unitKeys(at, report, orderOf(report.order), false, skip, take),
  ))
    yield* await readRows(report, keys);
}
