import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { EnergySavingRow, exportEnergySaving } from './contract';
import { countUnits, energyRows, reportOf } from './list';

/** The list as a workbook. @throws what `exportSheet` and `reportOf` throw */
export function exportRows(caller: ExportCaller, asked: ParsedOf<typeof exportEnergySaving>): Promise<FileAnswer> {
  const { actor, language } = caller;
  return exportSheet<EnergySavingRow>(caller, {
    route: 'energySave',
    namespace: 'energySaving',
    name: 'energySave',
    columns: ({ field, own, option }) => [
      field('equipmentNo', 16),
      field('equipmentName', 32),
      own('equipmentType', ({ displayType }) => translateServer(language, 'common', `equipment.${displayType}`), 14),
      field('energyCount', 16),
      field('operationCount', 16),
      field('operationHours', 16),
      field('perThousandTrips', 16),
      field('perHour', 16),
      field('fullHours', 16),
      field('crawlHours', 16),
      field('standbyHours', 16),
      field('savingShare', 16),
      field('monthOnMonth', 16),
      field('savedCount', 16),
      option('energyStatus', 14),
      field('energyClass', 14),
    ],
    read: async () => {
      const report = await reportOf(actor, asked, Date.now());
      return { total: await countUnits(report), rows: energyRows(report, asked) };
    },
  });
}
