import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { requireProject } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { findEquipmentByNos, queryProjectEquipment } from './unit-contract';

/** Units of projects, and units by pasted numbers. */

const PICK = {
  equipmentNo: true,
  cubeNo: true,
  equipmentType: true,
  productLine: true,
  equipmentName: true,
  buildingName: true,
} as const satisfies Prisma.EquipmentSelect;

/** @throws not_found, no_object_permission */
export async function findProjectUnits(
  actor: Actor,
  query: ParsedOf<typeof queryProjectEquipment>,
): Promise<OutputOf<typeof queryProjectEquipment>> {
  const { projectId, sortField = 'createDate', sortOrder, pageIndex, pageSize } = query;
  await requireProject(actor, projectId);
  const where: Prisma.EquipmentWhereInput = { deletedAt: null, projects: { some: { projectId } } };
  const [total, rows] = await Promise.all([
    db().equipment.count({ where }),
    db().equipment.findMany({
      where,
      orderBy: [{ [sortField]: sortOrder }, { equipmentNo: 'asc' }],
      skip: (pageIndex - 1) * pageSize,
      take: pageSize,
      select: PICK,
    }),
  ]);
  return page(rows, total, query);
}

/** In the requested order. A number outside the scope looks like an unknown one. */
export async function findUnitsByNos(
  actor: Actor,
  { equipNoList, cubeNoList, branchCode }: ParsedOf<typeof findEquipmentByNos>,
): Promise<OutputOf<typeof findEquipmentByNos>> {
  // Box numbers are stored in upper case (silent-screens R2).
  const asked = equipNoList ?? [...new Set((cubeNoList ?? []).map((no) => no.toUpperCase()))];
  const byNo: Prisma.EquipmentWhereInput = equipNoList ? { equipmentNo: { in: asked } } : { cubeNo: { in: asked } };
  const rows = await db().equipment.findMany({
    where: {
      AND: [byNo, branchCode ? { branchCode } : {}, equipmentScope(actor, { focus: false })],
    },
    select: PICK,
  });
  const found = new Map(rows.map((row) => [equipNoList ? row.equipmentNo : row.cubeNo, row]));
  const records = asked.flatMap((no) => found.get(no) ?? []);
  return { total: records.length, records, missing: asked.filter((no) => !found.has(no)) };
}
