import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { formatDate } from '@/lib/platform/i18n/format';
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

/** `客流统计表{yyyyMMdd}.xlsx` (doc3 §9), in whatever language. @throws what `exportSheet` and `reportOf` throw */
export function exportReport(caller: ExportCaller, asked: ParsedOf<typeof exportRunCount>): Promise<FileAnswer> {
  const { actor, language } = caller;
  const now = Date.now();
  return exportSheet<OperationRow>(caller, {
    route: 'operationReportReport',
    namespace: 'operationReport',
    name: { file: `客流统计表${formatDate(now).replaceAll('-', '')}.xlsx` },
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
