import { z } from 'zod';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { SYMPTOM_STATES, isSymptomOver } from '@/lib/live/detector/symptom-state';
import { clearable, given, needed, neededWhole, optionalKey, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, missing, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';

/** Symptoms of an external diagnosis system; they may arrive in any state, and before their call-out. */

const SymptomImport = z.object({
  symptomId: key,
  equipmentNo: given(key),
  symptomTitle: given(needed()),
  category: given(z.enum(['A', 'B', 'C', 'D', 'F'], 'badValue')),
  symptomState: given(z.enum(SYMPTOM_STATES, 'badValue')),
  createDate: given(sourceTime),
  symptomDefinitionId: words(40),
  callbackId: optionalKey,
  equipmentText: given(needed()),
  closedDate: clearable(sourceTime),
  eventDate: clearable(sourceTime),
  expiredDate: clearable(sourceTime),
  city: words(100),
  cbstate: words(40),
  maintenanceCompany: words(),
  productLine: words(100),
  occurrences: given(neededWhole(1, 2_147_483_647)),
  closeReason: words(40),
  jobNo: optionalKey,
  updatedAt: clearable(sourceTime),
});
type SymptomImport = z.output<typeof SymptomImport>;

const PLAIN = Object.keys(SymptomImport.shape).filter((field) => !['symptomId', 'updatedAt'].includes(field));
const TABLE = {
  name: 'symptom',
  key: ['symptom_id'],
  columns: [...columnsOf(PLAIN), 'branch_code'],
  defaults: { symptom_state: 'INIT', occurrences: 1 },
  isVersioned: true,
};

async function saveSymptoms(
  sql: Transaction,
  rows: readonly SymptomImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const ids = [...new Set(rows.map(({ symptomId }) => symptomId))].sort();
  await sql.$queryRaw`SELECT 1 FROM symptom WHERE symptom_id = ANY(${ids}) ORDER BY symptom_id FOR UPDATE`;
  const stored = new Map(
    (await sql.symptom.findMany({ where: { symptomId: { in: ids } } })).map((row) => [row.symptomId, row]),
  );
  const unitOf = ({ symptomId, equipmentNo }: SymptomImport) => equipmentNo ?? stored.get(symptomId)?.equipmentNo;
  const units = await unitsOf(
    sql,
    rows.flatMap((row) => {
      const equipmentNo = unitOf(row);
      return equipmentNo ? [{ equipmentNo }] : [];
    }),
  );
  const callOf = ({ symptomId, callbackId }: SymptomImport) =>
    callbackId === undefined ? stored.get(symptomId)?.callbackId : callbackId;
  const calls = new Map(
    (
      await sql.callback.findMany({
        where: { callbackId: { in: [...new Set(rows.flatMap((row) => callOf(row) ?? []))] } },
        select: { callbackId: true, jobStatus: true },
      })
    ).map(({ callbackId, jobStatus }) => [callbackId, jobStatus]),
  );
  return saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ symptomId }) => symptomId,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const before = stored.get(row.symptomId);
      const equipmentNo = unitOf(row);
      if (!equipmentNo) return missing('equipmentNo');
      for (const field of ['symptomTitle', 'category', 'createDate'] as const)
        if (!before && row[field] === undefined) return missing(field);
      const unit = units.get(equipmentNo);
      if (!unit) return unknownUnit(equipmentNo);
      const values = valuesOf(row, PLAIN);
      // A finished symptom stays finished: a later occurrence is a new symptom (silent-screens.md F2).
      if (before && isSymptomOver(before.symptomState))
        for (const column of ['symptom_state', 'closed_date', 'close_reason']) delete values[column];
      const state = calls.get(callOf(row) ?? '');
      return {
        symptom_id: row.symptomId,
        ...(before ? {} : { equipment_text: unit.equipmentName, product_line: unit.productLine, city: unit.city }),
        ...values,
        ...(state === undefined ? {} : { cbstate: state }),
        branch_code: unit.branchCode,
      };
    },
  });
}

export const symptom = importer(SymptomImport, saveSymptoms);
