import { pool } from '@/lib/platform/db/client';
import type { DayFigures } from './day-figures';

/** Writes day facts to the tables. Rows that already hold the same values are not written. */

export interface DayRow extends DayFigures {
  readonly equipmentNo: string;
  readonly branchCode: string;
}

const COLUMNS = {
  availableSec: 'available_sec',
  faultSec: 'fault_sec',
  equipmentFaultSec: 'equipment_fault_sec',
  unknownSec: 'unknown_sec',
  silentSec: 'silent_sec',
  serviceSec: 'service_sec',
  shutdowns: 'shutdowns',
  callbacks: 'callbacks',
  equipmentCallbacks: 'equipment_callbacks',
  entrapments: 'entrapments',
} as const satisfies Record<keyof DayFigures, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof DayFigures)[];
const NAMES = FIELDS.map((field) => COLUMNS[field]);

/** In the order of keys, as the ingest locks them. */
const WRITE = `
  INSERT INTO equipment_day AS d (equipment_no, day, branch_code, ${NAMES.join(', ')})
  SELECT v."equipmentNo", $2::date, v."branchCode", ${FIELDS.map((field) => `v."${field}"`).join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS v ("equipmentNo" text, "branchCode" text, ${FIELDS.map((field) => `"${field}" int`).join(', ')})
   ORDER BY 1
  ON CONFLICT (equipment_no, day) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
   WHERE (${NAMES.map((name) => `d.${name}`).join(', ')}) IS DISTINCT FROM (${NAMES.map((name) => `excluded.${name}`).join(', ')})`;

/** @returns how many rows are new or changed */
export async function writeDays(day: string, rows: readonly DayRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { rowCount } = await pool().query(WRITE, [JSON.stringify(rows), day]);
  return rowCount ?? 0;
}

/**
 * The energy that slow running and standing saved compared to full speed (silent-screens A4): only when the powers are
 * entered, and only for escalators and walks. Days of units without parameters stay as imported.
 */
const SAVED = `
  UPDATE equipment_day d SET saved_kwh = v.saved
    FROM (SELECT f.equipment_no, f.day,
                 round((CASE WHEN f.crawl_sec = 0 THEN 0 ELSE f.crawl_sec * (p.rated_power - p.crawl_power) END
                      + CASE WHEN f.standby_sec = 0 THEN 0 ELSE f.standby_sec * (p.rated_power - p.standby_power) END) / 3600, 3) AS saved
            FROM equipment_day f JOIN energy_parameter p USING (equipment_no) JOIN equipment e USING (equipment_no)
           WHERE f.equipment_no = ANY($1) AND f.day = $2::date AND p.rated_power IS NOT NULL AND e.display_type IN ('ES', 'WW')) v
   WHERE d.equipment_no = v.equipment_no AND d.day = v.day AND d.saved_kwh IS DISTINCT FROM v.saved`;

/** @returns how many days have another saving than before */
export async function writeSaved(day: string, equipmentNos: readonly string[]): Promise<number> {
  const { rowCount } = await pool().query(SAVED, [equipmentNos, day]);
  return rowCount ?? 0;
}

const SUMS = [
  'trips',
  'openings',
  'run_sec',
  'energy_kwh',
  'passengers',
  'fault_sec',
  'equipment_fault_sec',
  'unknown_sec',
].concat(['service_sec', 'shutdowns', 'callbacks', 'equipment_callbacks', 'entrapments']);
/**
 * Was the unit observed for at least half of the day (of today: of its past part), whatever faults lie in its silence?
 * With more silence the day has no value (F6, readings 122, 243). Imported days only say what is unknown.
 */
const SEEN = 'coalesce(d.silent_sec, d.unknown_sec) * 2 <= d.available_sec + d.equipment_fault_sec';
const ROLL_UP = `
  INSERT INTO project_day (project_id, day, units, valid_units, valid_sec, valid_available_sec, ${SUMS.join(', ')}, updated_at)
  SELECT p.project_id, d.day, count(*), count(*) FILTER (WHERE ${SEEN}),
         coalesce(sum(d.available_sec + d.equipment_fault_sec) FILTER (WHERE ${SEEN}), 0),
         coalesce(sum(d.available_sec) FILTER (WHERE ${SEEN}), 0), ${SUMS.map((name) => `sum(d.${name})`).join(', ')}, now()
    FROM equipment_day d JOIN equipment e USING (equipment_no) JOIN project_equipment p USING (equipment_no)
   WHERE d.day = $1 AND e.deleted_at IS NULL
   GROUP BY p.project_id, d.day
  ON CONFLICT (project_id, day) DO UPDATE SET
    ${['units', 'valid_units', 'valid_sec', 'valid_available_sec', ...SUMS, 'updated_at'].map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Sums of the projects for one day, from the facts of their units. */
export async function rollUp(day: string): Promise<void> {
  await pool().query(ROLL_UP, [day]);
}
