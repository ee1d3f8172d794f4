import type { z } from 'zod';
import type { ImportOutcome } from '@/lib/features/projects/internal';
import type { Transaction } from '@/lib/platform/db/transaction';
import { mergeRows, type Patch, type Table } from './merge';

/** What all kinds of imported rows have in common. */

export type { ImportOutcome };

/** How rows of one kind are read and written. `save` answers one outcome a row, in order, inside the caller's transaction. */
export interface Importer<Row = unknown> {
  readonly schema: z.ZodType<Row>;
  readonly save: (sql: Transaction, rows: readonly Row[], source: string) => Promise<readonly ImportOutcome[]>;
}

/** Hides the row's type: the door hands over what the schema made. */
export const importer = <Row>(schema: z.ZodType<Row>, save: Importer<Row>['save']): Importer => ({
  schema,
  save: save as Importer['save'],
});

export const refused = (messageKey: string, params?: Record<string, string>): ImportOutcome => ({ messageKey, params });
/** A field that the row cannot be without. */
export const missing = (field: string): ImportOutcome => ({ messageKey: 'required', field });
/** `planTechnician1Name` → `plan_technician1_name`: columns are named so (api.md §5.1). */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const columnsOf = (fields: readonly string[]): string[] => fields.map(columnOf);

/** The fields of a row that say something, by their columns. */
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
 * Writes rows of a kind: judged one by one, of several with one key the newest, the last of equals.
 * @returns one outcome a row, in order
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

/** The units of some rows. Those that were taken out of service are known too: their past stays theirs. */
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

/** An older version than the stored one: it changes nothing, nor does what came with it. */
export const isOlder = (
  { updatedAt }: { readonly updatedAt?: Date | null },
  before: { readonly updatedAt: Date } | undefined,
): boolean => Boolean(before && updatedAt && updatedAt < before.updatedAt);
