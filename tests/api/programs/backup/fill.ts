import type pg from 'pg';

/**
 * One row in every table that is empty: each column of a kind has the same value, so that every reference leads to the
 * row that it means. A backup has to bring it back, whatever it says.
 */

const SKIPPED = ['deleted_at'];
/** Where a check wants something else. */
const OTHERS: Partial<Record<string, string>> = {
  'entrapment.start_source': "'box'",
  'entrapment.release_source': "'person'",
  'strategy_target.level': "'user'",
  'screen_notice.end_time': "'2026-11-21T00:00:00Z'",
};

interface Column {
  name: string;
  type: string;
  kind: string;
  /** First label of an enum, or first text that a check of this column names. */
  label: string | null;
  hasDefault: boolean;
  isNeeded: boolean;
  isKey: boolean;
}

function valueOf({ type, kind, label }: Column, at: Date): string {
  if (label !== null) return `'${label}'`;
  if (kind === 'A') return `'{}'`;
  if (kind === 'D') return `'${at.toISOString()}'`;
  if (kind === 'N') return '1';
  if (kind === 'B') return 'true';
  if (type === 'json' || type === 'jsonb') return `'{"电梯": ["\\n", 1.50, null]}'`;
  if (type === 'uuid') return `'00000000-0000-4000-8000-000000000001'`;
  if (type === 'bytea') return `'\\x00ff0a'`;
  return `'1'`;
}

export async function fillTables(client: pg.ClientBase, at: Date): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  const { rows: tables } = await client.query<{ name: string; columns: Column[] }>(
    `SELECT c.oid::regclass::text AS name, json_agg(json_build_object(
              'name', quote_ident(a.attname), 'type', t.typname, 'kind', t.typcategory, 'hasDefault', a.atthasdef OR a.attidentity <> '',
              'label', coalesce(
                (SELECT enumlabel FROM pg_enum e WHERE e.enumtypid = t.oid ORDER BY enumsortorder LIMIT 1),
                (SELECT substring(pg_get_constraintdef(k.oid) FROM '''([^'']*)''::') FROM pg_constraint k
                  WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND t.typcategory = 'S' LIMIT 1)),
              'isNeeded', a.attnotnull, 'isKey', EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY(k.conkey)))
              ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> '_prisma_migrations' AND t.typname <> 'xid8'
      GROUP BY c.oid ORDER BY 1`,
  );
  const failed: string[] = [];
  for (const { name, columns } of tables) {
    const insert = (chosen: readonly Column[]) =>
      client.query(
        `INSERT INTO ${name} (${chosen.map((column) => column.name).join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT ${chosen.map((column) => OTHERS[`${name}.${column.name}`] ?? valueOf(column, at)).join(', ')} WHERE NOT EXISTS (SELECT 1 FROM ${name})`,
      );
    const all = columns.filter((column) => !SKIPPED.includes(column.name));
    const needed = all.filter(({ isNeeded, hasDefault, isKey }) => isNeeded && (isKey || !hasDefault));
    // What a check refuses together: each may be left out, or be the only one that is not needed.
    const choices = [
      all,
      needed,
      ...all.map((one) => all.filter((column) => column !== one)),
      ...all.map((one) => all.filter((column) => column === one || needed.includes(column))),
    ];
    await firstThatGoes(choices, insert).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
  }
  if (failed.length > 0) throw new Error(failed.join('\n'));
  await client.query(
    `SELECT setval(schemaname || '.' || quote_ident(sequencename), 7) FROM pg_sequences WHERE schemaname = 'public'`,
  );
  await client.query('SET session_replication_role = DEFAULT');
}

async function firstThatGoes<T>(choices: readonly T[], act: (choice: T) => Promise<unknown>): Promise<void> {
  let last: unknown;
  for (const choice of choices) {
    try {
      await act(choice);
      return;
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
