import type { Actor } from '@/lib/platform/contract/actor';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { requireUser } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { UserAccess } from './account-contract';
import { findMappings } from './look-ups';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** "Why may this user see this?": authority by role, rows by mapping. Reads what the guards read, decides nothing. */

type AccessMapping = UserAccess['mappings'][number];

async function authorities(username: string): Promise<UserAccess['authorities']> {
  const rows = await db().roleAuthority.findMany({
    where: { roleRow: { users: { some: { username } } } },
    orderBy: [{ authority: 'asc' }, { role: 'asc' }],
    select: { role: true, authority: true, authorityRow: { select: { description: true } } },
  });
  const byName = new Map<string, UserAccess['authorities'][number]>();
  for (const { role, authority, authorityRow } of rows) {
    const entry = byName.get(authority) ?? { authority, description: authorityRow.description, roles: [] };
    entry.roles.push(role);
    byName.set(authority, entry);
  }
  return [...byName.values()];
}

/** Mappings that count for the account's type, with the number of their units. */
async function mappings(actor: Actor, username: string, userType: number): Promise<AccessMapping[]> {
  const wanted =
    userType === USER_TYPE.project ? MAPPING_TYPE.project : userType === USER_TYPE.branch ? MAPPING_TYPE.branch : 0;
  const rows = (await findMappings(actor, username)).filter(({ type }) => type === wanted);
  const ids = rows.map(({ mappingId }) => mappingId);
  const totals = new Map<string, number>(
    wanted === MAPPING_TYPE.project
      ? (
          await db().project.findMany({
            where: { projectId: { in: ids } },
            select: { projectId: true, equipmentTotal: true },
          })
        ).map((row) => [row.projectId, row.equipmentTotal])
      : (
          await db().equipment.groupBy({
            by: ['branchCode'],
            where: { branchCode: { in: ids }, deletedAt: null },
            _count: true,
          })
        ).map((row) => [row.branchCode, row._count]),
  );
  return rows.map(({ type, mappingId, name }) => ({
    type,
    id: mappingId,
    name,
    equipmentTotal: totals.get(mappingId) ?? 0,
  }));
}

/** Which of the mappings open the unit. The caller sees it himself. @throws not_found, no_object_permission */
async function unit(
  actor: Actor,
  equipmentNo: string,
  userType: number,
  granted: readonly AccessMapping[],
): Promise<UserAccess['equipment']> {
  const { branchCode } = await requireEquipment(actor, equipmentNo);
  const { equipmentName, projects } = await db().equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { equipmentName: true, projects: { select: { projectId: true } } },
  });
  const holders = new Set([`2:${branchCode}`, ...projects.map(({ projectId }) => `1:${projectId}`)]);
  const by = granted
    .filter(({ type, id }) => holders.has(`${type}:${id}`))
    .map(({ type, id, name }) => ({ type, id, name }));
  return { equipmentNo, equipmentName, isVisible: userType === USER_TYPE.headOffice || by.length > 0, by };
}

/** @throws not_found, no_object_permission */
export async function explainAccess(actor: Actor, name: string, equipmentNo: string | undefined): Promise<UserAccess> {
  const username = await requireUser(actor, name);
  const { nickName, userType, enabled } = await db().user.findUniqueOrThrow({
    where: { username },
    select: { nickName: true, userType: true, enabled: true },
  });
  const granted = await mappings(actor, username, userType);
  return {
    username,
    nickName,
    userType,
    isEnabled: enabled,
    authorities: await authorities(username),
    mappings: granted,
    equipment: equipmentNo === undefined ? null : await unit(actor, equipmentNo, userType, granted),
  };
}
