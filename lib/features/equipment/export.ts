import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { EquipmentFilters, EquipmentRow } from './contract';
import { equipmentWhere, exportedUnits } from './list';
import type { EquipmentOrder } from './list';
import { errorWord, onlineWord } from '@/lib/live/units/value-sets';
import { askable, leftOf, unitLimits } from './withheld';
import type { UnitLimits } from './withheld';

async function* rowsOf(
  actor: Actor,
  filters: EquipmentFilters & EquipmentOrder,
  limits: UnitLimits,
): AsyncGenerator<EquipmentRow> {
  for await (const row of exportedUnits(actor, filters)) yield leftOf(row, limits);
}

/** The columns of the list (doc2 §2.2), in the caller's language. */
function columnsOf(language: Language): SheetColumn<EquipmentRow>[] {
  const label = (key: string) => translateServer(language, 'equipment', `column.${key}`);
  const common = (key: string) => translateServer(language, 'common', key);
  // A missing value is an empty cell: `--` would be taken for a formula.
  const word = (kind: string | undefined) => (kind ? common(`status.${kind}`) : null);
  return [
    { header: label('equipmentName'), value: (row) => row.equipmentName, width: 32 },
    { header: label('equipmentNo'), value: (row) => row.equipmentNo },
    { header: label('cubeNo'), value: (row) => row.cubeNo, width: 20 },
    { header: label('equipmentType'), value: (row) => common(`equipment.${row.displayType}`), width: 14 },
    { header: label('productLine'), value: (row) => row.productLine },
    { header: label('buildingName'), value: (row) => row.buildingName, width: 28 },
    { header: label('onlineStatus'), value: (row) => word(onlineWord(row.onlineStatus)), width: 14 },
    { header: label('errorStatus'), value: (row) => word(errorWord(row.errorStatus)), width: 14 },
    {
      header: label('floorMappingConfiged'),
      value: (row) =>
        row.displayType === 'EV'
          ? translateServer(language, 'equipment', `floorMapping.${row.floorMappingConfiged}`)
          : null,
      width: 18,
    },
    { header: label('branchName'), value: (row) => row.branchName, width: 20 },
  ];
}

/**
 * The list as a workbook (silent-screens R6). Everything that can be refused is refused before the first byte.
 * @throws access_denied (data strategy), bad_request (more rows than an export may have)
 */
export async function exportUnits(
  actor: Actor,
  asked: EquipmentFilters & EquipmentOrder,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const limits = await unitLimits(actor);
  const filters = askable(asked, limits);
  const limit = config().exportMaxRows;
  if ((await db().equipment.count({ where: equipmentWhere(actor, filters) })) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  const body = xlsxStream(
    translateServer(language, 'routes', 'equipmentlist'),
    columnsOf(language),
    rowsOf(actor, filters, limits),
  );
  return new FileAnswer(body, stampedName('equipment', Date.now()), XLSX_TYPE);
}
