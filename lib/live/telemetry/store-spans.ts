import type pg from 'pg';
import type { Span } from './spans';

/** States of units that ended. */
export async function insertSpans(client: pg.ClientBase, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return;
  await client.query({
    name: 'ingest-insert-spans',
    text: `INSERT INTO equipment_span (equipment_no, start_at, kind, end_at)
           SELECT v."equipmentNo", to_timestamp(v."from" / 1000.0), v.kind, to_timestamp(v.until / 1000.0)
             FROM jsonb_to_recordset($1::jsonb) AS v ("equipmentNo" text, kind text, "from" bigint, until bigint)
           ON CONFLICT DO NOTHING`,
    values: [JSON.stringify(spans)],
  });
}
