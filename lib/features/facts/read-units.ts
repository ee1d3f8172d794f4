import { z } from 'zod';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { DisplayType } from '@/lib/platform/db/generated/client';
import { dayAfter, dayBefore, daysBetween, monthOf, sumDay } from './shared/days';
import type { DayWindow } from './internal/unit-window';
import { DAY_COLUMNS, EXISTS_FROM, EXISTS_UNTIL } from './roll-up';
import { UnitSums } from './sums';

/**
 * Sums over units and days, from where they are cheapest: of branches and projects from their days, of units from their months and
 * days. Whatever is asked, each unit and day counts once.
 */

export type Grouping = 'all' | 'day' | 'month' | 'branch' | 'project' | 'unit' | 'displayType';

/** Which units, within the caller's scope. Null: all. */
export interface FigureFilter {
  readonly branchCodes: readonly string[] | null;
  readonly projectIds: readonly string[] | null;
  readonly equipmentNos: readonly string[] | null;
  readonly displayTypes: readonly DisplayType[] | null;
}

const Rows = z.array(UnitSums.extend({ key: z.string(), days: z.coerce.number() }));
type UnitSumRow = z.output<typeof Rows>[number];

/** Columns of the sums, as the tables of days call them. */
const NAMES: Readonly<Record<string, string>> = {
  unitDays: 'units',
  seenUnitDays: 'seen_units',
  validSec: 'valid_sec',
  validAvailableSec: 'valid_available_sec',
  online: 'online',
  offline: 'offline',
  disconnected: 'disconnected',
  trips: 'trips',
  openings: 'openings',
  runSec: 'run_sec',
  fullSec: 'full_sec',
  crawlSec: 'crawl_sec',
  standbySec: 'standby_sec',
  energyKwh: 'energy_kwh',
  savedKwh: 'saved_kwh',
  passengers: 'passengers',
  tripUnitDays: 'trip_units',
  runUnitDays: 'run_units',
  energyUnitDays: 'energy_units',
  passengerUnitDays: 'passenger_units',
  normalSec: 'normal_sec',
  faultSec: 'fault_sec',
  equipmentFaultSec: 'equipment_fault_sec',
  unknownSec: 'unknown_sec',
  serviceSec: 'service_sec',
  shutdowns: 'shutdowns',
};
const SUMS = Object.entries(NAMES)
  .map(([field, name]) => `sum(t.${name}) AS "${field}"`)
  .join(', ');

const keyOf: Readonly<Record<Exclude<Grouping, 'unit'>, string>> = {
  all: `''`,
  day: 't.day::text',
  month: `to_char(t.day, 'YYYY-MM')`,
  branch: 't.branch_code',
  project: 't.project_id',
  displayType: 't.display_type::text',
};

const typed = ({ displayTypes }: FigureFilter) =>
  displayTypes === null ? Prisma.empty : Prisma.sql`AND t.display_type::text = ANY(${[...displayTypes]})`;

async function query(statement: Prisma.Sql): Promise<UnitSumRow[]> {
  const { text, values } = statement;
  return Rows.parse((await pool().query({ text, values })).rows);
}

/** From days of branches or of projects. */
function fromRolled(
  table: 'branch_day' | 'project_day',
  keys: readonly string[] | null,
  by: Exclude<Grouping, 'unit'>,
  { from, until }: DayWindow,
  filter: FigureFilter,
): Promise<UnitSumRow[]> {
  const column = Prisma.raw(table === 'branch_day' ? 't.branch_code' : 't.project_id');
  return query(Prisma.sql`
    SELECT ${Prisma.raw(keyOf[by])} AS key, count(DISTINCT t.day) AS days, ${Prisma.raw(SUMS)}
      FROM ${Prisma.raw(table)} t
     WHERE t.day BETWEEN ${from}::date AND ${until}::date ${keys === null ? Prisma.empty : Prisma.sql`AND ${column} = ANY(${[...keys]})`} ${typed(filter)}
     GROUP BY 1 ORDER BY 1`);
}

/** Units `e` of the filter; those that are gone are there for the days on which they were. */
function unitsOf({ branchCodes, projectIds, equipmentNos }: FigureFilter): Prisma.Sql {
  const parts = [
    ...(branchCodes ? [Prisma.sql`e.branch_code = ANY(${[...branchCodes]})`] : []),
    ...(projectIds
      ? [
          Prisma.sql`EXISTS (SELECT 1 FROM project_equipment own WHERE own.equipment_no = e.equipment_no AND own.project_id = ANY(${[...projectIds]}))`,
        ]
      : []),
    ...(equipmentNos ? [Prisma.sql`e.equipment_no = ANY(${[...equipmentNos]})`] : []),
  ];
  return parts.length > 0 ? Prisma.join(parts, ' AND ') : Prisma.sql`true`;
}

const DAY_SUMS = Object.entries(DAY_COLUMNS)
  .map(([name, formula]) => `${formula} AS ${name}`)
  .join(', ');

/** From days of units: the same sums as those of branches and projects. */
function fromDays(by: Grouping, { from, until }: DayWindow, filter: FigureFilter, now: number): Promise<UnitSumRow[]> {
  const days = daysBetween(from, until).map((day) => sumDay(day, now));
  const key = by === 'unit' ? 't.equipment_no' : keyOf[by];
  const group = by === 'unit' ? 'u.equipment_no' : by === 'project' ? 'p.project_id' : 'u.branch_code';
  const projects =
    by === 'project'
      ? Prisma.sql`JOIN project_equipment p ON p.equipment_no = u.equipment_no ${filter.projectIds ? Prisma.sql`AND p.project_id = ANY(${[...filter.projectIds]})` : Prisma.empty}`
      : Prisma.empty;
  return query(Prisma.sql`
    WITH x AS (SELECT * FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ sec }) => sec)}::int[]) AS x (day, sec)),
    u AS MATERIALIZED (SELECT e.equipment_no, e.branch_code, e.display_type, ${Prisma.raw(EXISTS_FROM)} AS since, ${Prisma.raw(EXISTS_UNTIL)} AS until
          FROM equipment e WHERE ${unitsOf(filter)}),
    t AS (SELECT ${Prisma.raw(group)}, x.day, u.display_type, ${Prisma.raw(DAY_SUMS)}
            FROM x JOIN u ON u.since <= x.day AND (u.until IS NULL OR u.until >= x.day) ${projects}
            LEFT JOIN equipment_day d ON d.equipment_no = u.equipment_no AND d.day = x.day GROUP BY 1, 2, 3)
    SELECT ${Prisma.raw(key)} AS key, count(DISTINCT t.day) AS days, ${Prisma.raw(SUMS)} FROM t
     WHERE true ${typed(filter)} GROUP BY 1 ORDER BY 1`);
}

/** Whole months of units, with the days on which they existed and have no facts. */
function fromMonths(months: readonly string[], filter: FigureFilter): Promise<UnitSumRow[]> {
  return query(Prisma.sql`
    WITH u AS MATERIALIZED (SELECT e.equipment_no, e.display_type, ${Prisma.raw(EXISTS_FROM)} AS since, ${Prisma.raw(EXISTS_UNTIL)} AS until
          FROM equipment e WHERE ${unitsOf(filter)}),
    t AS (SELECT u.equipment_no, u.display_type, d.*, greatest(0, least(coalesce(u.until, 'infinity'), (x.month + interval '1 month')::date - 1) - greatest(u.since, x.month) + 1) AS units
            FROM unnest(${[...months]}::date[]) AS x (month) JOIN u ON u.since < (x.month + interval '1 month')::date AND (u.until IS NULL OR u.until >= x.month)
            LEFT JOIN (SELECT equipment_no AS no, month AS of_month, days, seen_days, valid_sec, valid_available_sec, trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh,
                              saved_kwh, passengers, trip_days, run_days, energy_days, passenger_days, normal_sec, fault_sec, equipment_fault_sec, unknown_sec, service_sec, shutdowns FROM equipment_month) d
              ON d.no = u.equipment_no AND d.of_month = x.month)
    SELECT t.equipment_no AS key, sum(t.units) AS days, sum(t.units) AS "unitDays", coalesce(sum(t.seen_days), 0) AS "seenUnitDays",
           coalesce(sum(t.valid_sec), 0) AS "validSec", coalesce(sum(t.valid_available_sec), 0) AS "validAvailableSec", NULL AS online, NULL AS offline, NULL AS disconnected,
           sum(t.trips) AS trips, sum(t.openings) AS openings, sum(t.run_sec) AS "runSec", sum(t.full_sec) AS "fullSec", sum(t.crawl_sec) AS "crawlSec", sum(t.standby_sec) AS "standbySec",
           sum(t.energy_kwh) AS "energyKwh", sum(t.saved_kwh) AS "savedKwh", sum(t.passengers) AS passengers,
           coalesce(sum(t.trip_days), 0) AS "tripUnitDays", coalesce(sum(t.run_days), 0) AS "runUnitDays", coalesce(sum(t.energy_days), 0) AS "energyUnitDays", coalesce(sum(t.passenger_days), 0) AS "passengerUnitDays",
           coalesce(sum(t.normal_sec), 0) AS "normalSec", coalesce(sum(t.fault_sec), 0) AS "faultSec", coalesce(sum(t.equipment_fault_sec), 0) AS "equipmentFaultSec",
           sum(coalesce(t.unknown_sec, 0) + (t.units - coalesce(t.days, 0)) * 86400) AS "unknownSec", coalesce(sum(t.service_sec), 0) AS "serviceSec", coalesce(sum(t.shutdowns), 0) AS shutdowns
      FROM t WHERE true ${typed(filter)} GROUP BY 1 ORDER BY 1`);
}

const plus = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b);

/** Sums of the same units over several parts of the window. */
function together(parts: readonly (readonly UnitSumRow[])[]): UnitSumRow[] {
  const found = new Map<string, UnitSumRow>();
  for (const row of parts.flat()) {
    const held = found.get(row.key);
    const entries = Object.entries(row).map(([name, value]) => {
      if (name === 'key' || !held) return [name, value] as const;
      return [name, plus(held[name as 'trips'], value as number | null)] as const;
    });
    found.set(row.key, Object.fromEntries(entries) as unknown as UnitSumRow);
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** From here on whole months are cheaper than their days. */
const MANY_DAYS = 62;

/** Figures of units: whole months that are over from their months, the days at both ends from days (readings 227). */
async function fromUnits(window: DayWindow, filter: FigureFilter, now: number): Promise<UnitSumRow[]> {
  const { from, until } = window;
  const first = monthOf(from) === from ? from : monthOf(from, 1);
  const end = [monthOf(dayAfter(until)), monthOf(dayBefore(now, 0))].sort()[0] ?? from;
  const isLong = dayAfter(from, MANY_DAYS) <= until && first < end;
  if (!isLong) return fromDays('unit', window, filter, now);
  const months = daysBetween(first, dayAfter(end, -1)).filter((day) => monthOf(day) === day);
  return together([
    from < first ? await fromDays('unit', { from, until: dayAfter(first, -1) }, filter, now) : [],
    await fromMonths(months, filter),
    end <= until ? await fromDays('unit', { from: end, until }, filter, now) : [],
  ]);
}

/** Units that stand in more than one of the projects. */
async function shareUnits(projectIds: readonly string[]): Promise<boolean> {
  if (projectIds.length < 2) return false;
  const { rows } = await pool().query(
    'SELECT 1 FROM project_equipment WHERE project_id = ANY($1) GROUP BY equipment_no HAVING count(*) > 1 LIMIT 1',
    [projectIds],
  );
  return rows.length > 0;
}

/** Sums of the units of the filter over the window, one row a key of the grouping, by key. */
export async function readUnitSums(
  by: Grouping,
  window: DayWindow,
  filter: FigureFilter,
  now: number,
): Promise<UnitSumRow[]> {
  const { branchCodes, projectIds, equipmentNos } = filter;
  if (by === 'unit') return fromUnits(window, filter, now);
  if (equipmentNos === null && projectIds === null && by !== 'project')
    return fromRolled('branch_day', branchCodes, by, window, filter);
  const isOfProjects = equipmentNos === null && branchCodes === null && by !== 'branch';
  if (isOfProjects && (by === 'project' || (projectIds && !(await shareUnits(projectIds)))))
    return fromRolled('project_day', projectIds, by, window, filter);
  return fromDays(by, window, filter, now);
}
