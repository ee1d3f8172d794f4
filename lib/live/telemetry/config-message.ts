import { pool } from '@/lib/platform/db/client';
import { isMapped, mappedNumbers } from './store';
import { KEY_PATTERN, MAX_BYTES } from './topics';

/**
 * The `config` message of a box (api.md §4.3): how often it should send, the units it serves, and the hours of those in a
 * start and stop group, for display alone.
 */

const INTERVALS = { statusMinMs: 200, fullSec: 300, countersSec: 300 };

export interface ConfigMessage {
  readonly version: number;
  readonly payload: string;
}

/** @returns undefined for an unknown box. Throws when the database is unavailable. */
export async function configMessageOf(cubeNo: string, now: number): Promise<ConfigMessage | undefined> {
  if (!KEY_PATTERN.test(cubeNo)) return undefined;
  const { rows } = await pool().query<{
    is_pro: boolean;
    equipment_no: string | null;
    unit_cube_no: string | null;
    display_type: string | null;
    config_version: number;
    schedules: unknown[];
  }>({
    name: 'cube-config',
    text: `SELECT c.kind = 'pro' AS is_pro, c.config_version, e.equipment_no, e.cube_no AS unit_cube_no, e.display_type,
                  (SELECT coalesce(jsonb_agg(jsonb_build_object('weekday', w.weekday, 'startTime', w.start_time, 'stopTime', w.stop_time, 'closed', w.closed)
                                             ORDER BY w.weekday), '[]')
                     FROM equipment_group_item i JOIN equipment_group g ON g.group_id = i.group_id AND g.enabled AND g.deleted_at IS NULL
                     JOIN project p ON p.project_id = g.project_id AND p.deleted_at IS NULL
                     JOIN equipment_group_schedule w ON w.group_id = g.group_id
                    WHERE i.equipment_no = e.equipment_no) AS schedules
             FROM edge_cube c
             LEFT JOIN equipment e ON e.cube_no = ANY($2) AND e.deleted_at IS NULL
            WHERE c.cube_no = $1 ORDER BY e.equipment_no`,
    values: [cubeNo, mappedNumbers(cubeNo)],
  });
  const [first] = rows;
  if (!first) return undefined;
  const units = rows.filter(
    (row) => row.equipment_no !== null && isMapped({ cubeNo, isPro: first.is_pro }, { cubeNo: row.unit_cube_no }),
  );
  const version = Math.max(1, first.config_version);
  const payload = JSON.stringify({
    v: 1,
    version,
    at: now,
    intervals: INTERVALS,
    equipment: units.map((unit) => ({
      equipmentNo: unit.equipment_no,
      displayType: unit.display_type,
      schedules: unit.schedules,
    })),
  });
  return Buffer.byteLength(payload) <= MAX_BYTES.config ? { version, payload } : undefined;
}

/**
 * What an outside broker took last, be it an older one: another gateway may have read before and published after. It is then owed
 * again.
 */
export async function noteConfigTold(cubeNo: string, version: number): Promise<void> {
  await pool().query('UPDATE edge_cube SET config_told = $2 WHERE cube_no = $1 AND config_told <> $2', [
    cubeNo,
    version,
  ]);
}

/** Boxes at once whose configuration an outside broker has not taken yet: a hint was missed, or it was away. */
const MOST_OWED = 500;

export async function owedConfigs(): Promise<string[]> {
  const { rows } = await pool().query<{ cube_no: string }>({
    name: 'owed-configs',
    text: `SELECT cube_no FROM edge_cube WHERE config_told < config_version AND bind_state = 'BOUND' ORDER BY cube_no LIMIT ${MOST_OWED}`,
  });
  return rows.map((row) => row.cube_no);
}
