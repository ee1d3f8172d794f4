import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';

/** Writes imported rows into a table: absent fields stay, equal rows are not touched, older versions change nothing. */

/** A table of the import. All names come from our code, never from outside. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  /** Columns that rows may set, without the key. */
  readonly columns: readonly string[];
  /** Values of a new row in columns that the row leaves out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Has `updated_at`, the version of the source system. */
  readonly isVersioned?: boolean;
  /** Has `create_by` and `update_date`. */
  readonly isSigned?: boolean;
}

/** Values by column; absent columns stay. Dates as ISO texts or days. */
export interface Patch {
  readonly values: Readonly<Record<string, unknown>>;
  readonly version?: Date | null;
}
export type MergeResult = 'created' | 'updated' | 'unchanged';

interface ComparedRow {
  readonly n: number;
  readonly known: boolean;
  readonly differs: boolean;
  readonly version: Date | null;
}

const names = (list: readonly string[], prefix = '') => Prisma.raw(list.map((name) => `${prefix}"${name}"`).join(', '));

/**
 * Inserts and updates rows by their key, in the caller's transaction. Each key may occur once.
 * @returns one outcome per patch, in order
 */
export async function mergeRows(
  sql: Transaction,
  table: Table,
  patches: readonly Patch[],
  source: string,
): Promise<readonly MergeResult[]> {
  if (patches.length === 0) return [];
  const { key, columns, defaults = {}, isVersioned = false, isSigned = false } = table;
  const now = new Date();
  const given = JSON.stringify(
    patches.map(({ values, version }) => (isVersioned ? { ...values, updated_at: version ?? now } : values)),
  );
  const name = Prisma.raw(`"${table.name}"`);
  const isSame = Prisma.raw(key.map((column) => `t."${column}" = g."${column}"`).join(' AND '));
  // The record types give every value the type of its column.
  const read = Prisma.sql`jsonb_array_elements(${given}::jsonb) WITH ORDINALITY AS v(patch, n), LATERAL jsonb_populate_record(NULL::${name}, v.patch) g`;
  const merged = Prisma.sql`LATERAL jsonb_populate_record(NULL::${name}, ${JSON.stringify(defaults)}::jsonb || coalesce(to_jsonb(t), '{}') || v.patch) m`;

  await sql.$queryRaw`SELECT 1 FROM ${read} JOIN ${name} t ON ${isSame} ORDER BY ${names(key, 't.')} FOR UPDATE OF t`;
  const compared = await sql.$queryRaw<ComparedRow[]>`
    SELECT v.n::int AS n, ${names(key.slice(0, 1), 't.')} IS NOT NULL AS known,
           ROW(${names(columns, 't.')}) IS DISTINCT FROM ROW(${names(columns, 'm.')}) AS differs,
           ${isVersioned ? Prisma.raw('t.updated_at') : Prisma.raw('NULL::timestamptz')} AS version
      FROM ${read} LEFT JOIN ${name} t ON ${isSame}, ${merged} ORDER BY v.n`;

  const written: number[] = [];
  const outcomes = compared.map(({ n, known, differs, version }): MergeResult => {
    const sent = patches[n - 1]?.version;
    if (known && sent && version && sent < version) return 'unchanged';
    // A newer version with the same values is stored, too: from now on it decides which rows are older.
    const isNewer = Boolean(sent && version && sent > version);
    if (!known || differs || isNewer) written.push(n);
    return known ? (differs ? 'updated' : 'unchanged') : 'created';
  });
  if (written.length === 0) return outcomes;
  const all = [...key, ...columns, ...(isVersioned ? ['updated_at'] : [])];
  const changed = all.filter((column) => !key.includes(column));
  const onConflict = Prisma.raw(
    changed.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${[...changed.map((column) => `"${column}" = excluded."${column}"`), ...(isSigned ? ['update_date = now()'] : [])].join(', ')}`,
  );
  await sql.$executeRaw`
    INSERT INTO ${name} (${names(all)}${isSigned ? Prisma.raw(', create_by, update_date') : Prisma.empty})
    SELECT ${names(all, 'm.')}${isSigned ? Prisma.sql`, ${source}, now()` : Prisma.empty}
      FROM ${read} LEFT JOIN ${name} t ON ${isSame}, ${merged} WHERE v.n = ANY(${written}) ORDER BY ${names(key, 'm.')}
    ON CONFLICT (${names(key)}) DO ${onConflict}`;
  return outcomes;
}
