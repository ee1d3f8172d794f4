import type { Prisma } from '@/lib/platform/db/generated/client';

/** Facts that carry a copy of their unit's branch (api.md §5.1). */
const FACTS = [
  'equipment_event',
  'equipment_day',
  'equipment_month',
  'error_inspection',
  'notification',
  'callback',
  'callback_fact',
  'symptom',
  'activity',
  'equipment_warn',
  'maintenance_job',
  'maintenance_report',
  'inspection',
  'contract',
  'off_maintenance',
  'third_gateway',
  'camera',
] as const;

/** Gives the facts of units the branch that the units have now, in the transaction that changed it. */
export async function moveFacts(sql: Prisma.TransactionClient, equipmentNos: readonly string[]): Promise<void> {
  if (equipmentNos.length === 0) return;
  for (const table of FACTS)
    await sql.$executeRawUnsafe(
      `UPDATE ${table} f SET branch_code = e.branch_code FROM equipment e
        WHERE e.equipment_no = ANY($1) AND f.equipment_no = e.equipment_no AND f.branch_code IS DISTINCT FROM e.branch_code`,
      [...equipmentNos],
    );
  // The key of a screen is of one branch, and so are its notices.
  await sql.$executeRaw`
    WITH moved AS (
      UPDATE smart_screen s SET branch_code = e.branch_code, key_hash = NULL, code_hash = NULL, last_beat = NULL, showing = NULL FROM equipment e
       WHERE e.equipment_no = ANY(${[...equipmentNos]}) AND s.equipment_no = e.equipment_no AND s.branch_code IS DISTINCT FROM e.branch_code
      RETURNING s.screen_no)
    UPDATE screen_notice n SET state = 'WITHDRAWN', update_date = now() FROM moved
     WHERE n.screen_no = moved.screen_no AND n.state IN ('QUEUED', 'DELIVERED', 'SHOWN') AND n.end_time > now()`;
  await sql.$executeRaw`
    UPDATE edge_cube c SET branch_code = e.branch_code FROM equipment e
     WHERE e.equipment_no = ANY(${[...equipmentNos]}) AND c.cube_no = e.cube_no AND c.branch_code IS DISTINCT FROM e.branch_code`;
}
