// Puts a backup into an empty database and an empty DATA_DIR.
import { from as copyFrom } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { applyMigrations, committedMigrations } from '../migrate.mjs';
import { Problem, sentenceOf } from '../problem.mjs';
import { PLAIN_SESSION, SCHEMAS, firstFilled, quoted, readMigrations, readTables, tableName } from './catalogue.mjs';
import { inTransaction, withConnection } from './connection.mjs';
import { damaged } from './format.mjs';
import { readParts } from './read.mjs';

const BOUND = /^(DEFAULT|FOR VALUES FROM \('[^'\\]{1,40}'\) TO \('[^'\\]{1,40}'\))$/;

/**
 * Loads all rows in one transaction and hands on the files. After an error that is no CommitUnknown no row is there.
 * @param {import('./read.mjs').Backup} backup which has been verified @param {any} manifest
 * @param {{ databaseUrl: string, onFile: (path: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
 *   beforeCommit?: () => Promise<void> }} options
 * @returns {Promise<{ rows: number }>}
 * @throws {Problem}
 */
export async function load(backup, manifest, { databaseUrl, onFile, beforeCommit = async () => undefined }) {
  const until = requireKnown(manifest.migrations);
  await applyMigrations({ databaseUrl, until });
  return withConnection(databaseUrl, async (client) => {
    const { jobs } = await readMigrations(client);
    if (jobs < manifest.jobs)
      throw new Problem('The job queue of the backup is of a later version; restore it by the portal that made it.');
    return inTransaction(client, 'BEGIN', async () => {
      await client.query(PLAIN_SESSION);
      const restoreRules = await liftRules(client, manifest.partitions);
      const rows = await loadRows(client, { backup, manifest, onFile });
      for (const { schema, name, value, isCalled } of manifest.sequences)
        await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
          tableName({ schema, name }),
          value,
          isCalled,
        ]);
      await restoreRules();
      await beforeCommit();
      return { rows };
    });
  });
}

/**
 * What rows need that are there: statistics, later migrations, and boxes that are told again. They stay whatever happens here.
 * @param {string} databaseUrl
 * @returns {Promise<{ later: string[] }>} migrations of this version that were run after
 * @throws {Problem} which says that rows and files are there, and what to do
 */
export async function finish(databaseUrl) {
  try {
    await withConnection(databaseUrl, (client) => client.query('ANALYZE'));
    const later = await applyMigrations({ databaseUrl });
    // The broker of another place has none of what this one's had taken: every box is told its configuration once more.
    await withConnection(databaseUrl, (client) =>
      client.query('UPDATE edge_cube SET config_told = 0 WHERE config_told <> 0'),
    );
    return { later };
  } catch (error) {
    throw new Problem(
      `All rows and files are restored and stay, but what comes after failed: ${sentenceOf(error)} Mend it and run npm run db:deploy; do not restore again.`,
      { cause: error },
    );
  }
}

/** @returns the last of the backup's migrations @throws {Problem} this version does not have all of them */
function requireKnown(migrations) {
  const ours = committedMigrations();
  const isSame = ({ name, checksum }, index) => ours[index]?.name === name && ours[index]?.checksum === checksum;
  if (migrations.length === 0 || !migrations.every(isSame))
    throw new Problem(
      'The backup was made by another version of the portal: this one lacks its migrations. Restore it by that version or a later one.',
    );
  return migrations.at(-1).name;
}

/**
 * Fails when a backup may not go into a database.
 * @param {string} databaseUrl @param {any} manifest @throws {Problem} there are rows or tables of something else
 */
export async function requireEmpty(databaseUrl, manifest) {
  const until = requireKnown(manifest.migrations);
  await withConnection(databaseUrl, async (client) => {
    const { migrations } = await readMigrations(client);
    const tables = await readTables(client);
    if (migrations.length === 0 && tables.length > 0)
      throw new Problem(`The database is not empty (it has a table ${tables[0].name}); restore into a new one.`);
    const filled = await firstFilled(client, tables);
    if (filled) throw new Problem(`The database is not empty (${filled.name} has rows); restore into a new one.`);
    if (migrations.some(({ name }) => name > until))
      throw new Problem('The database has later migrations than the backup; restore into a new one.');
  });
}

/**
 * Empties all tables, turns triggers off, takes foreign keys away and makes the partitions.
 * @returns {Promise<() => Promise<void>>} which puts triggers and keys back
 */
async function liftRules(client, partitions) {
  const { rows: keys } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, k.conname AS key, pg_get_constraintdef(k.oid) AS rule
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname = ANY($1) ORDER BY 1, 2, 3`,
    [SCHEMAS],
  );
  for (const key of keys) await client.query(`ALTER TABLE ${tableName(key)} DROP CONSTRAINT ${quoted(key.key)}`);
  await makePartitions(client, partitions);
  const { rows: triggered } = await client.query(
    `SELECT DISTINCT n.nspname AS schema, c.relname AS name
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND n.nspname = ANY($1) ORDER BY 1, 2`,
    [SCHEMAS],
  );
  for (const table of triggered) await client.query(`ALTER TABLE ${tableName(table)} DISABLE TRIGGER USER`);
  // What migrations wrote is in the backup, too; and a table that was emptied here may be filled faster.
  const tables = await readTables(client);
  await client.query(`TRUNCATE ${tables.map(tableName).join(', ')}`);
  return async () => {
    for (const { key, rule, ...table } of keys)
      await client.query(`ALTER TABLE ${tableName(table)} ADD CONSTRAINT ${quoted(key)} ${rule}`);
    for (const table of triggered) await client.query(`ALTER TABLE ${tableName(table)} ENABLE TRIGGER USER`);
  };
}

/** As lib/platform/db/partitions.ts makes them. */
async function makePartitions(client, partitions) {
  const { rows } = await client.query(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relispartition AND c.relnamespace = 'public'::regnamespace`,
  );
  const present = new Set(rows.map(({ name }) => name));
  for (const { name, parent, bound } of partitions) {
    if (present.has(name)) continue;
    if (!BOUND.test(bound)) throw damaged(`the bounds of ${name}`);
    const [child, whole] = [name, parent].map((one) => tableName({ schema: 'public', name: one }));
    await client.query(`CREATE TABLE ${child} (LIKE ${whole} INCLUDING ALL)`);
    await client.query(`ALTER TABLE ${whole} ATTACH PARTITION ${child} ${bound}`);
  }
}

async function loadRows(client, { backup, manifest, onFile }) {
  const known = new Map((await readTables(client)).map((table) => [tableName(table), table]));
  const expected = new Map(manifest.tables.map((table) => [tableName(table), table.rows]));
  let rows = 0;
  const read = await readParts(backup, async ({ about, chunks }) => {
    if (about.kind === 'file') return onFile(about.path, chunks);
    const name = tableName(about);
    const table = known.get(name);
    if (!table || !about.columns.every((column) => table.columns.includes(column)))
      throw new Problem(
        `The database has no table for the rows of ${about.name}; restore by the portal that made the backup.`,
      );
    const stream = client.query(copyFrom(`COPY ${name} (${about.columns.map(quoted).join(', ')}) FROM STDIN FREEZE`));
    await pipeline(Readable.from(chunks), stream);
    if (stream.rowCount !== expected.get(name)) throw damaged(`${about.name} has another number of rows`);
    rows += stream.rowCount;
  });
  if (JSON.stringify(read) !== JSON.stringify(manifest)) throw damaged('it changed while it was read');
  return rows;
}
