import type { Queryable } from '@/lib/platform/db/client';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

/** What the nightly rules judge, counted by the database for some units; the day is the last whole one in Shanghai. */

/** Of one unit. A list goes back from the day, the latest first; null: nothing was counted that day. */
export interface Measures {
  readonly equipmentNo: string;
  /** Cycles of the last 7 days, and closing time of 7 days against 90 as it is, a day ago, two days ago. */
  readonly closings?: number;
  readonly closing?: readonly (number | null)[];
  /** Reversals to 100 closings. */
  readonly reversals?: readonly (number | null)[];
  readonly stops?: number;
  readonly offLevel?: number;
  /** The largest growth of a floor pair's travel time in percent, of those with enough trips. */
  readonly travel?: number;
  /** Energy to a trip or hour, percent of the median of 90 days. */
  readonly energy?: readonly (number | null)[];
  readonly trips?: readonly (number | null)[];
  readonly hours?: readonly (number | null)[];
  /** Most faults of one code that went by themselves: in any 24 hours that end on the last day, and in 7 days. */
  readonly faultsDay?: number;
  readonly faultsWeek?: number;
}

type DailyNumbers = (number | null)[];

const DAYS_BACK = `(SELECT generate_series(0, $3::int - 1) AS back) b`;

async function cycleMeasures(sql: Queryable, units: readonly string[], day: string): Promise<Measures[]> {
  const { rows } = await sql.query<{
    no: string;
    closings: number;
    closing: DailyNumbers;
    reversals: DailyNumbers;
    stops: number;
    off: number;
  }>(
    `WITH c AS (SELECT equipment_no, ($2::date - day) AS back, door_closings, door_close_ms::float8 / nullif(door_closings, 0) AS mean,
                       100.0 * door_reversals / nullif(door_closings, 0) AS reversed, stops, off_level_stops
                  FROM equipment_cycle_day WHERE equipment_no = ANY($1) AND day > $2::date - 93 AND day <= $2::date)
     SELECT u.no, coalesce(sum(c.door_closings) FILTER (WHERE back < 7), 0)::int AS closings,
            ARRAY(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY w.mean) FILTER (WHERE w.back < e + 7)
                         / nullif(percentile_cont(0.5) WITHIN GROUP (ORDER BY w.mean), 0)
                    FROM generate_series(0, 2) e JOIN c w ON w.equipment_no = u.no AND w.back >= e AND w.back < e + 90 GROUP BY e ORDER BY e) AS closing,
            ARRAY(SELECT w.reversed::float8 FROM ${DAYS_BACK} LEFT JOIN c w ON w.equipment_no = u.no AND w.back = b.back ORDER BY b.back) AS reversals,
            coalesce(sum(c.stops) FILTER (WHERE back < 7), 0)::int AS stops, coalesce(sum(c.off_level_stops) FILTER (WHERE back < 7), 0)::int AS off
       FROM unnest($1::text[]) AS u (no) JOIN c ON c.equipment_no = u.no GROUP BY u.no`,
    [units, day, 30],
  );
  return rows.map(({ no, closings, closing, reversals, stops, off }) => ({
    equipmentNo: no,
    closings,
    closing,
    reversals,
    stops,
    offLevel: off,
  }));
}

/** Fewer trips between two floors say nothing of them. */
const LEAST_TRIPS = 50;

async function travelMeasures(sql: Queryable, units: readonly string[], day: string): Promise<Measures[]> {
  const { rows } = await sql.query<{ no: string; travel: number }>(
    `WITH p AS (SELECT equipment_no, pair.key, ($2::date - day) < 7 AS is_late, (pair.value ->> 0)::float8 AS trips, (pair.value ->> 1)::float8 AS ms
                  FROM equipment_cycle_day, jsonb_each(floor_pairs) AS pair
                 WHERE equipment_no = ANY($1) AND day > $2::date - 90 AND day <= $2::date),
          m AS (SELECT equipment_no, key, sum(trips) FILTER (WHERE is_late) AS late_trips,
                       sum(ms) FILTER (WHERE is_late) / nullif(sum(trips) FILTER (WHERE is_late), 0) AS late, sum(ms) / nullif(sum(trips), 0) AS mean
                  FROM p GROUP BY 1, 2)
     SELECT equipment_no AS no, max(100.0 * (late / nullif(mean, 0) - 1)) AS travel FROM m WHERE late_trips >= $3 GROUP BY 1`,
    [units, day, LEAST_TRIPS],
  );
  return rows.map(({ no, travel }) => ({ equipmentNo: no, travel }));
}

async function dayMeasures(sql: Queryable, units: readonly string[], day: string): Promise<Measures[]> {
  const { rows } = await sql.query<{ no: string; energy: DailyNumbers; trips: DailyNumbers; hours: DailyNumbers }>(
    `WITH d AS (SELECT f.equipment_no, ($2::date - f.day) AS back, f.trips, f.run_sec / 3600.0 AS hours,
                       f.energy_kwh::float8 / nullif(CASE WHEN e.display_type = 'EV' THEN f.trips::float8 ELSE f.run_sec / 3600.0 END, 0) AS used
                  FROM equipment_day f JOIN equipment e USING (equipment_no)
                 WHERE f.equipment_no = ANY($1) AND f.day > $2::date - 90 AND f.day <= $2::date),
          m AS (SELECT equipment_no, percentile_cont(0.5) WITHIN GROUP (ORDER BY used) AS median FROM d GROUP BY 1)
     SELECT m.equipment_no AS no,
            ARRAY(SELECT (100.0 * w.used / nullif(m.median, 0))::float8 FROM ${DAYS_BACK} LEFT JOIN d w ON w.equipment_no = m.equipment_no AND w.back = b.back ORDER BY b.back) AS energy,
            ARRAY(SELECT w.trips::float8 FROM ${DAYS_BACK} LEFT JOIN d w ON w.equipment_no = m.equipment_no AND w.back = b.back ORDER BY b.back) AS trips,
            ARRAY(SELECT w.hours::float8 FROM ${DAYS_BACK} LEFT JOIN d w ON w.equipment_no = m.equipment_no AND w.back = b.back ORDER BY b.back) AS hours
       FROM m`,
    [units, day, 30],
  );
  return rows.map(({ no, ...measures }) => ({ equipmentNo: no, ...measures }));
}

/** Faults that ended while nobody was called to them. */
async function faultMeasures(sql: Queryable, units: readonly string[], day: string): Promise<Measures[]> {
  const { rows } = await sql.query<{ no: string; day: number; week: number }>(
    `WITH f AS (SELECT equipment_no, code, start_at FROM equipment_event v
                 WHERE equipment_no = ANY($1) AND sub_type = 'error' AND code IS NOT NULL AND end_at IS NOT NULL
                   AND start_at >= ($2::date - 6)::timestamp AT TIME ZONE '${TIME_ZONE}' AND start_at < ($2::date + 1)::timestamp AT TIME ZONE '${TIME_ZONE}'
                   AND NOT EXISTS (SELECT 1 FROM callback k WHERE k.equipment_no = v.equipment_no AND k.arrival_date BETWEEN v.start_at AND v.end_at)),
          c AS (SELECT equipment_no, start_at, count(*) OVER (PARTITION BY equipment_no, code) AS week,
                       count(*) OVER (PARTITION BY equipment_no, code ORDER BY start_at RANGE BETWEEN interval '24 hours' PRECEDING AND CURRENT ROW) AS day
                  FROM f)
     SELECT equipment_no AS no, coalesce(max(day) FILTER (WHERE start_at >= $2::date::timestamp AT TIME ZONE '${TIME_ZONE}'), 0)::int AS day, max(week)::int AS week
       FROM c GROUP BY 1`,
    [units, day],
  );
  return rows.map((row) => ({ equipmentNo: row.no, faultsDay: row.day, faultsWeek: row.week }));
}

/** All of some units, those without any left out. @param day `yyyy-MM-dd` */
export async function measure(sql: Queryable, units: readonly string[], day: string): Promise<Map<string, Measures>> {
  const found = new Map<string, Measures>();
  const parts = [
    await cycleMeasures(sql, units, day),
    await travelMeasures(sql, units, day),
    await dayMeasures(sql, units, day),
    await faultMeasures(sql, units, day),
  ];
  for (const part of parts.flat()) found.set(part.equipmentNo, { ...found.get(part.equipmentNo), ...part });
  return found;
}
