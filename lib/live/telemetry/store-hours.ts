import type pg from 'pg';
import type { HourWork } from './hours';

const MAX_INTEGER = 2_147_483_647;
const COLUMNS = ['trips', 'openings', 'reversals', 'run_sec'] as const;
const added = (column: string) =>
  `${column} = CASE WHEN excluded.${column} IS NULL THEN h.${column}
     ELSE least(${MAX_INTEGER}, coalesce(h.${column}, 0)::bigint + excluded.${column})::int END`;

/** Adds what was counted to the hours of units, in the batch's transaction (readings 143). */
export async function addHours(client: pg.ClientBase, hours: readonly HourWork[]): Promise<void> {
  if (hours.length === 0) return;
  await client.query({
    name: 'ingest-add-hours',
    text: `INSERT INTO equipment_hour AS h (equipment_no, hour, ${COLUMNS.join(', ')}, partial)
           SELECT v."equipmentNo", to_timestamp(v.hour / 1000.0), v.trips, v.openings, v.reversals, v."runSec", v."isPartial"
             FROM jsonb_to_recordset($1::jsonb) AS v ("equipmentNo" text, hour bigint, trips int, openings int, reversals int, "runSec" int, "isPartial" boolean)
            ORDER BY 1, 2
           ON CONFLICT (equipment_no, hour) DO UPDATE SET ${COLUMNS.map(added).join(', ')}, partial = h.partial OR excluded.partial`,
    values: [JSON.stringify(hours)],
  });
}
