import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { EquipmentFilters, EquipmentRow } from './contract';
import { equipmentWhere } from './internal/equipment-where';
import { exportedUnits } from './list';
import type { EquipmentOrder } from './list';
import { errorWord, onlineWord } from '@/lib/live/units/value-sets';
import { askable, limitedUnit, unitLimits } from './equipment-limits';
import type { UnitLimits } from './equipment-limits';

async function* rowsOf(
  actor: Actor,
  filters: EquipmentFilters & EquipmentOrder,
  limits: UnitLimits,
): AsyncGenerator<EquipmentRow> {
  for await (const row of exportedUnits(actor, filters)) yield limitedUnit(row, limits);
}

/** The list (doc2 §2.2) as a workbook (silent-screens R6). @throws what `exportSheet` throws */
export function exportUnits(caller: ExportCaller, asked: EquipmentFilters & EquipmentOrder): Promise<FileAnswer> {
  const { actor, language } = caller;
  const common = (key: string) => translateServer(language, 'common', key);
  // A missing value is an empty cell: `--` would be taken for a formula.
  const word = (kind: string | undefined) => (kind ? common(`status.${kind}`) : null);
  return exportSheet<EquipmentRow>(caller, {
    route: 'equipmentlist',
    namespace: 'equipment',
    name: 'equipment',
    columns: ({ field, own, text }) => [
      field('equipmentName', 32),
      field('equipmentNo'),
      field('cubeNo', 20),
      own('equipmentType', (row) => common(`equipment.${row.displayType}`), 14),
      field('productLine'),
      field('buildingName', 28),
      own('onlineStatus', (row) => word(onlineWord(row.onlineStatus)), 14),
      own('errorStatus', (row) => word(errorWord(row.errorStatus)), 14),
      own(
        'floorMappingConfiged',
        (row) => (row.displayType === 'EV' ? text(`floorMapping.${row.floorMappingConfiged}`) : null),
        18,
      ),
      field('branchName', 20),
    ],
    read: async () => {
      const limits = await unitLimits(actor);
      const filters = askable(asked, limits);
      return {
        total: await db().equipment.count({ where: await equipmentWhere(actor, filters) }),
        rows: rowsOf(actor, filters, limits),
      };
    },
  });
}
