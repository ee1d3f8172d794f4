import type pg from 'pg';
import { dayText } from '@/lib/platform/i18n/shanghai';
import { addCounts, CYCLE_SUMS, type CycleCounts, type CycleFact } from './cycles';

/**
 * Collects facts for EquipmentCycleDay and writes them once a minute. Writing with each batch would rewrite the row of
 * a busy elevator, with all its floor pairs, at every door movement. A crash loses one minute of these sums.
 */

const MAX_DAYS = 100_000;
const ROWS_A_STATEMENT = 1000;
const COLUMN: Record<(typeof CYCLE_SUMS)[number], string> = {
  doorOpenings: 'door_openings',
  doorOpenMs: 'door_open_ms',
  doorClosings: 'door_closings',
  doorCloseMs: 'door_close_ms',
  doorReversals: 'door_reversals',
  doorBlocked: 'door_blocked',
  stops: 'stops',
  offLevelStops: 'off_level_stops',
  trips: 'trips',
  tripMs: 'trip_ms',
  tripFloors: 'trip_floors',
  overloads: 'overloads',
};
const COLUMNS = CYCLE_SUMS.map((key) => COLUMN[key]);
const PAIRS = `(SELECT jsonb_object_agg(pair, jsonb_build_array(count, ms))
                  FROM (SELECT pair, sum((sums ->> 0)::bigint) AS count, sum((sums ->> 1)::bigint) AS ms
                          FROM (SELECT * FROM jsonb_each(d.floor_pairs) UNION ALL SELECT * FROM jsonb_each(excluded.floor_pairs)) AS every (pair, sums)
                         GROUP BY pair) AS merged)`;
/** The hours of the day, including those without a trip. */
const HOURS = (hour: string) => `ARRAY(SELECT ${hour} FROM generate_series(0, 23) AS h ORDER BY h)`;
const STATEMENT = `
  INSERT INTO equipment_cycle_day AS d (equipment_no, day, ${COLUMNS.join(', ')}, floor_pairs, hour_trips)
  SELECT v.no, v.day, ${CYCLE_SUMS.map((key) => `coalesce(v."${key}", 0)`).join(', ')}, coalesce(v.pairs, '{}'),
         ${HOURS('coalesce((v.hours ->> h::text)::int, 0)')}
    FROM jsonb_to_recordset($1::jsonb) AS v (no text, day date, ${CYCLE_SUMS.map((key) => `"${key}" bigint`).join(', ')}, pairs jsonb, hours jsonb)
   ORDER BY 1, 2
  ON CONFLICT (equipment_no, day) DO UPDATE SET ${COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`).join(', ')},
    hour_trips = ${HOURS('coalesce(d.hour_trips[h + 1], 0) + excluded.hour_trips[h + 1]')},
    floor_pairs = CASE WHEN excluded.floor_pairs = '{}' THEN d.floor_pairs ELSE ${PAIRS} END, updated_at = now()`;

interface DaySums {
  no: string;
  day: number;
  sums: Partial<CycleCounts>;
}

export class CycleBuffer {
  #days = new Map<string, DaySums>();

  add(equipmentNo: string, facts: readonly CycleFact[]): void {
    for (const { day, counts } of facts) this.#add(equipmentNo, day, counts);
  }

  #add(no: string, day: number, counts: Partial<CycleCounts>): void {
    const key = `${no} ${day}`;
    let found = this.#days.get(key);
    if (!found) {
      if (this.#days.size >= MAX_DAYS) return;
      this.#days.set(key, (found = { no, day, sums: {} }));
    }
    addCounts(found.sums, counts);
  }

  /** Adds everything collected to the table. What could not be written is kept for the next attempt. */
  async flush(pool: pg.Pool): Promise<void> {
    const waiting = [...this.#days.values()];
    this.#days = new Map();
    while (waiting.length > 0) {
      const part = waiting.slice(0, ROWS_A_STATEMENT);
      try {
        await pool.query({
          name: 'ingest-cycles',
          text: STATEMENT,
          values: [JSON.stringify(part.map(({ no, day, sums }) => ({ no, day: dayText(day), ...sums })))],
        });
      } catch (error) {
        for (const { no, day, sums } of waiting) this.#add(no, day, sums);
        throw error;
      }
      waiting.splice(0, part.length);
    }
  }
}
