import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import type { exportOffMaintenance, OffMaintenanceRow } from './contract';
import { offRecords, offRows, offWhere } from './list';

/** The list as a workbook (silent-screens A8). @throws what `exportSheet` throws */
export function exportOff(caller: ExportCaller, asked: ParsedOf<typeof exportOffMaintenance>): Promise<FileAnswer> {
  const { actor } = caller;
  return exportSheet<OffMaintenanceRow>(caller, {
    route: 'equipoffmaintenance',
    namespace: 'offMaintenance',
    name: 'offMaintenance',
    columns: ({ field, option }) => [
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 28),
      field('projectName', 28),
      field('branchName', 20),
      field('contractNo', 20),
      field('offDate', 12),
      field('offDays', 12),
      option('reason', 14),
      option('onlineStatus', 12),
      option('state', 12),
      field('follower', 16),
      field('lastFollow', 20),
      field('note', 32),
      field('recoverDate', 12),
    ],
    read: async () => {
      const where = offWhere(actor, asked);
      return {
        total: await offRecords.count(where),
        rows: offRecords.all(asked, where, (rows) => offRows(actor, rows)),
      };
    },
  });
}
