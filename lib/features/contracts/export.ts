import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import type { ContractRow, exportContracts } from './contract';
import { contracts, contractWhere, shapeOf } from './list';

/** A tab as a workbook (silent-screens A5). @throws what `exportSheet` throws */
export function exportTab(caller: ExportCaller, asked: ParsedOf<typeof exportContracts>): Promise<FileAnswer> {
  const { actor } = caller;
  const now = Date.now();
  return exportSheet<ContractRow>(caller, {
    route: 'saptdContract',
    namespace: 'contracts',
    name: 'contract',
    columns: ({ field, own }) => [
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 28),
      field('projectName', 28),
      field('branchName', 20),
      field('contractNo', 20),
      field('originContractNo', 20),
      field('frameContractNo', 20),
      field('contractStartDate', 12),
      field('contractEndDate', 12),
      field('contractActualEndDate', 12),
      field('plannedDate', 12),
      field('daysLeft', 12),
      own('followUp', ({ followUp }) => followUp?.note ?? null, 32),
    ],
    read: async () => {
      const where = contractWhere(actor, asked.tab, asked, now);
      const shape = await shapeOf(actor, now);
      return {
        total: await contracts.count(where),
        rows: contracts.all(asked, where, (rows) => Promise.resolve(shape(rows))),
      };
    },
  });
}
