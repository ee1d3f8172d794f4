import type { Queryable } from '@/lib/platform/db/client';
import { keyframeOf, type StoredChange } from '@/lib/live/units/trace';
import { visible } from './merge';
import type { UnitRow } from './store';

/**
 * History of values for replay and the strips around a fault: EquipmentTrace, one row a unit and five minutes with data
 * (design §5). Written every few seconds and not with each batch, because appending to the same row ten times a second
 * would rewrite it ten times. What a crash loses is seconds of history, never a state, an event or a log entry.
 *
 * A bucket begins with a keyframe (readings 75): whoever replays it needs no older one. Each process writes its own, once a
 * bucket; one more of another process says nothing else.
 */

const BUCKET_MS = 5 * 60_000;
const MAX_CHANGES = 200_000;
/** Units whose last bucket is remembered; when there are more, some get a keyframe too many. */
const MAX_UNITS = 500_000;

/** What became of a unit in a batch: its row as it was, and the changes in the order of arrival. */
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
        // What came before it in the same batch belongs to what is known.
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

  /** Appends everything collected; after a failure it is kept for the next time. */
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
 * Everything that is known of a unit. @param since when the bucket began; of late news nobody knows how the unit was
 * reached then, only what had been measured
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
