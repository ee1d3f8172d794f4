import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import type { ErrorInspectionRow, exportErrorInspection } from './contract';
import { episodes, episodeWhere } from './list';
import { toRows } from './fault-rows';

/** The list as a workbook (silent-screens A3). @throws what `exportSheet` and `episodeWhere` throw */
export function exportRows(caller: ExportCaller, asked: ParsedOf<typeof exportErrorInspection>): Promise<FileAnswer> {
  const { actor, language } = caller;
  return exportSheet<ErrorInspectionRow>(caller, {
    route: 'errorInspection',
    namespace: 'errorInspection',
    name: 'errorInspection',
    columns: ({ field, option, own, text }) => [
      field('errorId', 38),
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 28),
      field('gbCode', 10),
      field('text', 28),
      field('startDate', 20),
      own('recoverDate', ({ recoverDate }) => recoverDate ?? text('lasting'), 20),
      field('durationSec', 16),
      field('count24h', 14),
      field('mode'),
      own('trapped', ({ trapped }) => text(trapped ? 'yes' : 'no'), 10),
      option('result', 18),
      field('comment', 32),
      field('symptomId', 20),
      field('callbackId', 20),
      field('inspector'),
      field('inspectDate', 20),
    ],
    read: async () => {
      const { where } = await episodeWhere(actor, asked);
      return {
        total: await episodes.count(where),
        rows: episodes.all(asked, where, (rows) => toRows(actor, rows, language)),
      };
    },
  });
}
