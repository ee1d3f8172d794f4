import type pg from 'pg';
import { dayText } from './counters';

/** Sums of EquipmentDay from the counters, in the batch's transaction. */

export interface DayWork {
  equipmentNo: string;
  branchCode: string;
  /** `yyyy-MM-dd`, Shanghai. */
  day: string;
  trips: number;
  openings: number;
  runSec: number;
  fullSec: number;
  crawlSec: number;
  standbySec: number;
  /** null: nothing was measured. */
  energyKwh: number | null;
  passengers: number;
  /** A counter ran backwards: the day starts again there (silent-screens A4). */
  flagged: boolean;
}

/** The day of a unit before anything is counted. @param day days since 1970 in Shanghai */
export const emptyDay = (equipmentNo: string, branchCode: string, day: number): DayWork => ({
  equipmentNo,
  branchCode,
  day: dayText(day),
  trips: 0,
  openings: 0,
  runSec: 0,
  fullSec: 0,
  crawlSec: 0,
  standbySec: 0,
  energyKwh: null,
  passengers: 0,
  flagged: false,
});

/**
 * A counter that jumps by more than the column can hold is stored as the column's maximum, so that it cannot fail the
 * whole batch.
 */
const MAX_INTEGER = 2_147_483_647;
const MAX_ENERGY = 99_999_999_999;
const INTEGER_DAY_COLUMNS = [
  'trips',
  'openings',
  'run_sec',
  'full_sec',
  'crawl_sec',
  'standby_sec',
  'passengers',
] as const;
const clamp = (value: number, max: number) => Math.max(-max, Math.min(max, value));

/** Adds what the counters counted to the days (readings 57). */
export async function addDays(client: pg.ClientBase, days: readonly DayWork[]): Promise<void> {
  if (days.length === 0) return;
  await client.query({
    name: 'ingest-add-days',
    text: `INSERT INTO equipment_day AS d
             (equipment_no, day, branch_code, trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh, passengers, flagged)
           SELECT v."equipmentNo", v.day, v."branchCode", v.trips, v.openings, v."runSec", v."fullSec", v."crawlSec", v."standbySec", v."energyKwh", v.passengers, v.flagged
             FROM jsonb_to_recordset($1::jsonb) AS v ("equipmentNo" text, day date, "branchCode" text, trips int, openings int, "runSec" int,
               "fullSec" int, "crawlSec" int, "standbySec" int, "energyKwh" numeric, passengers int, flagged boolean)
           ON CONFLICT (equipment_no, day) DO UPDATE SET
             ${INTEGER_DAY_COLUMNS.map((column) => `${column} = least(${MAX_INTEGER}, d.${column}::bigint + excluded.${column})::int`).join(', ')},
             energy_kwh = CASE WHEN excluded.energy_kwh IS NULL THEN d.energy_kwh
                               ELSE least(${MAX_ENERGY}, coalesce(d.energy_kwh, 0) + excluded.energy_kwh) END,
             flagged = d.flagged OR excluded.flagged, updated_at = now()`,
    values: [
      JSON.stringify(
        days.map((day) => ({
          ...day,
          trips: clamp(day.trips, MAX_INTEGER),
          openings: clamp(day.openings, MAX_INTEGER),
          runSec: clamp(day.runSec, MAX_INTEGER),
          fullSec: clamp(day.fullSec, MAX_INTEGER),
          crawlSec: clamp(day.crawlSec, MAX_INTEGER),
          standbySec: clamp(day.standbySec, MAX_INTEGER),
          energyKwh: day.energyKwh === null ? null : clamp(day.energyKwh, MAX_ENERGY),
          passengers: clamp(day.passengers, MAX_INTEGER),
        })),
      ),
    ],
  });
}
