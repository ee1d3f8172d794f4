import type pg from 'pg';
import type { TraceChange } from './unit-work';

/**
 * History of values for replay and the strips around a fault: EquipmentTrace, one row a unit and five minutes with data
 * (design §5). Written every few seconds and not with each batch, because appending to the same row ten times a second
 * would rewrite it ten times. What a crash loses is seconds of history, never a state, an event or a log entry.
 */

const BUCKET_MS = 5 * 60_000;
const MAX_CHANGES = 200_000;

export class TraceBuffer {
  readonly #buckets = new Map<string, { equipmentNo: string; bucketStart: number; changes: TraceChange[] }>();
  #size = 0;

  add(equipmentNo: string, changes: readonly TraceChange[]): void {
    for (const change of changes) {
      if (this.#size >= MAX_CHANGES) return;
      const bucketStart = Math.floor(change[0] / BUCKET_MS) * BUCKET_MS;
      const key = `${equipmentNo} ${bucketStart}`;
      let bucket = this.#buckets.get(key);
      if (!bucket) this.#buckets.set(key, (bucket = { equipmentNo, bucketStart, changes: [] }));
      bucket.changes.push(change);
      this.#size += 1;
    }
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Appends everything collected; after a failure it is kept for the next time. */
  async flush(pool: pg.Pool): Promise<void> {
    if (this.isEmpty) return;
    const buckets = [...this.#buckets.values()];
    this.#buckets.clear();
    this.#size = 0;
    try {
      await pool.query({
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
      for (const { equipmentNo, changes } of buckets) this.add(equipmentNo, changes);
      throw error;
    }
  }
}
