import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Transaction } from '@/lib/platform/db/transaction';

/**
 * Boxes get their configuration again, with the next version (api.md §4.6): connected ones at once, others when they
 * connect. In the caller's transaction.
 */

/**
 * The boxes of these units, in one order, locked: before the units, as who gives a unit another box locks them.
 * A port of a pro gateway is named after it: `GW-3` is the third port of `GW`.
 */
export async function lockBoxesOf(sql: Transaction, equipmentNos: readonly string[]): Promise<string[]> {
  const rows = await sql.$queryRaw<{ cube_no: string }[]>`
    SELECT cube_no FROM edge_cube
     WHERE cube_no IN (
       SELECT c.cube_no
         FROM equipment e
        CROSS JOIN LATERAL (VALUES (e.cube_no, 'box'), (regexp_replace(e.cube_no, '-[1-9][0-9]?$', ''), 'pro')) n (box, kind)
         JOIN edge_cube c ON c.cube_no = n.box AND c.kind::text = n.kind
        WHERE e.equipment_no = ANY(${[...equipmentNos]}) AND e.deleted_at IS NULL)
     ORDER BY cube_no FOR NO KEY UPDATE`;
  return rows.map(({ cube_no: cubeNo }) => cubeNo);
}

/** @param cubeNos locked by the caller */
export async function raiseConfigs(sql: Transaction, cubeNos: readonly string[]): Promise<void> {
  const boxes = [...cubeNos];
  await sql.$executeRaw`UPDATE edge_cube SET config_version = greatest(1, config_version) + 1 WHERE cube_no = ANY(${boxes})`;
  await notifyPortal(
    sql,
    boxes.map((key) => ({ topic: 'cube', key })),
  );
}
