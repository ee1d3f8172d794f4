import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { liveUserScope, requireProject } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import { containsText } from '@/lib/platform/db/name-grams';
import type { listGroupResponsible, listGroupUnits } from './contract';
import { mayBeResponsible } from './internal/responsible';
import { GROUP_DISPLAY_TYPES } from './value-sets';

/** What the dialog of a group offers: units and accounts (readings 72). */

const stretchOf = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
  skip: (pageIndex - 1) * pageSize,
  take: pageSize,
});

/** @throws not_found, no_object_permission */
export async function findGroupUnits(
  actor: Actor,
  { projectId, groupId, searchKey, ...query }: ParsedOf<typeof listGroupUnits>,
): Promise<OutputOf<typeof listGroupUnits>> {
  await requireProject(actor, projectId);
  const part = searchKey && containsText(searchKey);
  const where: Prisma.EquipmentWhereInput = {
    AND: [
      equipmentScope(actor, { focus: false }),
      { displayType: { in: [...GROUP_DISPLAY_TYPES] }, projects: { some: { projectId } } },
      {
        OR: [
          { groupItem: null },
          { groupItem: { group: { project: { deletedAt: { not: null } } } } },
          ...(groupId ? [{ groupItem: { groupId } }] : []),
        ],
      },
      ...(part ? [{ OR: [{ equipmentNo: part }, { equipmentName: part }] }] : []),
    ],
  };
  const [total, rows] = await Promise.all([
    db().equipment.count({ where }),
    db().equipment.findMany({
      where,
      orderBy: listOrder(query, false, { id: 'equipmentNo' }),
      ...stretchOf(query),
      select: {
        equipmentNo: true,
        cubeNo: true,
        equipmentType: true,
        productLine: true,
        equipmentName: true,
        buildingName: true,
      },
    }),
  ]);
  return page(rows, total, query);
}

/** @throws not_found, no_object_permission */
export async function findResponsible(
  actor: Actor,
  { searchKey, projectId, ...query }: ParsedOf<typeof listGroupResponsible>,
): Promise<OutputOf<typeof listGroupResponsible>> {
  const { branchCode } = await requireProject(actor, projectId);
  const part = searchKey && containsText(searchKey);
  const where: Prisma.UserWhereInput = {
    AND: [
      liveUserScope(actor),
      mayBeResponsible({ projectId, branchCode }),
      ...(part ? [{ OR: [{ username: part }, { nickName: part }] }] : []),
    ],
  };
  const [total, rows] = await Promise.all([
    db().user.count({ where }),
    db().user.findMany({
      where,
      orderBy: listOrder(query, false, { id: 'username' }),
      ...stretchOf(query),
      select: { username: true, nickName: true },
    }),
  ]);
  return page(rows, total, query);
}
