import type pg from 'pg';
import { ERROR_STATUS, ONLINE_STATUS, type DisplayType } from '@/lib/live/units/value-sets';
import type { LiveChange } from '@/lib/live/units/live-message';
import type { StoredEntry } from './merge';
import {
  DISCONNECTED_AFTER_MS,
  errorStatusOf,
  OFFLINE_AFTER_MS,
  onlineStatusOf,
  RECONNECTED_AFTER_MS,
  SAVE_SEEN_EVERY_MS,
} from './state';
import { findUnitsWithOpenErrors, NOTES, type UnitNotes } from './store';
import { TraceBuffer } from './trace';

/**
 * Changes that time alone causes (api.md §4.6, silent-screens.md F1), checked every minute: 72 hours without data, a
 * cabinet that has been disconnected or back for long enough, a box that was mapped or removed. For a disconnected
 * cabinet nobody can say that it is well.
 */

const CHUNK = 500;

interface TimeRuleUnit {
  equipment_no: string;
  equipment_type: string;
  display_type: DisplayType;
  has_cube: boolean;
  online_status: number;
  error_status: number;
  last_data_at: Date | null;
  live: Record<string, StoredEntry>;
  counters: Record<string, unknown>;
}

/** Units whose status may change by time. Rows that an ingest has locked are checked a minute later. */
const CANDIDATES = `
  SELECT e.equipment_no, e.equipment_type, e.display_type, e.cube_no IS NOT NULL AS has_cube,
         s.online_status, s.error_status, s.last_data_at, s.live, s.counters
    FROM equipment_status s JOIN equipment e USING (equipment_no)
   WHERE e.deleted_at IS NULL AND (
           (e.cube_no IS NULL) <> (s.online_status = ${ONLINE_STATUS.notInstalled})
        OR (s.online_status IN (${ONLINE_STATUS.online}, ${ONLINE_STATUS.disconnected}) AND (s.last_data_at IS NULL OR s.last_data_at <= $1))
        OR (s.online_status = ${ONLINE_STATUS.online} AND s.live @> '{"connected": {"value": false}}'
            AND (s.counters #>> '{${NOTES},connectedSince}')::bigint <= $2)
        OR (s.online_status = ${ONLINE_STATUS.disconnected} AND s.error_status = ${ERROR_STATUS.normal})
        OR (s.online_status = ${ONLINE_STATUS.disconnected}
            AND (NOT s.live ? 'connected' OR (s.live @> '{"connected": {"value": true}}' AND (s.counters #>> '{${NOTES},connectedSince}')::bigint <= $3))))
   ORDER BY e.equipment_no
   LIMIT ${CHUNK}
   FOR NO KEY UPDATE OF s SKIP LOCKED`;

/**
 * Applies the rules at a moment and returns the changes for viewers.
 * @param now epoch ms, compared with receive times
 */
export async function applyTimeRules(pool: pg.Pool, now: number): Promise<LiveChange[]> {
  const changes: LiveChange[] = [];
  for (;;) {
    const found = await applyChunk(pool, now);
    changes.push(...found.changes);
    if (found.rows < CHUNK || found.changes.length === 0) return changes;
  }
}

async function applyChunk(pool: pg.Pool, now: number): Promise<{ rows: number; changes: LiveChange[] }> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<TimeRuleUnit>(CANDIDATES, [
      new Date(now - OFFLINE_AFTER_MS - SAVE_SEEN_EVERY_MS),
      now - DISCONNECTED_AFTER_MS,
      now - RECONNECTED_AFTER_MS,
    ]);
    const faulty = await findUnitsWithOpenErrors(
      client,
      rows.map((row) => row.equipment_no),
    );
    const updates = rows.flatMap((row) => {
      const next = nextOf(row, now, faulty.has(row.equipment_no));
      return next ? [{ ...next, row }] : [];
    });
    if (updates.length > 0) {
      await client.query(
        `UPDATE equipment_status s SET online_status = v.online, error_status = v.error, detector_due = to_timestamp($2 / 1000.0), updated_at = now()
           FROM jsonb_to_recordset($1::jsonb) AS v (no text, online int, error int) WHERE s.equipment_no = v.no`,
        [JSON.stringify(updates.map(({ row, online, error }) => ({ no: row.equipment_no, online, error }))), now],
      );
      await keepMoves(client, updates, now);
    }
    await client.query('COMMIT');
    return {
      rows: rows.length,
      changes: updates.map(({ row, online }): LiveChange => ({
        equipmentNo: row.equipment_no,
        equipmentType: row.equipment_type,
        displayType: row.display_type,
        changes: online === row.online_status ? {} : { onlinestatus: { value: online, at: now } },
        isCounted: true,
        committedAt: now,
      })),
    };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

/** Writes the changes that time caused into the unit's history. */
async function keepMoves(
  client: pg.ClientBase,
  updates: readonly { row: TimeRuleUnit; online: number }[],
  now: number,
): Promise<void> {
  const traces = new TraceBuffer();
  for (const { row, online } of updates) {
    if (online === row.online_status) continue;
    const before = { live: row.live, onlineStatus: row.online_status, connection: null };
    traces.add(row.equipment_no, { before, changes: [[now, 'onlinestatus', online]] });
  }
  await traces.flush(client);
}

function nextOf(row: TimeRuleUnit, now: number, hasOpenError: boolean): { online: number; error: number } | undefined {
  const { connected, errorstate } = row.live;
  const { connectedSince } = (row.counters[NOTES] ?? {}) as UnitNotes;
  const online = onlineStatusOf(
    {
      current: row.online_status,
      hasCube: row.has_cube,
      // Data may have arrived up to this long after the stored time, so that no unit goes offline too early.
      lastDataAt: row.last_data_at && row.last_data_at.getTime() + SAVE_SEEN_EVERY_MS,
      ...(typeof connected?.value === 'boolean' ? { connected: connected.value } : {}),
      ...(connectedSince === undefined ? {} : { connectedSince }),
    },
    now,
    false,
  );
  const error = errorStatusOf(online, errorstate, hasOpenError);
  return online === row.online_status && error === row.error_status ? undefined : { online, error };
}
