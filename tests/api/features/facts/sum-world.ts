import { pool } from '@/lib/platform/db/client';

/** 24 units of two branches with fourteen months of days, and what their sums have to be by a query of its own. */

export const NOW = Date.parse('2026-06-15T10:00:00+08:00');
export const FIRST = '2025-04-10';
export const YESTERDAY = '2026-06-14';

export async function fillWorld(): Promise<void> {
  await pool().query(`
    INSERT INTO branch (branch_code, branch_id, branch_name, branch_full_name, update_date)
    SELECT b, b, b, b, now() FROM unnest(ARRAY['B1', 'B2']) AS b ON CONFLICT DO NOTHING`);
  await pool().query(`
    INSERT INTO project (project_id, branch_code, project_name, update_date)
    VALUES ('P1', 'B1', 'P1', now()), ('P2', 'B1', 'P2', now()), ('P3', 'B2', 'P3', now())`);
  // Every fifth has no box; two are walks of the imagination of type OTHER; one was built late, one is gone since March.
  await pool().query(`
    INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, cube_no, construction_date, create_date, deleted_at, update_date)
    SELECT 'U' || lpad(i::text, 2, '0'), 'Unit ' || i, 'YAE_ELT', (CASE WHEN i % 7 = 0 THEN 'OTHER' WHEN i % 3 = 0 THEN 'ES' ELSE 'EV' END)::display_type,
           CASE WHEN i <= 16 THEN 'B1' ELSE 'B2' END, CASE WHEN i % 5 <> 0 THEN 'C' || i END,
           CASE WHEN i = 6 THEN date '2025-12-10' WHEN i % 4 <> 0 THEN date '2020-01-01' END, timestamptz '2025-06-01 12:00+08',
           CASE WHEN i = 11 THEN timestamptz '2026-03-05 12:00+08' END, now()
      FROM generate_series(1, 24) i`);
  await pool().query(`
    INSERT INTO project_equipment (project_id, equipment_no)
    SELECT 'P1', equipment_no FROM equipment WHERE equipment_no BETWEEN 'U01' AND 'U10'
    UNION ALL SELECT 'P2', equipment_no FROM equipment WHERE equipment_no BETWEEN 'U08' AND 'U14'
    UNION ALL SELECT 'P3', equipment_no FROM equipment WHERE equipment_no BETWEEN 'U17' AND 'U22'`);
  await pool().query(`
    INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, full_sec, energy_kwh, passengers, available_sec, fault_sec, equipment_fault_sec,
                               unknown_sec, silent_sec, seen, service_sec, shutdowns, online_status, flagged)
    SELECT no, day, branch_code, CASE WHEN type = 'EV' AND h % 11 > 0 THEN h % 300 END, CASE WHEN type = 'EV' THEN h % 310 END, CASE WHEN h % 6 > 0 THEN h % 9000 END,
           CASE WHEN type = 'ES' THEN h % 8000 END, CASE WHEN h % 13 > 0 THEN (h % 900) / 10.0 END, CASE WHEN h % 4 > 0 THEN h % 700 END,
           86400 - own, own + CASE WHEN h % 19 = 0 THEN 300 ELSE 0 END, own, unknown, CASE WHEN h % 29 > 0 THEN unknown END, CASE WHEN h % 29 > 0 THEN unknown * 2 <= 86400 END,
           CASE WHEN h % 31 = 0 THEN 1800 ELSE 0 END, (h % 19 = 0)::int, CASE WHEN day >= '2026-01-01' THEN CASE h % 10 WHEN 0 THEN 0 WHEN 1 THEN 3 ELSE 1 END END, h % 97 = 0
      FROM (SELECT e.equipment_no AS no, e.branch_code, e.display_type AS type, g::date AS day, ('x' || substr(md5(e.equipment_no || g::date), 1, 6))::bit(24)::int AS h
              FROM equipment e CROSS JOIN generate_series(date '${FIRST}', date '${YESTERDAY}', '1 day') g
             WHERE e.cube_no IS NOT NULL AND g::date >= coalesce(e.construction_date, '2025-05-20') AND (e.deleted_at IS NULL OR g::date <= '2026-03-05')) x,
           LATERAL (SELECT CASE WHEN h % 17 = 0 THEN 600 ELSE 0 END AS own, CASE WHEN h % 23 = 0 THEN 50000 ELSE 0 END AS unknown) y`);
  await pool().query(
    `INSERT INTO equipment_status (equipment_no, online_status, last_data_at) SELECT equipment_no, 1, to_timestamp($1) FROM equipment WHERE cube_no IS NOT NULL`,
    [NOW / 1000],
  );
  await pool().query('DELETE FROM fact_change');
}

/** As rows of raw days: every unit and day on which the unit existed, with what its row says. */
const UNIT_DAYS = `
  SELECT e.equipment_no AS no, e.branch_code AS place, e.display_type, g::date AS of_day, d.*
    FROM equipment e CROSS JOIN generate_series(date '${FIRST}', date '${YESTERDAY}', '1 day') g
    LEFT JOIN equipment_day d ON d.equipment_no = e.equipment_no AND d.day = g::date
   WHERE (g::date >= coalesce(e.construction_date, '2025-06-01') OR EXISTS (SELECT 1 FROM equipment_day f WHERE f.equipment_no = e.equipment_no AND f.day <= g::date))
     AND (e.deleted_at IS NULL OR g::date <= (e.deleted_at AT TIME ZONE 'Asia/Shanghai')::date)`;
const SEEN = 'CASE WHEN r.day IS NULL THEN false WHEN r.seen IS NULL THEN r.unknown_sec <= 43200 ELSE r.seen END';

const sumsOf = (key: string, from: string) => `
  SELECT ${key}, r.of_day AS day, r.display_type, count(*)::int AS units, count(*) FILTER (WHERE ${SEEN})::int AS seen_units,
         (86400 * count(*) FILTER (WHERE ${SEEN}))::bigint AS valid_sec, coalesce(sum(86400 - r.equipment_fault_sec) FILTER (WHERE ${SEEN}), 0)::bigint AS valid_available_sec,
         CASE WHEN bool_or(r.online_status IS NOT NULL) THEN sum((r.online_status IS NOT DISTINCT FROM 1)::int)::int END AS online,
         CASE WHEN bool_or(r.online_status IS NOT NULL) THEN sum((r.online_status IS NOT DISTINCT FROM 0)::int)::int END AS offline,
         CASE WHEN bool_or(r.online_status IS NOT NULL) THEN sum((r.online_status IS NOT DISTINCT FROM 3)::int)::int END AS disconnected,
         sum(r.trips)::bigint AS trips, sum(r.run_sec)::bigint AS run_sec, sum(r.energy_kwh) AS energy_kwh, count(r.trips)::int AS trip_units, count(r.energy_kwh)::int AS energy_units,
         sum(coalesce(r.fault_sec, 0))::bigint AS fault_sec, sum(CASE WHEN r.day IS NULL THEN 86400 ELSE r.unknown_sec END)::bigint AS unknown_sec, sum(coalesce(r.shutdowns, 0))::int AS shutdowns
    FROM ${from} GROUP BY 1, 2, 3`;
const NAMES =
  'day, display_type, units, seen_units, valid_sec, valid_available_sec, online, offline, disconnected, trips, run_sec, energy_kwh, trip_units, energy_units, fault_sec, unknown_sec, shutdowns';

async function differences(made: string, expected: string): Promise<unknown[]> {
  const { rows } = await pool().query(
    `(SELECT 'too much' AS what, a.* FROM (${made} EXCEPT ${expected}) a LIMIT 5) UNION ALL (SELECT 'missing', b.* FROM (${expected} EXCEPT ${made}) b LIMIT 5)`,
  );
  return rows;
}

/** What the stored sums say otherwise than the raw rows: nothing, if they are right. */
export async function wrongSums(): Promise<Record<string, unknown[]>> {
  return {
    branches: await differences(
      `SELECT branch_code, ${NAMES} FROM branch_day`,
      `SELECT place, ${NAMES} FROM (${sumsOf('r.place', `(${UNIT_DAYS}) r`)}) s`,
    ),
    projects: await differences(
      `SELECT project_id, ${NAMES} FROM project_day`,
      `SELECT project_id, ${NAMES} FROM (${sumsOf('project_id', `(${UNIT_DAYS}) r JOIN project_equipment p ON p.equipment_no = r.no`)}) s`,
    ),
    months: await differences(
      `SELECT equipment_no, month, branch_code, days, seen_days, trips, trip_days, energy_kwh, fault_sec, callbacks, flagged_days FROM equipment_month`,
      `SELECT r.equipment_no, date_trunc('month', r.day)::date, e.branch_code, count(*)::int, sum((${SEEN})::int)::int, sum(r.trips)::bigint, count(r.trips)::int, sum(r.energy_kwh),
              sum(r.fault_sec)::int, sum(r.callbacks)::int, sum(r.flagged::int)::int
         FROM equipment_day r JOIN equipment e USING (equipment_no) WHERE r.day < '2026-06-01' GROUP BY 1, 2, 3`,
    ),
  };
}
export const RIGHT = { branches: [], projects: [], months: [] };

/** The stored sums as one text, without the moments at which they were written. */
export async function printOfSums(): Promise<string> {
  const { rows } = await pool().query<{ print: string }>(
    ['branch_day', 'project_day', 'equipment_month', 'equipment_day']
      .map(
        (table) =>
          `SELECT md5(string_agg(r, '|' ORDER BY r)) AS print FROM (SELECT (to_jsonb(t) - 'updated_at')::text AS r FROM ${table} t) x`,
      )
      .join(' UNION ALL '),
  );
  return rows.map(({ print }) => print).join(' ');
}
