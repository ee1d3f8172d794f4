import { pool } from '@/lib/platform/db/client';

/** What a report on projects has to say, out of raw rows: no function, view or roll-up of the product is in these queries. */

const ABNORMAL_DAYS = 30;
const OF_PROJECTS = `EXISTS (SELECT 1 FROM project_equipment p WHERE p.equipment_no = e.equipment_no AND p.project_id = ANY($1))`;
const UNITS = `SELECT e.* FROM equipment e WHERE e.deleted_at IS NULL AND ${OF_PROJECTS}`;
const FROM = `($2 || ' 00:00+08')::timestamptz`;
const END = `($3 || ' 00:00+08')::timestamptz + interval '1 day'`;
const CALLS = `
  SELECT c.*, e.equipment_name, (SELECT min(update_time) FROM callback_status s WHERE s.callback_id = c.callback_id AND s.status = 'SITE') AS site
    FROM callback c JOIN (${UNITS}) e USING (equipment_no) WHERE c.job_status <> 'CLSC' AND c.create_date >= ${FROM} AND c.create_date < ${END}`;
/** Every unit and day on which it existed; those that are gone on the days on which they were there. */
const UNIT_DAYS = `
  SELECT e.equipment_no, g::date AS day FROM equipment e CROSS JOIN generate_series($2::date, $3::date, '1 day') g
   WHERE ${OF_PROJECTS} AND (e.deleted_at IS NULL OR g::date <= (e.deleted_at AT TIME ZONE 'Asia/Shanghai')::date)
     AND (g::date >= coalesce(e.construction_date, (e.create_date AT TIME ZONE 'Asia/Shanghai')::date)
          OR EXISTS (SELECT 1 FROM equipment_day f WHERE f.equipment_no = e.equipment_no AND f.day <= g::date))`;
const moment = (column: string) => `to_char(${column} AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
const cut = (part: number, whole: number) => (whole > 0 ? Math.floor((part / whole) * 10_000 + 1e-9) / 100 : null);

export interface RawUnit {
  readonly no: string;
  readonly name: string;
  readonly isEscalator: boolean;
  readonly isAbnormal: boolean;
  readonly isSaving: boolean;
  readonly hasBox: boolean;
  readonly years: number | null;
  readonly contractEnd: string | null;
  readonly calls: number;
  readonly trips: number | null;
  readonly openings: number | null;
  readonly hours: number | null;
  readonly allTrips: number | null;
  readonly allHours: number | null;
}

export interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly created: string;
  readonly arrived: string | null;
  readonly updated: string;
  readonly words: string;
  readonly trapped: boolean;
  readonly remark: string | null;
  readonly hours: number | null;
  readonly scsa: string | null;
}

export async function rawReport(projects: readonly string[], from: string, until: string) {
  const rows = async <T>(sql: string, ...more: unknown[]): Promise<T[]> =>
    (await pool().query(sql, [projects, from, until, ...more])).rows as T[];
  const one = async (sql: string) => (await rows<Record<string, number>>(sql))[0] ?? {};
  const months = async (condition: string): Promise<Record<string, number>> => {
    const found = await rows<{ month: string; n: number }>(
      `SELECT to_char(m, 'YYYY-MM') AS month, (SELECT count(*)::int FROM (${CALLS}) c WHERE to_char(create_date AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') = to_char(m, 'YYYY-MM') AND (${condition})) AS n
         FROM generate_series(date_trunc('month', $2::date), $3::date, '1 month') m`,
    );
    return Object.fromEntries(found.map(({ month, n }) => [month, n]));
  };
  const units = await rows<RawUnit>(
    `SELECT e.equipment_no AS no, e.equipment_name AS name, e.display_type IN ('ES', 'WW') AS "isEscalator", e.contract_end_date::text AS "contractEnd",
            e.cube_no IS NOT NULL OR EXISTS (SELECT 1 FROM third_gateway g WHERE g.equipment_no = e.equipment_no) AS "hasBox",
            CASE WHEN e.construction_date IS NOT NULL THEN greatest(0, round(($3::date - e.construction_date) / 365.25, 1))::float8 END AS years,
            (SELECT count(*)::int FROM (${CALLS}) c WHERE c.equipment_no = e.equipment_no) AS calls,
            (SELECT count(*) > 2 FROM callback c WHERE c.equipment_no = e.equipment_no AND c.scsa = '1' AND c.job_status <> 'CLSC'
                AND c.create_date >= ${END} - interval '${ABNORMAL_DAYS} days' AND c.create_date < ${END}) AS "isAbnormal",
            coalesce(d.slow >= 0.3, false) AS "isSaving", d.trips, d.openings, d.hours, d."allTrips", d."allHours"
       FROM (${UNITS}) e, LATERAL (
            SELECT round(sum(trips)::numeric / nullif(count(trips), 0), 1)::float8 AS trips, round(sum(openings)::numeric / nullif(count(openings), 0), 1)::float8 AS openings,
                   round(sum(run_sec) / 3600.0 / nullif(count(run_sec), 0), 2)::float8 AS hours, sum(trips)::float8 AS "allTrips", round(sum(run_sec) / 3600.0, 2)::float8 AS "allHours",
                   sum(coalesce(crawl_sec, 0) + coalesce(standby_sec, 0))::float8 / nullif(sum(coalesce(full_sec, 0) + coalesce(crawl_sec, 0) + coalesce(standby_sec, 0)), 0) AS slow
              FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day BETWEEN $2::date AND $3::date) d
      ORDER BY e.equipment_name, e.equipment_no`,
  );
  const calls = await one(`
    SELECT count(*)::int AS calls, count(*) FILTER (WHERE scsa = '1' AND job_status = 'CLSO')::int AS own, count(*) FILTER (WHERE person_trapped)::int AS trapped,
           count(*) FILTER (WHERE person_trapped AND (site IS NOT NULL OR (job_status <> 'CLSO' AND create_date + interval '30 minutes' < now())))::int AS reached,
           count(*) FILTER (WHERE person_trapped AND site - create_date <= interval '30 minutes')::int AS "inTime" FROM (${CALLS}) c`);
  const days = await one(`SELECT count(*)::int AS days, count(DISTINCT day)::int AS whole FROM (${UNIT_DAYS}) u`);
  const seen = await one(`
    SELECT coalesce(sum(d.available_sec), 0)::float8 AS available, (86400 * count(*))::float8 AS whole
      FROM (${UNIT_DAYS}) u JOIN equipment_day d USING (equipment_no, day) WHERE coalesce(d.seen, d.unknown_sec <= 43200)`);
  const isFew = Math.round((days.days ?? 0) / (days.whole ?? 1)) < 10 || (days.days ?? 0) < 30;
  const rate = (value: number | null) => (isFew ? null : value);
  return {
    units,
    months: {
      all: await months('true'),
      own: await months(`scsa = '1' AND job_status = 'CLSO'`),
      trapped: await months('person_trapped'),
    },
    reasons: await rows<{ code: string; n: number }>(
      `SELECT coalesce(scsa, 'none') AS code, count(*)::int AS n FROM (${CALLS}) c WHERE job_status = 'CLSO' GROUP BY 1 ORDER BY 2 DESC, 1`,
    ),
    calls: await rows<RawCall>(
      `SELECT callback_id AS id, equipment_name AS name, callback_type AS type, job_status AS status, ${moment('create_date')} AS created, ${moment('arrival_date')} AS arrived,
              ${moment('job_update_date')} AS updated, job_description AS words, person_trapped AS trapped, job_tech_remark AS remark, scsa,
              round(extract(epoch FROM close_date - create_date) / 3600, 2)::float8 AS hours
         FROM (${CALLS}) c ORDER BY create_date DESC, callback_id LIMIT 100`,
    ),
    symptoms: await rows<{ category: string; n: number }>(
      `SELECT category, count(*)::int AS n FROM symptom s JOIN (${UNITS}) e USING (equipment_no) WHERE s.create_date >= ${FROM} AND s.create_date < ${END} GROUP BY 1 ORDER BY 1`,
    ),
    figures: {
      availability: rate(cut(seen.available ?? 0, seen.whole ?? 0)),
      callbacks: calls.calls ?? -1,
      equipmentCallbacks: calls.own ?? -1,
      entrapments: calls.trapped ?? -1,
      callbacksPerUnitYear: rate(Math.round(((calls.calls ?? 0) * 36_500) / (days.days ?? 1)) / 100),
      arrivalRate: rate(cut(calls.inTime ?? 0, calls.reached ?? 0)),
    },
  };
}
export type RawReport = Awaited<ReturnType<typeof rawReport>>;
