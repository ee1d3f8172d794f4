import type { Actor } from '@/lib/platform/contract/actor';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { bindCube, replaceCube, unbindCube } from '@/lib/features/cubes/internal/unit-boxes';
import { db } from '@/lib/platform/db/client';
import { noteChange } from '@/lib/platform/audit/changes';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import type { saveEquipment } from './contract';

/** The reason in the box's history for changes from the equipment dialog (api.md §2.19). */
const REASON = 'other';

/**
 * Saves the fields that were sent and keeps the others. The box changes in the same transaction (api.md §2.7).
 * @throws not_found, no_object_permission, conflict
 */
export async function saveUnit(
  actor: Actor,
  { equipmentNo, equipmentName, cubeNo, buildingName }: ParsedOf<typeof saveEquipment>,
): Promise<null> {
  await requireEquipment(actor, equipmentNo);
  await db().$transaction(async (sql) => {
    const before = await sql.equipment.findUniqueOrThrow({
      where: { equipmentNo },
      select: { equipmentName: true, cubeNo: true, buildingName: true },
    });
    if (cubeNo !== undefined) {
      const from = before.cubeNo;
      if (cubeNo !== from) {
        if (cubeNo === null) await unbindCube(sql, actor, { equipmentNo, from: from ?? '', reason: REASON });
        else if (from === null) await bindCube(sql, actor, { equipmentNo, cubeNo });
        else await replaceCube(sql, actor, { equipmentNo, from, cubeNo, reason: REASON });
      }
    }
    await sql.equipment.update({
      where: { equipmentNo },
      data: {
        ...(equipmentName === undefined ? {} : { equipmentName }),
        ...(buildingName === undefined ? {} : { buildingName }),
        updatedAt: new Date(),
      },
    });
    const after = {
      ...(equipmentName === undefined ? {} : { equipmentName }),
      ...(cubeNo === undefined ? {} : { cubeNo }),
      ...(buildingName === undefined ? {} : { buildingName }),
    };
    noteChange(before, after);
  });
  return null;
}
