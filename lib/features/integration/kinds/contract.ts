import { z } from 'zod';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, day, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';

/** Contracts of units; the follow-up belongs to the portal and stays. */

const ContractImport = z.object({
  contractNo: key,
  equipmentNo: key,
  projectName: words(),
  originContractNo: words(40),
  frameContractNo: words(40),
  contractStartDate: day,
  contractEndDate: day,
  contractActualEndDate: day,
  plannedDate: day,
  updatedAt: clearable(sourceTime),
});
type ContractImport = z.output<typeof ContractImport>;

const PLAIN = Object.keys(ContractImport.shape).filter(
  (field) => !['contractNo', 'equipmentNo', 'updatedAt'].includes(field),
);
const TABLE = {
  name: 'contract',
  key: ['contract_no', 'equipment_no'],
  columns: [...columnsOf(PLAIN), 'branch_code', 'effective_end'],
  isVersioned: true,
  isSigned: true,
};

async function saveContracts(
  sql: Transaction,
  rows: readonly ContractImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const keyOf = ({ contractNo, equipmentNo }: { contractNo: string; equipmentNo: string }) =>
    `${contractNo} ${equipmentNo}`;
  const units = await unitsOf(sql, rows);
  const stored = new Map(
    (
      await sql.contract.findMany({
        where: {
          contractNo: { in: [...new Set(rows.map(({ contractNo }) => contractNo))] },
          equipmentNo: { in: [...units.keys()] },
        },
      })
    ).map((row) => [keyOf(row), row]),
  );
  return saveRows(sql, rows, source, {
    table: TABLE,
    keyOf,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const unit = units.get(row.equipmentNo);
      if (!unit) return unknownUnit(row.equipmentNo);
      const before = stored.get(keyOf(row));
      const end = row.contractEndDate === undefined ? before?.contractEndDate : row.contractEndDate;
      const actual =
        row.contractActualEndDate === undefined ? before?.contractActualEndDate : row.contractActualEndDate;
      return {
        ...valuesOf(row, PLAIN),
        contract_no: row.contractNo,
        equipment_no: row.equipmentNo,
        branch_code: unit.branchCode,
        effective_end: actual ?? end ?? null,
      };
    },
  });
}

export const contract = importer(ContractImport, saveContracts);
