import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Transaction } from '@/lib/platform/db/transaction';

/** Updates the stored counts of projects whose mapping changed. */
export async function recount(sql: Transaction, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  await sql.$executeRaw`
    UPDATE project p SET equipment_total = c.units, installed_total = c.boxes
      FROM (SELECT i.id, count(e.equipment_no) AS units, count(e.cube_no) AS boxes
              FROM unnest(${[...projectIds]}::text[]) AS i(id) LEFT JOIN project_equipment pe ON pe.project_id = i.id
              LEFT JOIN equipment e ON e.equipment_no = pe.equipment_no AND e.deleted_at IS NULL GROUP BY i.id) c
     WHERE p.project_id = c.id AND (p.equipment_total, p.installed_total) IS DISTINCT FROM (c.units, c.boxes)`;
}

/** Accounts that see these projects by a mapping: their sockets and caches read their rights again. */
export async function notifyAccounts(sql: Transaction, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  const rows = await sql.$queryRaw<{ username: string }[]>`
    UPDATE users SET access_version = access_version + 1
     WHERE username IN (SELECT u.username FROM users u JOIN user_mapping m ON m.username = u.username WHERE m.type = ${MAPPING_TYPE.project} AND m.mapping_id = ANY(${[...projectIds]}) ORDER BY u.username FOR NO KEY UPDATE OF u)
    RETURNING username`;
  // All others notice it by the regular checks.
  await notifyPortal(
    sql,
    rows.slice(0, MAX_HINTS).map(({ username }) => ({ topic: 'access', key: username })),
  );
}
const MAX_HINTS = 200;

/**
 * Adds units to projects of any source and keeps the existing ones. Both must exist. @returns the units that were added
 */
export async function linkUnits(
  sql: Transaction,
  links: readonly { readonly projectId: string; readonly equipmentNo: string }[],
  source: string,
): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const ids = [...new Set(links.map(({ projectId }) => projectId))].sort();
  await sql.$queryRaw`SELECT 1 FROM project WHERE project_id = ANY(${ids}) ORDER BY project_id FOR UPDATE`;
  const added = await sql.projectEquipment.createManyAndReturn({
    data: links.map(({ projectId, equipmentNo }) => ({ projectId, equipmentNo, createBy: source })),
    skipDuplicates: true,
    select: { equipmentNo: true },
  });
  return new Set(added.map(({ equipmentNo }) => equipmentNo));
}
