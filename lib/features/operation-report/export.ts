import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { formatDate } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { exportRunCount, OperationRow } from './contract';
import { reportOf, reportRows } from './list';

type Sum = Exclude<keyof OperationRow, 'equipmentNo' | 'equipmentName' | 'equipmentType' | 'displayType'>;
const SUMS: readonly Sum[] = [
  'runTimeCount',
  'runCount',
  'openDoorCount',
  'normalTimeCount',
  'errorTimeCount',
  'passengersCount',
];

// What is not known is an empty cell: `-` would be taken for a formula.

/** The file is called in Chinese in whatever language (doc3 §9, api.md §1.8). @throws what `exportSheet` and `reportOf` throw */
export function exportReport(caller: ExportCaller, asked: ParsedOf<typeof exportRunCount>): Promise<FileAnswer> {
  const { actor, language } = caller;
  const now = Date.now();
  const stem = translateServer(DEFAULT_LANGUAGE, 'operationReport', 'file');
  return exportSheet<OperationRow>(caller, {
    route: 'operationReportReport',
    namespace: 'operationReport',
    name: { file: `${stem}${formatDate(now).replaceAll('-', '')}.xlsx` },
    columns: ({ field, own }) => [
      field('equipmentNo'),
      field('equipmentName', 32),
      own('equipmentType', ({ displayType }) => translateServer(language, 'common', `equipment.${displayType}`), 14),
      ...SUMS.map((name) => field(name, 16)),
    ],
    read: async () => {
      const report = await reportOf(actor, asked, now);
      return { total: report.total, rows: reportRows(report) };
    },
  });
}
