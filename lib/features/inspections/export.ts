import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import type { exportInspection, InspectionRow } from './contract';
import { inspections, inspectionWhere, noticeDaysOf, toRow } from './list';

/** A tab as a workbook (silent-screens A6). @throws what `exportSheet` throws */
export function exportTab(caller: ExportCaller, asked: ParsedOf<typeof exportInspection>): Promise<FileAnswer> {
  const { actor } = caller;
  return exportSheet<InspectionRow>(caller, {
    route: 'anualInspection',
    namespace: 'inspections',
    name: 'inspection',
    columns: ({ field, option }) => [
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 28),
      field('governmentNo', 24),
      field('branchName', 20),
      field('lastInspectionDate', 12),
      option('kind', 12),
      field('nextInspectionDate', 12),
      field('daysLeft', 12),
      option('state', 12),
      field('plannedDate', 12),
      field('technicianName', 16),
      option('result', 12),
      field('comments', 32),
    ],
    read: async () => {
      const context = { notice: await noticeDaysOf(actor), now: Date.now() };
      const where = inspectionWhere(actor, asked.tab, asked, context);
      return {
        total: await inspections.count(where),
        rows: inspections.all(asked, where, (rows) => Promise.resolve(rows.map((row) => toRow(row, context)))),
      };
    },
  });
}
