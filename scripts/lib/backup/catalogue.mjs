// What of a database belongs to the portal: its own schema and that of the job queue (decision 013).
export const SCHEMAS = ['public', 'graphile_worker'];
/** They say what was migrated: restore writes them by migrating. */
const KEPT_BY_MIGRATIONS = ['public._prisma_migrations', 'graphile_worker.migrations'];

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }) => `${quoted(schema)}.${quoted(name)}`;

/** So that what one server writes another one reads, whatever their settings are. */
export const PLAIN_SESSION = [
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO, YMD'",
  "SET LOCAL IntervalStyle = 'postgres'",
  "SET LOCAL bytea_output = 'hex'",
  'SET LOCAL extra_float_digits = 1',
  "SET LOCAL client_encoding = 'UTF8'",
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL lock_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
].join('; ');

/**
 * @typedef {{ schema: string, name: string, columns: string[], parent: string | null, bound: string | null }} Table
 *   columns: those that can be written; the number of a transaction is one of its server, and another one gives its own;
 *   parent, bound: of a partition
 * @param {import('pg').ClientBase} client
 * @returns {Promise<Table[]>} partitions first, oldest first: their time may run out while others are read
 */
export async function readTables(client) {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
            (SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]') FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                AND NOT (a.atttypid = 'xid8'::regtype AND a.atthasdef)) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE n.nspname = ANY($1) AND c.relkind = 'r' AND n.nspname || '.' || c.relname <> ALL($2)
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      ORDER BY (p.relname IS NULL), c.relname, n.nspname`,
    [SCHEMAS, KEPT_BY_MIGRATIONS],
  );
  return rows;
}

/** @param {import('pg').ClientBase} client @returns {Promise<{ schema: string, name: string, value: string, isCalled: boolean }[]>} */
export async function readSequences(client) {
  const { rows } = await client.query(
    `SELECT schemaname AS schema, sequencename AS name, coalesce(last_value, start_value)::text AS value,
            last_value IS NOT NULL AS "isCalled"
       FROM pg_sequences WHERE schemaname = ANY($1) ORDER BY 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/**
 * @param {import('pg').ClientBase} client
 * @returns {Promise<{ migrations: { name: string, checksum: string }[], jobs: number }>} jobs: the queue's own migrations
 */
export async function readMigrations(client) {
  const has = async (table) =>
    (await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0].found;
  const migrations = (await has('public._prisma_migrations'))
    ? (
        await client.query(
          `SELECT migration_name AS name, checksum FROM public._prisma_migrations
            WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
        )
      ).rows
    : [];
  const jobs = (await has('graphile_worker.migrations'))
    ? (await client.query('SELECT coalesce(max(id), 0) AS newest FROM graphile_worker.migrations')).rows[0].newest
    : 0;
  return { migrations, jobs };
}

/** The first table that has a row, by name. @param {import('pg').ClientBase} client @param {Table[]} tables */
export async function firstFilled(client, tables) {
  for (const table of tables) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT 1 FROM ${tableName(table)}) AS filled`);
    if (rows[0].filled) return table;
  }
  return undefined;
}
