import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Transaction } from '@/lib/platform/db/transaction';
import { MAX_PORTS } from './store';

/**
 * The boxes of these units get their configuration again, with the next version (api.md §4.6): connected ones at once,
 * others when they connect. In the caller's transaction.
 */
export async function raiseConfigs(sql: Transaction, equipmentNos: readonly string[]): Promise<void> {
  const units = [...equipmentNos];
  // In one order, as the ingest locks them.
  await sql.$queryRaw`SELECT 1 FROM equipment_status WHERE equipment_no = ANY(${units}) ORDER BY equipment_no FOR UPDATE`;
  // A port of a pro gateway is named after it: `GW-3` is the third port of `GW`.
  const boxes = await sql.$queryRaw<{ box: string }[]>`
    WITH mapped AS (
      SELECT e.equipment_no, coalesce(c.cube_no, regexp_replace(e.cube_no, '-[0-9]+$', '')) AS box
        FROM equipment e LEFT JOIN edge_cube c ON c.cube_no = e.cube_no
       WHERE e.equipment_no = ANY(${units}) AND e.cube_no IS NOT NULL
    ), present AS (
      SELECT c.cube_no AS box, greatest(1, max(s.config_version)) AS version
        FROM edge_cube c
       CROSS JOIN LATERAL (SELECT c.cube_no AS no
                           UNION ALL SELECT c.cube_no || '-' || n FROM generate_series(1, ${MAX_PORTS}::int) n WHERE c.kind = 'pro') k
        JOIN equipment e ON e.cube_no = k.no AND e.deleted_at IS NULL
        JOIN equipment_status s ON s.equipment_no = e.equipment_no
       WHERE c.cube_no IN (SELECT box FROM mapped)
       GROUP BY c.cube_no
    ), raised AS (
      UPDATE equipment_status s SET config_version = p.version + 1
        FROM mapped m JOIN present p USING (box) WHERE s.equipment_no = m.equipment_no
    )
    SELECT DISTINCT box FROM mapped ORDER BY box`;
  await notifyPortal(
    sql,
    boxes.map(({ box }) => ({ topic: 'cube', key: box })),
  );
}
