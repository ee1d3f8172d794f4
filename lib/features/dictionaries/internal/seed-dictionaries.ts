import { createHash } from 'node:crypto';
import { pool, type Queryable } from '@/lib/platform/db/client';
import controllerCodes from '../seeds/controller-codes.json';
import templates from '../seeds/maintenance-templates.json';
import options from '../seeds/options.json';
import standardCodes from '../seeds/standard-codes.json';

/**
 * The dictionaries that every installation has: options of drop-downs, texts of codes (GB/T 24476 and the demo controllers)
 * and check items of maintenance (readings 74, 77). What the installation changed, added or removed stays as it is.
 */

type Values = Readonly<Record<string, string | number | boolean | null>>;
interface Dictionary {
  readonly table: string;
  readonly key: readonly string[];
  /** By column, the key too. */
  readonly rows: readonly Values[];
  /** What older versions wrote of a row, without a mark; rows that differ in it are the installation's. */
  readonly unmarked: readonly string[];
}

const codeRow = ({ code, text, textEn, error, kind, rule }: (typeof controllerCodes)[number]): Values => ({
  gb_code: code,
  text,
  text_en: textEn,
  error,
  kind,
  rule,
});
const isStandard = new Set(standardCodes.map(({ code }) => code));

const DICTIONARIES: readonly Dictionary[] = [
  {
    table: 'option',
    key: ['name', 'value'],
    rows: options.map(({ name, value, label, labelEn, sort }) => ({ name, value, label, label_en: labelEn, sort })),
    unmarked: ['label', 'label_en', 'sort'],
  },
  {
    table: 'gb_code_dict',
    key: ['gb_code'],
    // A few numbers mean one thing in the standard and another to the demo controllers: the standard's stand, also where it
    // writes them with a zero, which the number of a fault has not.
    rows: [...standardCodes, ...controllerCodes.filter(({ code }) => !isStandard.has(code.padStart(2, '0')))].map(
      codeRow,
    ),
    unmarked: ['text', 'text_en', 'error'],
  },
  {
    table: 'maintenance_item_template',
    key: ['maintenance_type', 'display_type', 'no'],
    rows: templates.map(({ maintenanceType, displayType, no, item, requirement }) => ({
      maintenance_type: maintenanceType,
      display_type: displayType,
      no,
      item,
      requirement,
    })),
    unmarked: ['item', 'requirement'],
  },
];

const SEED_LOCK = 7_258_310_445;
const hashOf = (values: readonly unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex');

async function seedOne(sql: Queryable, { table, key, rows, unmarked }: Dictionary): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const keyOf = (row: Values) => key.map((column) => row[column]).join(' ');
  const valuesOf = (row: Values, names = columns) => names.map((column) => row[column] ?? null);
  const marks = new Map(
    (
      await sql.query<{ key: string; hash: string }>('SELECT key, hash FROM seed_mark WHERE dictionary = $1', [table])
    ).rows.map(({ key: name, hash }) => [name, hash]),
  );
  const { rows: present } = await sql.query<Values>(`SELECT ${columns.join(', ')} FROM ${table}`);
  const stored = new Map(present.map((row) => [keyOf(row), row]));

  const written: Values[] = [];
  const marked: { key: string; hash: string }[] = [];
  for (const row of rows) {
    const [name, hash] = [keyOf(row), hashOf(valuesOf(row))];
    const [mark, before] = [marks.get(name), stored.get(name)];
    if (mark === hash) continue;
    const isOurs = before
      ? mark === undefined
        ? hashOf(valuesOf(before, [...unmarked])) === hashOf(valuesOf(row, [...unmarked]))
        : hashOf(valuesOf(before)) === mark
      : mark === undefined;
    if (isOurs) written.push(row);
    // Of a row that is the installation's the mark is kept: it goes on differing.
    if (isOurs || mark === undefined) marked.push({ key: name, hash });
  }
  const changed = columns.filter((column) => !key.includes(column));
  if (written.length > 0)
    await sql.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)
       ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [JSON.stringify(written)],
    );
  if (marked.length > 0)
    await sql.query(
      `INSERT INTO seed_mark (dictionary, key, hash) SELECT $1, key, hash FROM jsonb_to_recordset($2::jsonb) AS r(key text, hash text)
       ON CONFLICT (dictionary, key) DO UPDATE SET hash = excluded.hash`,
      [table, JSON.stringify(marked)],
    );
}

/** Brings the dictionaries of this version into the database, inside the caller's transaction. */
export async function ensureDictionaries(sql: Queryable): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
  for (const dictionary of DICTIONARIES) await seedOne(sql, dictionary);
}

/** The same in a transaction of its own; two programs that start together do it one after the other. */
export async function seedDictionaries(): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await ensureDictionaries(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
