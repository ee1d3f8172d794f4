import type { Queryable } from '@/lib/platform/db/client';
import { keyframeOf, type StoredChange } from '@/lib/live/units/trace';
import { visible } from './merge';
import type { UnitRow } from './store';

/**
 * History of values for the replay and for the strips around a fault: EquipmentTrace, one row per unit and five minutes
 * with data. It is written every few seconds, not with each batch, because ten appends a second would
 * rewrite the same row ten times. A crash loses seconds of history, never a state, an event or a log entry.
 *
 * A bucket begins with a keyframe (readings 75), so a replay needs no older bucket. Each process writes its own
 * keyframe once per bucket; a second one from another process says the same.
 */

const BUCKET_MS = 5 * 60_000;
const MAX_CHANGES = 200_000;
/** How many units' last buckets are remembered. With more units, some get one keyframe too many. */
const MAX_UNITS = 500_000;

/** What happened to a unit in a batch: its row before it, and the changes in order of arrival. */
export interface UnitTrace {
  readonly before: Pick<UnitRow, 'live' | 'onlineStatus' | 'connection'>;
  readonly changes: readonly StoredChange[];
}

export class TraceBuffer {
  readonly #buckets = new Map<string, { equipmentNo: string; bucketStart: number; changes: StoredChange[] }>();
  /** Unit → the bucket that its last keyframe is in. */
  readonly #framed = new Map<string, number>();
  #size = 0;

  add(equipmentNo: string, { before, changes }: UnitTrace): void {
    for (const [index, change] of changes.entries()) {
      if (this.#size >= MAX_CHANGES) return;
      const bucketStart = Math.floor(change[0] / BUCKET_MS) * BUCKET_MS;
      const framed = this.#framed.get(equipmentNo);
      if (framed !== bucketStart) {
        if (this.#framed.size >= MAX_UNITS) this.#framed.clear();
        this.#framed.set(equipmentNo, bucketStart);
        // Changes of the same batch that arrived earlier belong to the known values.
        const frame = [...keyframe(before, framed === undefined || framed < bucketStart ? bucketStart : undefined)];
        this.#append(equipmentNo, bucketStart, [...frame, ...changes.slice(0, index)]);
      }
      this.#append(equipmentNo, bucketStart, [change]);
    }
  }

  #append(equipmentNo: string, bucketStart: number, changes: readonly StoredChange[]): void {
    const key = `${equipmentNo} ${bucketStart}`;
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { equipmentNo, bucketStart, changes: [] }));
    bucket.changes.push(...changes);
    this.#size += changes.length;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Appends everything collected. After a failure it is kept for the next attempt. */
  async flush(sql: Queryable): Promise<void> {
    if (this.isEmpty) return;
    const buckets = [...this.#buckets.values()];
    this.#buckets.clear();
    this.#size = 0;
    try {
      await sql.query({
        name: 'ingest-trace',
        text: `INSERT INTO equipment_trace AS t (equipment_no, bucket_start, changes)
               SELECT v.no, to_timestamp(v.start / 1000.0), v.changes
                 FROM jsonb_to_recordset($1::jsonb) AS v (no text, start bigint, changes jsonb)
                ORDER BY 1, 2
               ON CONFLICT (equipment_no, bucket_start) DO UPDATE SET changes = t.changes || excluded.changes`,
        values: [
          JSON.stringify(
            buckets.map(({ equipmentNo, bucketStart, changes }) => ({ no: equipmentNo, start: bucketStart, changes })),
          ),
        ],
      });
    } catch (error) {
      for (const { equipmentNo, bucketStart, changes } of buckets) {
        if (this.#size < MAX_CHANGES) this.#append(equipmentNo, bucketStart, changes);
      }
      throw error;
    }
  }
}

/**
 * Everything known about a unit. @param since when the bucket began. For late data the connection of that time is
 * unknown; only measured values are known
 */
function keyframe({ live, onlineStatus, connection }: UnitTrace['before'], since: number | undefined): StoredChange[] {
  const measured = keyframeOf(Object.fromEntries(Object.entries(live).map(([key, entry]) => [key, visible(entry)])));
  if (since === undefined) return measured;
  return [
    ...measured,
    [since, 'onlinestatus', onlineStatus],
    ...(connection === null ? [] : [[since, 'connection', connection] satisfies StoredChange]),
  ];
}
