import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { code, key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { given } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { importer, missing, refused, saveRows, unitsOf, unknownUnit } from '../kind';

/** Gateways of other makers on units (api.md §2.19). */

const ThirdGatewayImport = z.object({
  kind: z.enum(['tl', 'step'], 'badValue'),
  equipmentNo: key,
  stepEquipmentNo: given(key),
  stepCubeId: given(key),
  /** 1 online, 2 offline, 4 not installed (readings 71). */
  onlineStatus: given(code([1, 2, 4])),
});
type ThirdGatewayImport = z.output<typeof ThirdGatewayImport>;

const TABLE = {
  name: 'third_gateway',
  key: ['id'],
  columns: ['kind', 'equipment_no', 'step_equipment_no', 'step_cube_id', 'online_status', 'branch_code'],
  isSigned: true,
};

async function saveGateways(
  sql: Transaction,
  rows: readonly ThirdGatewayImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const keyOf = ({ kind, equipmentNo }: { kind: string; equipmentNo: string }) => `${kind} ${equipmentNo}`;
  const stepOf = (row: { stepCubeId?: string | null; stepEquipmentNo?: string | null }) =>
    `${row.stepCubeId} ${row.stepEquipmentNo}`;
  const units = await unitsOf(sql, rows);
  const stored = await sql.thirdGateway.findMany({
    where: {
      OR: [
        { equipmentNo: { in: [...units.keys()] } },
        { stepCubeId: { in: rows.flatMap(({ stepCubeId }) => stepCubeId ?? []) } },
      ],
    },
  });
  const ids = new Map(stored.map((row) => [keyOf(row), row]));
  const taken = new Map(stored.filter(({ kind }) => kind === 'step').map((row) => [stepOf(row), keyOf(row)]));
  return saveRows(sql, rows, source, {
    table: TABLE,
    keyOf,
    judge: (row) => {
      const unit = units.get(row.equipmentNo);
      if (!unit) return unknownUnit(row.equipmentNo);
      const before = ids.get(keyOf(row));
      const { stepEquipmentNo = before?.stepEquipmentNo, stepCubeId = before?.stepCubeId } = row;
      if (row.kind === 'step') {
        if (!stepEquipmentNo) return missing('stepEquipmentNo');
        if (!stepCubeId) return missing('stepCubeId');
        const owner = taken.get(stepOf({ stepCubeId, stepEquipmentNo }));
        if (owner && owner !== keyOf(row))
          return refused('alreadyExists', { name: `${stepCubeId} ${stepEquipmentNo}` });
        taken.set(stepOf({ stepCubeId, stepEquipmentNo }), keyOf(row));
      }
      const id = before?.id ?? randomUUID();
      return {
        id,
        kind: row.kind,
        equipment_no: row.equipmentNo,
        step_equipment_no: row.kind === 'step' ? stepEquipmentNo : null,
        step_cube_id: row.kind === 'step' ? stepCubeId : null,
        online_status: row.onlineStatus ?? before?.onlineStatus ?? 4,
        branch_code: unit.branchCode,
      };
    },
  });
}

export const thirdGateway = importer(ThirdGatewayImport, saveGateways);
