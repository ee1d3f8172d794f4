import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { dayAfter, dayBefore, monthOf } from '../shared/days';
import { MONTH_COLUMNS } from '../roll-up';

/**
 * Facts of units, added up over a window of days, for lists of units that show and sort them: a row a unit that has facts.
 * The sums are those of `EquipmentMonth`; a long window reads the months that are over, and the days at its ends (readings 227).
 */

export interface DayWindow {
  /** `yyyy-MM-dd`, both included; the last may be today. */
  readonly from: string;
  readonly until: string;
}

/** From here on months are read. */
const MANY_DAYS = 31;

const NAMES = Object.keys(MONTH_COLUMNS);
const FROM_DAYS = Prisma.raw(NAMES.map((name) => `${MONTH_COLUMNS[name] ?? 'NULL'} AS ${name}`).join(', '));
const FROM_MONTHS = Prisma.raw(NAMES.map((name) => `m.${name}`).join(', '));
const TOGETHER = Prisma.raw(NAMES.map((name) => `sum(p.${name}) AS ${name}`).join(', '));

const ofDays = (units: Prisma.Sql, { from, until }: DayWindow) => Prisma.sql`
  SELECT d.equipment_no, e.display_type, ${FROM_DAYS} FROM equipment_day d JOIN equipment e USING (equipment_no)
   WHERE d.day BETWEEN ${from}::date AND ${until}::date AND ${units} GROUP BY 1, 2`;
const ofMonths = (units: Prisma.Sql, first: string, last: string) => Prisma.sql`
  SELECT m.equipment_no, e.display_type, ${FROM_MONTHS} FROM equipment_month m JOIN equipment e USING (equipment_no)
   WHERE m.month BETWEEN ${first}::date AND ${last}::date AND ${units}`;

/**
 * The same for each day of one unit, those without facts too: `day`, a column each of `MONTH_COLUMNS`, and `flagged`. The days
 * add up to the unit's row of `unitWindow`.
 */
export const unitDays = (equipmentNo: string, { from, until }: DayWindow): Prisma.Sql => Prisma.sql`
  SELECT g::date AS day, p.* FROM generate_series(${from}::date, ${until}::date, '1 day') g
    LEFT JOIN (SELECT d.day AS of_day, bool_or(d.flagged) AS flagged, ${FROM_DAYS} FROM equipment_day d JOIN equipment e USING (equipment_no)
                WHERE d.equipment_no = ${equipmentNo} AND d.day BETWEEN ${from}::date AND ${until}::date GROUP BY 1) p ON p.of_day = g::date`;

/** The months that are over within a long window: first, and the one after the last; none of a short one. */
function monthsWithin({ from, until }: DayWindow, now: number): readonly [first: string, end: string] | undefined {
  const first = monthOf(from) === from ? from : monthOf(from, 1);
  const end = [monthOf(dayAfter(until)), monthOf(dayBefore(now, 0))].sort()[0] ?? from;
  return dayAfter(from, MANY_DAYS) > until || first >= end ? undefined : [first, end];
}

/**
 * The statement: `equipment_no`, `display_type` and a column each of `MONTH_COLUMNS`, of a long window several rows a unit: for
 * who adds up all units.
 * @param units a condition on units `e`
 */
export const unitParts = (units: Prisma.Sql, window: DayWindow, now: number): Prisma.Sql =>
  partsOf(
    window,
    now,
    (days) => ofDays(units, days),
    (first, last) => ofMonths(units, first, last),
  );

function partsOf(
  window: DayWindow,
  now: number,
  daysOf: (days: DayWindow) => Prisma.Sql,
  monthsOf: (first: string, last: string) => Prisma.Sql,
): Prisma.Sql {
  const months = monthsWithin(window, now);
  if (!months) return daysOf(window);
  const { from, until } = window;
  const [first, end] = months;
  const parts = [
    ...(from < first ? [daysOf({ from, until: dayAfter(first, -1) })] : []),
    monthsOf(first, monthOf(end, -1)),
    ...(end <= until ? [daysOf({ from: end, until })] : []),
  ];
  return Prisma.join(parts, ' UNION ALL ');
}

/**
 * `equipment_no` and `sec`, how long a unit stood still by its own fault: a row a unit that did. Days without are not read
 * (`equipment_day_fault_idx`).
 */
export const unitFaults = (units: Prisma.Sql, window: DayWindow, now: number): Prisma.Sql => Prisma.sql`
  SELECT p.equipment_no, sum(p.sec) AS sec FROM (${partsOf(
    window,
    now,
    ({ from, until }) => Prisma.sql`
      SELECT d.equipment_no, d.equipment_fault_sec AS sec FROM equipment_day d JOIN equipment e USING (equipment_no)
       WHERE d.day BETWEEN ${from}::date AND ${until}::date AND d.equipment_fault_sec > 0 AND ${units}`,
    (first, last) => Prisma.sql`
      SELECT m.equipment_no, m.equipment_fault_sec AS sec FROM equipment_month m JOIN equipment e USING (equipment_no)
       WHERE m.month BETWEEN ${first}::date AND ${last}::date AND m.equipment_fault_sec > 0 AND ${units}`,
  )}) p GROUP BY 1`;

/** The same, a row a unit. */
export function unitWindow(units: Prisma.Sql, window: DayWindow, now: number): Prisma.Sql {
  const parts = unitParts(units, window, now);
  return monthsWithin(window, now)
    ? Prisma.sql`SELECT p.equipment_no, p.display_type, ${TOGETHER} FROM (${parts}) p GROUP BY 1, 2`
    : parts;
}

/** Units that are listed with their sums. */
export interface UnitSumsAsked {
  /** A condition on units `e`. */
  readonly units: Prisma.Sql;
  readonly window: DayWindow;
  readonly now: number;
}

/** By a value of `unitWindow` `t`, by name, or by number. */
export interface UnitOrder {
  readonly by: Prisma.Sql | 'name' | 'number';
  readonly isUp: boolean;
}

/** The numbers of some units in their order, the number deciding among equals; what is not known is last in both directions. */
export async function unitKeys(
  at: Transaction,
  { units, window, now }: UnitSumsAsked,
  { by, isUp }: UnitOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const direction = isUp === isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const ordered =
    by === 'number'
      ? Prisma.sql`WHERE ${units} ORDER BY e.equipment_no ${direction}`
      : by === 'name'
        ? Prisma.sql`WHERE ${units} ORDER BY e.equipment_name ${direction}, e.equipment_no ${direction}`
        : Prisma.sql`LEFT JOIN (${unitWindow(units, window, now)}) t USING (equipment_no) WHERE ${units}
          ORDER BY ${by} ${direction} ${isReversed ? Prisma.sql`NULLS FIRST` : Prisma.sql`NULLS LAST`}, e.equipment_no ${direction}`;
  const rows = await at.$queryRaw<
    { equipment_no: string }[]
  >`SELECT e.equipment_no FROM equipment e ${ordered} OFFSET ${skip} LIMIT ${take}`;
  return rows.map((row) => row.equipment_no);
}
