import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { EquipmentRow } from './contract';
import type { FloorMappingRead } from './floors-contract';
import { isFilled, labelsOf, parseMapping, type FloorMapping } from './shared/floor-mapping';
import { relabel } from './floor-labels';
import { ROW_SELECT, toRow } from './shape';
import { FLOOR_EDIT, FLOOR_MAPPING } from '@/lib/live/units/value-sets';

/** Floor matching (doc2 §2.3, §5, api.md §2.7): which display floor stands beside each physical floor of an elevator. */

/** Rows of the reuse dialog (api.md §2.7). */
const MAX_SAME = 1000;

const isIn = (actor: Actor, equipmentNos: readonly string[]): Prisma.EquipmentWhereInput => ({
  AND: [{ equipmentNo: { in: [...equipmentNos] } }, equipmentScope(actor, { focus: false })],
});

const SOURCE = {
  equipmentNo: true,
  equipmentName: true,
  displayType: true,
  totalFloors: true,
  floorMapping: true,
  branchCode: true,
  projects: { select: { projectId: true } },
} as const satisfies Prisma.EquipmentSelect;
type StoredFloors = Prisma.EquipmentGetPayload<{ select: typeof SOURCE }>;

/** @throws not_found, no_object_permission (511) */
async function findSource(actor: Actor, equipmentNo: string): Promise<StoredFloors> {
  const found = await db().equipment.findFirst({ where: isIn(actor, [equipmentNo]), select: SOURCE });
  if (found) return found;
  await requireEquipment(actor, equipmentNo);
  throw new AppError('not_found', { messageKey: 'equipmentNotFound' });
}

/** Floors of an elevator, null for what has none or whose number nobody entered. */
const floorsOf = ({ displayType, totalFloors }: { displayType: string; totalFloors: number | null }) =>
  displayType === 'EV' && totalFloors !== null && totalFloors > 0 ? totalFloors : null;

/** The mapping of one unit. @throws not_found, no_object_permission (511) */
export async function findFloors(actor: Actor, equipmentNo: string): Promise<FloorMappingRead> {
  const unit = await findSource(actor, equipmentNo);
  return {
    equipmentNo,
    equipmentName: unit.equipmentName,
    totalFloors: floorsOf(unit),
    floorMapping: unit.floorMapping === null ? null : JSON.stringify(unit.floorMapping),
  };
}

/** The other elevators of the caller with as many floors, in the source's projects or branch. */
function sameFloors(
  actor: Actor,
  { equipmentNo, branchCode, projects }: StoredFloors,
  totalFloors: number,
): { inProjects: Prisma.EquipmentWhereInput; inBranch: Prisma.EquipmentWhereInput } {
  const same: Prisma.EquipmentWhereInput = {
    AND: [
      { equipmentNo: { not: equipmentNo }, displayType: 'EV', totalFloors },
      equipmentScope(actor, { focus: false }),
    ],
  };
  const shared: Prisma.EquipmentWhereInput = {
    projects: { some: { projectId: { in: projects.map(({ projectId }) => projectId) } } },
  };
  return { inProjects: { AND: [same, shared] }, inBranch: { AND: [same, { branchCode }, { NOT: shared }] } };
}

/**
 * Elevators that the mapping can be copied to, those of the same projects first, at most 1000.
 * @throws not_found, no_object_permission (511)
 */
export async function findSameFloor(actor: Actor, equipmentNo: string): Promise<EquipmentRow[]> {
  const source = await findSource(actor, equipmentNo);
  const totalFloors = floorsOf(source);
  if (totalFloors === null) return [];
  const { inProjects, inBranch } = sameFloors(actor, source, totalFloors);
  const read = (where: Prisma.EquipmentWhereInput, take: number) =>
    db().equipment.findMany({ where, orderBy: { equipmentNo: 'asc' }, take, select: ROW_SELECT });
  const near = await read(inProjects, MAX_SAME);
  const far = near.length < MAX_SAME ? await read(inBranch, MAX_SAME - near.length) : [];
  return [...near, ...far].map(toRow);
}

interface LockedFloors {
  equipment_no: string;
  display_type: string;
  total_floors: number | null;
  floor_mapping: unknown;
  edit: number;
}

/** Locks units in the order of their numbers and reads what decides about their floors. */
function lock(sql: Prisma.TransactionClient, equipmentNos: readonly string[]): Promise<LockedFloors[]> {
  return sql.$queryRaw<LockedFloors[]>`
    SELECT equipment_no, display_type::text AS display_type, total_floors, floor_mapping, floor_matching_edit_status AS edit
      FROM equipment WHERE equipment_no = ANY(${equipmentNos}) AND deleted_at IS NULL ORDER BY equipment_no FOR UPDATE`;
}

/** @throws conflict when the floors of the unit cannot be edited or are not known */
function requireEditable(row: LockedFloors): number {
  if (row.display_type !== 'EV' || row.edit !== FLOOR_EDIT.editable)
    throw new AppError('conflict', { messageKey: 'floorsLocked', params: { no: row.equipment_no } });
  const totalFloors = floorsOf({ displayType: row.display_type, totalFloors: row.total_floors });
  if (totalFloors === null) throw new AppError('conflict', { messageKey: 'floorsUnknown' });
  return totalFloors;
}

async function write(
  sql: Prisma.TransactionClient,
  equipmentNos: readonly string[],
  mapping: FloorMapping,
): Promise<void> {
  const isEmpty = Object.keys(mapping).length === 0;
  await sql.equipment.updateMany({
    where: { equipmentNo: { in: [...equipmentNos] } },
    data: {
      floorMapping: mapping,
      floorMappingConfiged: isEmpty ? FLOOR_MAPPING.none : FLOOR_MAPPING.configured,
      updatedAt: new Date(),
    },
  });
}

/**
 * Saves the mapping of one unit, all floors filled or none; live pages show it at once.
 * @throws not_found, no_object_permission (511), validation_failed (floors missing or too many), conflict (not editable)
 */
export async function saveFloors(actor: Actor, equipmentNo: string, mapping: FloorMapping): Promise<null> {
  await requireEquipment(actor, equipmentNo);
  await db().$transaction(async (sql) => {
    const [row] = await lock(sql, [equipmentNo]);
    if (!row) throw new AppError('not_found', { messageKey: 'equipmentNotFound' });
    const totalFloors = requireEditable(row);
    const labels = labelsOf(mapping, totalFloors);
    noteChange({ floorMapping: row.floor_mapping }, { floorMapping: mapping });
    const isKnown = Object.keys(mapping).every((floor) => Number(floor) <= labels.length);
    if (!isKnown) throw new FieldError('floorMappingJson', 'tooMany');
    if (Object.keys(mapping).length > 0 && !isFilled(labels))
      throw new FieldError('floorMappingJson', 'floorsIncomplete');
    await write(sql, [equipmentNo], mapping);
  });
  await relabel([equipmentNo]);
  return null;
}

/**
 * Copies the mapping of one unit to others with as many floors, to all of them or to none.
 * @throws not_found, no_object_permission (511), validation_failed (source not filled), conflict (another floor count, not editable)
 */
export async function reuseFloors(
  actor: Actor,
  sourceEquipmentNo: string,
  targetEquipmentNos: readonly string[],
): Promise<null> {
  const source = await findSource(actor, sourceEquipmentNo);
  const targets = [...new Set(targetEquipmentNos)];
  const seen = new Set(
    (await db().equipment.findMany({ where: isIn(actor, targets), select: { equipmentNo: true } })).map(
      ({ equipmentNo }) => equipmentNo,
    ),
  );
  for (const target of targets) if (!seen.has(target)) await requireEquipment(actor, target);
  await db().$transaction(async (sql) => {
    const rows = new Map((await lock(sql, [...targets, sourceEquipmentNo])).map((row) => [row.equipment_no, row]));
    const from = rows.get(sourceEquipmentNo);
    if (!from) throw new AppError('not_found', { messageKey: 'equipmentNotFound' });
    const totalFloors = requireEditable(from);
    const mapping = parseMapping(from.floor_mapping) ?? {};
    if (!isFilled(labelsOf(mapping, totalFloors))) throw new FieldError('sourceEquipmentNo', 'floorsEmpty');
    const { inProjects, inBranch } = sameFloors(actor, source, totalFloors);
    const fitting = new Set(
      (
        await sql.equipment.findMany({
          where: { AND: [{ equipmentNo: { in: targets } }, { OR: [inProjects, inBranch] }] },
          select: { equipmentNo: true },
        })
      ).map(({ equipmentNo }) => equipmentNo),
    );
    for (const target of targets) {
      const row = rows.get(target);
      if (!row || !fitting.has(target))
        throw new AppError('conflict', { messageKey: 'floorsDiffer', params: { no: target } });
      requireEditable(row);
    }
    await write(sql, targets, mapping);
  });
  await relabel(targets);
  return null;
}
