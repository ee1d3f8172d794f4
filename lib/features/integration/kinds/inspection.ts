import { z } from 'zod';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, day, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';

/** Statutory inspections: the present dates of a unit, and its earlier ones. */

const InspectionImport = z.object({
  equipmentNo: key,
  lastInspectionDate: day,
  nextInspectionDate: day,
  kind: clearable(z.enum(['inspection', 'test'], 'badValue')),
  result: clearable(z.enum(['pass', 'repass', 'fail'], 'badValue')),
  plannedDate: day,
  technicianName: words(100),
  comments: words(),
  updatedAt: clearable(sourceTime),
});
type InspectionImport = z.output<typeof InspectionImport>;

const PLAIN = Object.keys(InspectionImport.shape).filter((field) => !['equipmentNo', 'updatedAt'].includes(field));
const TABLE = {
  name: 'inspection',
  key: ['equipment_no'],
  columns: [...columnsOf(PLAIN), 'branch_code'],
  isVersioned: true,
  isSigned: true,
};

async function saveInspections(
  sql: Transaction,
  rows: readonly InspectionImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const numbers = [...new Set(rows.map(({ equipmentNo }) => equipmentNo))].sort();
  await sql.$queryRaw`SELECT 1 FROM inspection WHERE equipment_no = ANY(${numbers}) ORDER BY equipment_no FOR UPDATE`;
  const units = await unitsOf(sql, rows);
  const stored = new Map(
    (await sql.inspection.findMany({ where: { equipmentNo: { in: numbers } } })).map((row) => [row.equipmentNo, row]),
  );
  const dayOf = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? '';
  // The newest known inspection of each unit, in this call or before.
  const newest = new Map<string, string>();
  for (const equipmentNo of numbers) newest.set(equipmentNo, dayOf(stored.get(equipmentNo)?.lastInspectionDate));
  for (const { equipmentNo, lastInspectionDate } of rows)
    if ((lastInspectionDate ?? '') > (newest.get(equipmentNo) ?? '')) newest.set(equipmentNo, lastInspectionDate ?? '');
  const isPast = ({ equipmentNo, lastInspectionDate }: InspectionImport) =>
    Boolean(lastInspectionDate) && (lastInspectionDate ?? '') < (newest.get(equipmentNo) ?? '');

  const present = rows.flatMap((row, index) => (isPast(row) && units.has(row.equipmentNo) ? [] : [{ row, index }]));
  const saved = await saveRows(
    sql,
    present.map(({ row }) => row),
    source,
    {
      table: TABLE,
      keyOf: ({ equipmentNo }) => equipmentNo,
      versionOf: ({ updatedAt }) => updatedAt,
      judge: (row) => {
        const unit = units.get(row.equipmentNo);
        if (!unit) return unknownUnit(row.equipmentNo);
        return { ...valuesOf(row, PLAIN), equipment_no: row.equipmentNo, branch_code: unit.branchCode };
      },
    },
  );
  const outcomes = rows.map((): ImportOutcome => 'unchanged');
  present.forEach(({ index }, at) => {
    outcomes[index] = saved[at] ?? 'unchanged';
  });

  const history = await sql.inspectionHistory.findMany({
    where: { equipmentNo: { in: numbers } },
    select: { equipmentNo: true, inspectionDate: true },
  });
  const known = new Set(history.map(({ equipmentNo, inspectionDate }) => `${equipmentNo} ${dayOf(inspectionDate)}`));
  const added = rows.flatMap((row, index) => {
    const { equipmentNo, lastInspectionDate, nextInspectionDate, kind, result } = row;
    if (typeof outcomes[index] === 'object' || !lastInspectionDate || !nextInspectionDate || !kind || !result)
      return [];
    const id = `${equipmentNo} ${lastInspectionDate}`;
    if (known.has(id)) return [];
    known.add(id);
    if (outcomes[index] === 'unchanged') outcomes[index] = 'created';
    return [
      {
        equipmentNo,
        inspectionDate: new Date(lastInspectionDate),
        nextInspectionDate: new Date(nextInspectionDate),
        kind,
        result,
        technicianName: row.technicianName ?? null,
        comments: row.comments ?? null,
        operator: source,
      },
    ];
  });
  await sql.inspectionHistory.createMany({ data: added });
  return outcomes;
}

export const inspection = importer(InspectionImport, saveInspections);
