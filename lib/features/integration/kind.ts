import type { z } from 'zod';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import type { Transaction } from '@/lib/platform/db/transaction';
import { mergeRows, type Patch, type Table } from './merge';

/** What all kinds of imported rows share. */

/** Reads and writes rows of one kind. `save` returns one outcome per row, in order, in the caller's transaction. */
export interface Importer<Row = unknown> {
  readonly schema: z.ZodType<Row>;
  readonly save: (sql: Transaction, rows: readonly Row[], source: string) => Promise<readonly ImportOutcome[]>;
}

/** Hides the row's type: the door passes what the schema parsed. */
export const importer = <Row>(schema: z.ZodType<Row>, save: Importer<Row>['save']): Importer => ({
  schema,
  save: save as Importer['save'],
});

export const refused = (messageKey: string, params?: Record<string, string>): ImportOutcome => ({ messageKey, params });
/** The error for a missing required field. */
export const missing = (field: string): ImportOutcome => ({ messageKey: 'required', field });
/** `planTechnician1Name` → `plan_technician1_name`, the naming of columns (api.md §5.1). */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const columnsOf = (fields: readonly string[]): string[] => fields.map(columnOf);

/** The given fields of a row, by column. */
export function valuesOf(row: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => (row[field] === undefined ? [] : [[columnOf(field), row[field]]])),
  );
}

interface ImportTarget<Row> {
  readonly table: Table;
  readonly keyOf: (row: Row) => string;
  readonly versionOf?: (row: Row) => Date | null | undefined;
  /** A refusal, or what is to be written. */
  readonly judge: (row: Row) => ImportOutcome | Patch['values'];
}

/**
 * Writes rows of a kind, each judged alone. Of several with one key the newest counts, of equal ones the last.
 * @returns one outcome per row, in order
 */
export async function saveRows<Row>(
  sql: Transaction,
  rows: readonly Row[],
  source: string,
  { table, keyOf, versionOf, judge }: ImportTarget<Row>,
): Promise<ImportOutcome[]> {
  const timeOf = (row: Row) => versionOf?.(row)?.getTime() ?? Infinity;
  const judged = rows.map((row) => judge(row));
  const kept = new Map<string, number>();
  rows.forEach((row, index) => {
    if (isRefusal(judged[index])) return;
    const rival = rows[kept.get(keyOf(row)) ?? -1];
    if (rival === undefined || timeOf(row) >= timeOf(rival)) kept.set(keyOf(row), index);
  });
  const indexes = [...kept.values()];
  const merged = await mergeRows(
    sql,
    table,
    indexes.flatMap((index) => {
      const [row, values] = [rows[index], judged[index]];
      return row === undefined || typeof values !== 'object'
        ? []
        : [{ values: values as Patch['values'], version: versionOf?.(row) }];
    }),
    source,
  );
  const outcomes = judged.map((found): ImportOutcome => (isRefusal(found) ? found : 'unchanged'));
  indexes.forEach((index, at) => {
    outcomes[index] = merged[at] ?? 'unchanged';
  });
  return outcomes;
}
const isRefusal = (found: unknown): found is Exclude<ImportOutcome, string> =>
  typeof found === 'object' && found !== null && 'messageKey' in found;

export interface ImportedUnit {
  readonly equipmentNo: string;
  readonly equipmentName: string;
  readonly branchCode: string;
  readonly displayType: 'EV' | 'ES' | 'WW' | 'OTHER';
  readonly buildingName: string | null;
  readonly productLine: string | null;
  readonly city: string | null;
}

/** The units of the rows. Units out of service are included, because their history stays theirs. */
export async function unitsOf(
  sql: Transaction,
  rows: readonly { readonly equipmentNo: string }[],
): Promise<Map<string, ImportedUnit>> {
  const units = await sql.equipment.findMany({
    where: { equipmentNo: { in: [...new Set(rows.map(({ equipmentNo }) => equipmentNo))] } },
    select: {
      equipmentNo: true,
      equipmentName: true,
      branchCode: true,
      displayType: true,
      buildingName: true,
      productLine: true,
      city: true,
    },
  });
  return new Map(units.map((unit) => [unit.equipmentNo, unit]));
}
export const unknownUnit = (equipmentNo: string) => refused('unknownEquipment', { numbers: equipmentNo });

/** Is it older than the stored version? Then nothing of the row is applied. */
export const isOlder = (
  { updatedAt }: { readonly updatedAt?: Date | null },
  before: { readonly updatedAt: Date } | undefined,
): boolean => Boolean(before && updatedAt && updatedAt < before.updatedAt);
