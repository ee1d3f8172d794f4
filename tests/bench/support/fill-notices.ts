import type pg from 'pg';
import { withoutIndexes } from './fill-records';

/** Messages about units over the last 90 days, four about each call-out, job, contract or inspection, one in four open. */
export async function fillNotices(client: pg.Client, size: number): Promise<number> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT count(*) >= $1 AS has FROM (SELECT 1 FROM notification LIMIT $1) n`,
    [size],
  );
  if (!rows[0]?.has) {
    // Nobody hears these: without the triggers that tell of new messages.
    await client.query('ALTER TABLE notification DISABLE TRIGGER USER');
    await withoutIndexes(client, 'notification', async () => {
      await client.query(`
        INSERT INTO notification (notification_type, sub_type, equipment_no, branch_code, title, message, object_id, guid, object_status, notification_date)
        SELECT kind, kind, e.equipment_no, e.branch_code, '召修已派工', '技术员已出发', CASE WHEN kind IN ('error', 'event') THEN i::text ELSE 'LN' || i / 20 || kind END,
               'scale-' || i, CASE WHEN kind IN ('error', 'event') THEN i % 4 = 0 END, now() - (${size} - i) * (interval '89 days' / ${size})
          FROM (SELECT i, (ARRAY['callback', 'error', 'maintenance', 'event', 'inspection'])[1 + i % 5] AS kind FROM generate_series(1, ${size}) i) m,
               (SELECT equipment_no, branch_code, row_number() OVER (ORDER BY md5(equipment_no)) - 1 AS n FROM equipment WHERE deleted_at IS NULL) e,
               (SELECT count(*) AS units FROM equipment WHERE deleted_at IS NULL) t WHERE e.n = ((i / 20)::bigint * 7919) % t.units`);
    });
    await client.query('ALTER TABLE notification ENABLE TRIGGER USER');
  }
  await client.query('VACUUM (ANALYZE) notification, callback');
  return Number((await client.query<{ count: string }>('SELECT count(*) FROM notification')).rows[0]?.count);
}
