import type pg from 'pg';

/**
 * Filling whole tables is several times faster when their indexes are built and their foreign keys checked at the end, all
 * at once. Both (but for primary keys and partial indexes) are taken away and put back as they were, inside the caller's transaction; a foreign key that the rows do
 * not satisfy fails then, and so does everything.
 */
const INDEXES = `
  SELECT c.relname AS table, i.relname AS name, pg_get_indexdef(i.oid) AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND c.relkind = 'r' AND NOT x.indisprimary AND x.indpred IS NULL ORDER BY i.relname`;
const FOREIGN_KEYS = `
  SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
   WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND c.relkind = 'r' ORDER BY k.conname`;

interface Removed {
  table: string;
  name: string;
  definition: string;
}

/** @returns puts the indexes and foreign keys back */
export async function liftIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<(progress: (done: number, of: number) => void) => Promise<void>> {
  const { rows: foreignKeys } = await client.query<Removed>(FOREIGN_KEYS, [tables]);
  const { rows: indexes } = await client.query<Removed>(INDEXES, [tables]);
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  return async (progress) => {
    // Sorting a few million keys in the default 64 MB would go over the disk.
    await client.query(`SET LOCAL maintenance_work_mem = '192MB'`);
    let done = 0;
    const of = indexes.length + foreignKeys.length;
    for (const { definition } of indexes) {
      await client.query(definition);
      progress((done += 1), of);
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
      progress((done += 1), of);
    }
  };
}
