import type { Queryable } from '@/lib/platform/db/client';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

/**
 * Sums of day facts (readings 216-218): of branches, projects and months, each made by one statement out of `equipment_day` and
 * the units that existed. What comes out the same is not written, and what is no longer there goes.
 */

/** A day as far as it has gone. */
export interface SumDay {
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly sec: number;
}

/** Counters, null where nothing was counted. */
const COUNTED = [
  'trips',
  'openings',
  'run_sec',
  'full_sec',
  'crawl_sec',
  'standby_sec',
  'energy_kwh',
  'saved_kwh',
  'passengers',
] as const;

/**
 * Did somebody see the unit for at least half of the day? Rows that were imported say what is unknown alone; a row that the
 * ingest began and nobody has judged yet was not seen.
 */
export const SEEN = `coalesce(d.seen, d.available_sec + d.equipment_fault_sec > 0
  AND coalesce(d.silent_sec, d.unknown_sec) * 2 <= d.available_sec + d.equipment_fault_sec)`;
/** Of the seen days, the time without a fault in which somebody saw the unit. */
const NORMAL = `coalesce(sum(greatest(0, d.available_sec + d.equipment_fault_sec - d.fault_sec - d.unknown_sec)) FILTER (WHERE ${SEEN}), 0)`;
/** The row says how long the unit was available; else nobody has judged the day. */
const JUDGED = '(d.seen IS NOT NULL OR d.available_sec + d.equipment_fault_sec > 0)';

/** First and last day on which a unit `e` exists (readings 218). A unit that has facts is there. */
export const EXISTS_FROM = `least((SELECT min(f.day) FROM equipment_day f WHERE f.equipment_no = e.equipment_no),
  coalesce(e.construction_date, (e.create_date AT TIME ZONE '${TIME_ZONE}')::date))`;
export const EXISTS_UNTIL = `(e.deleted_at AT TIME ZONE '${TIME_ZONE}')::date`;

/** What a day of some units says, as sums over units `u`, days `x` and their facts `d`. */
export const DAY_COLUMNS: Readonly<Record<string, string>> = {
  units: 'count(*)::int',
  seen_units: `count(*) FILTER (WHERE ${SEEN})::int`,
  valid_sec: `coalesce(sum(d.available_sec + d.equipment_fault_sec) FILTER (WHERE ${SEEN}), 0)`,
  valid_available_sec: `coalesce(sum(d.available_sec) FILTER (WHERE ${SEEN}), 0)`,
  online: `CASE WHEN count(d.online_status) > 0 THEN count(*) FILTER (WHERE d.online_status = 1) END::int`,
  offline: `CASE WHEN count(d.online_status) > 0 THEN count(*) FILTER (WHERE d.online_status = 0) END::int`,
  disconnected: `CASE WHEN count(d.online_status) > 0 THEN count(*) FILTER (WHERE d.online_status = 3) END::int`,
  not_installed: `CASE WHEN count(d.online_status) > 0 THEN count(*) FILTER (WHERE coalesce(d.online_status, 4) = 4) END::int`,
  ...Object.fromEntries(COUNTED.map((name) => [name, `sum(d.${name})`])),
  trip_units: 'count(d.trips)::int',
  run_units: 'count(d.run_sec)::int',
  energy_units: 'count(d.energy_kwh)::int',
  passenger_units: 'count(d.passengers)::int',
  normal_sec: NORMAL,
  fault_sec: 'coalesce(sum(d.fault_sec), 0)',
  equipment_fault_sec: 'coalesce(sum(d.equipment_fault_sec), 0)',
  // Of a day that nobody has judged all is unknown, a day without a row among them.
  unknown_sec: `sum(CASE WHEN ${JUDGED} THEN d.unknown_sec ELSE x.sec END)`,
  service_sec: 'coalesce(sum(d.service_sec), 0)',
  shutdowns: 'coalesce(sum(d.shutdowns), 0)::int',
};
const NAMES = Object.keys(DAY_COLUMNS);
const listed = (prefix = '') => NAMES.map((name) => `${prefix}${name}`).join(', ');

interface Keyed {
  readonly table: 'branch_day' | 'project_day';
  readonly key: 'branch_code' | 'project_id';
  readonly from: string;
}
const BRANCHES: Keyed = { table: 'branch_day', key: 'branch_code', from: 'equipment e' };
const PROJECTS: Keyed = {
  table: 'project_day',
  key: 'project_id',
  from: 'equipment e JOIN project_equipment p USING (equipment_no)',
};

/** $1 days, $2 their seconds, $3 keys or null for all. */
const rollUpOf = ({ table, key, from }: Keyed) => `
  WITH x AS (SELECT * FROM unnest($1::date[], $2::int[]) AS x (day, sec)),
  u AS MATERIALIZED (
    SELECT ${key}, e.equipment_no, e.display_type, ${EXISTS_FROM} AS since, ${EXISTS_UNTIL} AS until
      FROM ${from} WHERE $3::text[] IS NULL OR ${key} = ANY($3)),
  made AS (
    SELECT u.${key}, x.day, u.display_type, ${NAMES.map((name) => `${DAY_COLUMNS[name]} AS ${name}`).join(', ')}
      FROM x JOIN u ON u.since <= x.day AND (u.until IS NULL OR u.until >= x.day)
      LEFT JOIN equipment_day d ON d.equipment_no = u.equipment_no AND d.day = x.day
     GROUP BY 1, 2, 3),
  gone AS (
    DELETE FROM ${table} t USING x
     WHERE t.day = x.day AND ($3::text[] IS NULL OR t.${key} = ANY($3))
       AND NOT EXISTS (SELECT 1 FROM made m WHERE m.${key} = t.${key} AND m.day = t.day AND m.display_type = t.display_type))
  INSERT INTO ${table} AS t (${key}, day, display_type, ${listed()})
  SELECT ${key}, day, display_type, ${listed()} FROM made ORDER BY 1, 2, 3
  ON CONFLICT (${key}, day, display_type) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
   WHERE (${listed('t.')}) IS DISTINCT FROM (${listed('excluded.')})`;
const ROLL_UP_BRANCHES = rollUpOf(BRANCHES);
const ROLL_UP_PROJECTS = rollUpOf(PROJECTS);

interface SumKeys {
  readonly branchCodes: readonly string[];
  readonly projectIds: readonly string[];
}

/** The sums of branches and projects for some days. @param keys all where it is not given */
export async function rollUp(client: Queryable, days: readonly SumDay[], keys?: SumKeys): Promise<void> {
  const values = [days.map(({ day }) => day), days.map(({ sec }) => sec)];
  if (days.length === 0) return;
  if (!keys || keys.branchCodes.length > 0)
    await client.query(ROLL_UP_BRANCHES, [...values, keys?.branchCodes ?? null]);
  if (!keys || keys.projectIds.length > 0) await client.query(ROLL_UP_PROJECTS, [...values, keys?.projectIds ?? null]);
}

/** How much a unit `e` was used on a day: trips of elevators, seconds of running of others. */
export const USE = `CASE WHEN e.display_type = 'EV' THEN d.trips ELSE d.run_sec END`;

/** What days `d` of a unit `e` say together. */
export const MONTH_COLUMNS: Readonly<Record<string, string>> = {
  days: 'count(*)::int',
  seen_days: DAY_COLUMNS.seen_units ?? '',
  valid_sec: DAY_COLUMNS.valid_sec ?? '',
  valid_available_sec: DAY_COLUMNS.valid_available_sec ?? '',
  ...Object.fromEntries(COUNTED.map((name) => [name, `sum(d.${name})`])),
  used_energy_kwh: `sum(d.energy_kwh) FILTER (WHERE ${USE} IS NOT NULL)`,
  used: `sum(${USE}) FILTER (WHERE d.energy_kwh IS NOT NULL)`,
  normal_sec: NORMAL,
  trip_days: 'count(d.trips)::int',
  opening_days: 'count(d.openings)::int',
  run_days: 'count(d.run_sec)::int',
  energy_days: 'count(d.energy_kwh)::int',
  passenger_days: 'count(d.passengers)::int',
  ...Object.fromEntries(
    [
      'available_sec',
      'fault_sec',
      'equipment_fault_sec',
      'service_sec',
      'shutdowns',
      'callbacks',
      'equipment_callbacks',
      'entrapments',
    ].map((name) => [name, `sum(d.${name})`]),
  ),
  unknown_sec: `sum(CASE WHEN ${JUDGED} THEN d.unknown_sec ELSE 86400 END)`,
  flagged_days: 'count(*) FILTER (WHERE d.flagged)::int',
};
const MONTH_NAMES = Object.keys(MONTH_COLUMNS);
const monthListed = (prefix = '') => MONTH_NAMES.map((name) => `${prefix}${name}`).join(', ');
/** $1 the first day of a month, $2 units or null for all. */
const MONTHS = `
  WITH made AS (
    SELECT d.equipment_no, e.branch_code, ${MONTH_NAMES.map((name) => `${MONTH_COLUMNS[name]} AS ${name}`).join(', ')}
      FROM equipment_day d JOIN equipment e USING (equipment_no)
     WHERE d.day >= $1::date AND d.day < $1::date + interval '1 month' AND ($2::text[] IS NULL OR d.equipment_no = ANY($2))
     GROUP BY 1, 2),
  gone AS (
    DELETE FROM equipment_month t WHERE t.month = $1::date AND ($2::text[] IS NULL OR t.equipment_no = ANY($2))
       AND NOT EXISTS (SELECT 1 FROM made m WHERE m.equipment_no = t.equipment_no))
  INSERT INTO equipment_month AS t (equipment_no, month, branch_code, ${monthListed()})
  SELECT equipment_no, $1::date, branch_code, ${monthListed()} FROM made ORDER BY 1
  ON CONFLICT (equipment_no, month) DO UPDATE SET branch_code = excluded.branch_code, ${MONTH_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
   WHERE (t.branch_code, ${monthListed('t.')}) IS DISTINCT FROM (excluded.branch_code, ${monthListed('excluded.')})`;

/** The sums of units over one month. @param month its first day @param equipmentNos all where it is not given */
export async function writeMonth(client: Queryable, month: string, equipmentNos?: readonly string[]): Promise<void> {
  await client.query(MONTHS, [month, equipmentNos ?? null]);
}
