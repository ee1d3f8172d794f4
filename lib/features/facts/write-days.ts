import { pool } from '@/lib/platform/db/client';
import type { DayFigures } from './internal/day-figures';

/** Writes day facts to the tables. Rows that already hold the same values are not written. */

export interface DayRow extends DayFigures {
  readonly equipmentNo: string;
  readonly branchCode: string;
  /** At the midnight that ends the day; what was kept once stays. Null: not known. */
  readonly onlineStatus: number | null;
}

const COLUMNS = {
  availableSec: 'available_sec',
  faultSec: 'fault_sec',
  equipmentFaultSec: 'equipment_fault_sec',
  unknownSec: 'unknown_sec',
  silentSec: 'silent_sec',
  seen: 'seen',
  serviceSec: 'service_sec',
  shutdowns: 'shutdowns',
  callbacks: 'callbacks',
  equipmentCallbacks: 'equipment_callbacks',
  entrapments: 'entrapments',
} as const satisfies Record<keyof DayFigures, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof DayFigures)[];
const NAMES = FIELDS.map((field) => COLUMNS[field]);
const typeOf = (field: keyof DayFigures) => (field === 'seen' ? 'boolean' : 'int');

/** What another system has told of a day stays where nobody here saw anything of it. */
const IS_IMPORTED = `(d.seen IS NULL AND d.available_sec + d.equipment_fault_sec > 0
       AND excluded.silent_sec >= excluded.available_sec + excluded.equipment_fault_sec)`;

/** In the order of keys, as the ingest locks them. */
const WRITE = `
  INSERT INTO equipment_day AS d (equipment_no, day, branch_code, online_status, ${NAMES.join(', ')})
  SELECT v."equipmentNo", $2::date, v."branchCode", v."onlineStatus", ${FIELDS.map((field) => `v."${field}"`).join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS v ("equipmentNo" text, "branchCode" text, "onlineStatus" int, ${FIELDS.map((field) => `"${field}" ${typeOf(field)}`).join(', ')})
   ORDER BY 1
  ON CONFLICT (equipment_no, day) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')},
     online_status = coalesce(d.online_status, excluded.online_status), updated_at = now()
   WHERE ((d.online_status IS NULL AND excluded.online_status IS NOT NULL)
      OR (${NAMES.map((name) => `d.${name}`).join(', ')}) IS DISTINCT FROM (${NAMES.map((name) => `excluded.${name}`).join(', ')}))
     AND NOT ${IS_IMPORTED}
  RETURNING equipment_no AS no`;

interface Written {
  readonly no: string;
}
const numbersOf = (rows: readonly Written[]) => rows.map(({ no }) => no);

/** @returns units whose rows are new or other than they were */
export async function writeDays(day: string, rows: readonly DayRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  return numbersOf((await pool().query<Written>(WRITE, [JSON.stringify(rows), day])).rows);
}

/** Rows of units without a box that told of a call-out which is no longer there. What was counted or imported stays. */
const REMOVE = `
  DELETE FROM equipment_day d WHERE equipment_no = ANY($1) AND day = $2::date AND NOT seen
     AND num_nonnulls(trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh, saved_kwh, passengers) = 0
  RETURNING equipment_no AS no`;

/** @returns units whose rows are gone */
export async function removeDays(day: string, equipmentNos: readonly string[]): Promise<string[]> {
  if (equipmentNos.length === 0) return [];
  return numbersOf((await pool().query<Written>(REMOVE, [equipmentNos, day])).rows);
}

/**
 * The energy that slow running and standing saved compared to full speed (silent-screens A4), by the powers of the day
 * (readings 223), and only for escalators and walks. Days of which no powers are known stay as imported.
 */
const SAVED = `
  UPDATE equipment_day d SET saved_kwh = v.saved
    FROM (SELECT f.equipment_no, f.day,
                 round((CASE WHEN coalesce(f.crawl_sec, 0) = 0 THEN 0 ELSE f.crawl_sec * (p.rated_power - p.crawl_power) END
                      + CASE WHEN coalesce(f.standby_sec, 0) = 0 THEN 0 ELSE f.standby_sec * (p.rated_power - p.standby_power) END) / 3600, 3) AS saved
            FROM equipment_day f JOIN equipment e USING (equipment_no)
            CROSS JOIN LATERAL (SELECT * FROM energy_power w WHERE w.equipment_no = f.equipment_no AND w.from_day <= f.day ORDER BY w.from_day DESC LIMIT 1) p
           WHERE f.equipment_no = ANY($1) AND f.day = $2::date AND num_nonnulls(f.crawl_sec, f.standby_sec) > 0 AND e.display_type IN ('ES', 'WW')) v
   WHERE d.equipment_no = v.equipment_no AND d.day = v.day AND d.saved_kwh IS DISTINCT FROM v.saved
  RETURNING d.equipment_no AS no`;

/** @returns units that save another amount than they did */
export async function writeSaved(day: string, equipmentNos: readonly string[]): Promise<string[]> {
  return numbersOf((await pool().query<Written>(SAVED, [equipmentNos, day])).rows);
}
