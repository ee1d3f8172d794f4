// Migrations without a downloaded engine: Prisma's schema engine as WebAssembly, over the same
// driver the product uses. It keeps the standard `_prisma_migrations` table and folder, so
// `prisma migrate deploy` works on them as well where the network allows.
//
// A new migration is the difference between the schema of the newest one (its snapshot is
// committed as prisma/migrations/schema.snapshot) and prisma/schema. It is never computed from
// a database: the engine would replay the migrations onto the one it is connected to.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from '../../lib/database-options.mjs';
import { connect, connectionOptions } from './connection.mjs';
import { checkApplied, checkStamps, stampOf } from './migration-stamps.mjs';
import {
  FILTERS,
  MIN_SERVER_VERSION,
  databaseFactory,
  diffSchemas,
  openEngine,
  schemaDir,
  schemaFiles,
} from './schema-engine.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const migrationsDir = path.join(root, 'prisma/migrations');
const LOCK_FILE = 'migration_lock.toml';
const SNAPSHOT_FILE = 'schema.snapshot';
const TRIGRAM_PROBE = '\u7535\u68af'; // two Chinese characters

/** Names of the committed migrations, oldest first. */
export function migrationNames(dir = migrationsDir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(dir, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort();
}

/** The committed migrations with their check sums, as a database keeps them, oldest first. */
export const committedMigrations = () => migrationNames().map((name) => ({ name, checksum: checksumOf(name) }));

const checksumOf = (name) =>
  createHash('sha256')
    .update(readFileSync(path.join(migrationsDir, name, 'migration.sql')))
    .digest('hex');

/**
 * Writes the next migration and moves the snapshot on. Needs no database and no network. Partial indexes,
 * partitions, checks and triggers are then appended to the file by hand.
 * @param {string} name letters, digits and underscores
 * @param {{now?: Date, dir?: string, schema?: string, isEmptyAllowed?: boolean}} [options] isEmptyAllowed: make a
 *   file even when the schema is unchanged, for hand-written SQL alone
 * @returns {Promise<{directory: string, sql: string} | null>} null: nothing that a database sees has changed
 * @throws {Error} a stamp that is there already is not of a real time before now (a slow clock, or a name by hand)
 */
export async function makeMigration(
  name,
  { now = new Date(), dir = migrationsDir, schema = schemaDir, isEmptyAllowed = false } = {},
) {
  if (!/^[a-z0-9_]{1,60}$/i.test(name ?? '')) {
    throw new Error(
      'A migration needs a name of letters, digits and underscores: npm run db:migrate -- --name add_something',
    );
  }
  const snapshot = path.join(dir, SNAPSHOT_FILE);
  const from = existsSync(snapshot) ? [{ path: 'snapshot.prisma', content: readFileSync(snapshot, 'utf8') }] : [];
  const to = schemaFiles(schema);
  const sql = await diffSchemas(from, to);
  if (sql.trim() === '' && !isEmptyAllowed) {
    // Comments and the generator may have changed, which no database sees.
    writeFileSync(snapshot, snapshotOf(to));
    return null;
  }
  const next = `${stampOf(now)}_${name}`;
  checkStamps([...migrationNames(dir), next], now);
  const directory = path.join(dir, next);
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'migration.sql'), sql === '' ? '-- Hand-written SQL\n' : sql);
  writeFileSync(path.join(dir, LOCK_FILE), '# Read by Prisma; do not edit.\nprovider = "postgresql"\n');
  writeFileSync(snapshot, snapshotOf(to));
  return { directory, sql };
}

const snapshotOf = (files) => files.map(({ content }) => content.trim()).join('\n\n') + '\n';

/** Whether prisma/schema has changes that no migration carries yet. */
export function hasUnmigratedChanges() {
  const snapshot = path.join(migrationsDir, SNAPSHOT_FILE);
  return !existsSync(snapshot) || readFileSync(snapshot, 'utf8') !== snapshotOf(schemaFiles());
}

/**
 * Fails with one sentence when the server cannot carry the product: too old, or a locale in which Chinese text has
 * no trigrams (then searches would silently read whole tables).
 * @param {import('pg').Client} client
 */
export async function checkServer(client) {
  const {
    rows: [server],
  } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding
       FROM pg_database WHERE datname = current_database()`,
  );
  const major = Math.floor(server.version / 10_000);
  if (major < MIN_SERVER_VERSION) {
    throw new Error(`The database server is PostgreSQL ${major}; version ${MIN_SERVER_VERSION} or later is needed.`);
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(`The database has the encoding ${server.encoding}; create it with ENCODING 'UTF8'.`);
  }
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  } catch (error) {
    throw new Error(
      `The extension pg_trgm could not be created (${error.message}); ask the database administrator to create it.`,
      { cause: error },
    );
  }
  const {
    rows: [probe],
  } = await client.query('SELECT cardinality(show_trgm($1)) AS trigrams', [TRIGRAM_PROBE]);
  if (probe.trigrams === 0) {
    throw new Error(
      "The database's locale does not know Chinese letters, so searching would not work; create it with LOCALE 'C.UTF-8' or another UTF-8 locale.",
    );
  }
}

// Two starts at once (web replicas, a second `npm start`) must not migrate side by side.
const MIGRATION_LOCK = 7_258_310_442;

const TURN_MS = 200;

/**
 * One after the other. Who waits asks again and again: a statement that waited would hold a snapshot, and CREATE INDEX CONCURRENTLY of
 * the other one would wait for it without end.
 */
async function waitForTurn(client) {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK]);
    if (rows[0].mine) return;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}

/**
 * Brings a database up to date.
 * @param {{databaseUrl: string, folders?: string[], log?: (line: string) => void, until?: string}} options folders: what
 *   to delete when an embedded database cannot be carried on; until: the last migration that is wanted
 * @returns {Promise<string[]>} names of the migrations applied now
 * @throws {Error} one clear sentence: unreachable, too old, wrong locale, made by migrations that are gone, or what
 *   PostgreSQL refused
 */
export async function applyMigrations({ databaseUrl, folders, log = () => undefined, until }) {
  const names = migrationNames().filter((name) => until === undefined || name <= until);
  const client = await connect(databaseUrl, 'lift-portal migrate');
  try {
    await waitForTurn(client);
    await checkServer(client);
    const applied = await readApplied(client);
    checkApplied([...applied.keys()], migrationNames(), { database: addressOf(databaseUrl), folders });
    if (!(await hasJobs(client))) await migrateJobs(databaseUrl);
    await showJobRows(client);
    if (isUpToDate(applied, names)) return [];
    const files = schemaFiles();
    const script = { failure: undefined };
    const engine = await openEngine(await databaseFactory(databaseUrl, script), files);
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrationsList(names),
        filters: FILTERS,
      });
      for (const name of appliedMigrationNames) log(`Migration ${name} applied.`);
      return appliedMigrationNames;
    } catch (error) {
      throw new Error(`The database could not be migrated: ${script.failure ?? engineMessage(error)}`, {
        cause: error,
      });
    } finally {
      engine.free();
    }
  } finally {
    await client.end();
  }
}

/** Is the job queue's schema the one of the installed package? Loading that takes longer than the rest of a start. */
async function hasJobs(client) {
  const {
    rows: [table],
  } = await client.query("SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS exists");
  if (!table.exists) return false;
  const {
    rows: [{ newest }],
  } = await client.query('SELECT coalesce(max(id), 0) AS newest FROM graphile_worker.migrations');
  return readdirSync(path.join(root, 'node_modules/graphile-worker/sql')).every((name) => parseInt(name, 10) <= newest);
}

/**
 * The job queue's own schema, by its own migrations: whoever writes into the database may write jobs, and the web process
 * may do so before any gateway has started.
 */
async function migrateJobs(databaseUrl) {
  const [{ default: pg }, { Logger, runMigrations }] = await Promise.all([import('pg'), import('graphile-worker')]);
  const pgPool = new pg.Pool({ ...connectionOptions(databaseUrl), max: 1, application_name: 'lift-portal migrate' });
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (connection) => void connection.on('error', () => undefined));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}

/**
 * The job queue's tables show their rows to their owner alone. The portal's account may be another one (deploy/roles.sql): here
 * whoever has the right to a table has it to its rows.
 */
async function showJobRows(client) {
  const { rows } = await client.query(
    `SELECT quote_ident(relname) AS name FROM pg_class c
      WHERE relnamespace = to_regnamespace('graphile_worker') AND relrowsecurity
        AND NOT EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = c.oid)`,
  );
  for (const { name } of rows)
    await client.query(`CREATE POLICY lift_portal ON graphile_worker.${name} USING (true) WITH CHECK (true)`);
}

/** @returns {Promise<Map<string, string | null>>} the migrations that the database has, with their check sums; null: it failed */
async function readApplied(client) {
  const {
    rows: [table],
  } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists");
  if (!table.exists) return new Map();
  const { rows } = await client.query(
    `SELECT migration_name AS name, CASE WHEN finished_at IS NOT NULL THEN checksum END AS checksum
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Starting takes a tenth of the time when the engine need not be loaded for nothing. */
function isUpToDate(applied, names) {
  return ![...applied.values()].includes(null) && names.every((name) => applied.get(name) === checksumOf(name));
}

function migrationsList(names) {
  const lock = path.join(migrationsDir, LOCK_FILE);
  return {
    baseDir: migrationsDir,
    lockfile: { path: LOCK_FILE, content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

function engineMessage(error) {
  const text = typeof error === 'string' ? error : (error?.message ?? String(error));
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
