import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import { config } from '@/lib/config';
import { addressOf, mistakeOf } from '@/lib/database-options.mjs';
import { connectionConfig, pool } from '@/lib/platform/db/client';
import { fault, note, ok, said, type CheckAnswer } from './doctor-finding';

/** What the doctor looks at in PostgreSQL, and on the way to it. */

const CLOCK_MS = 2000;
const HEARD_MS = 3000;
/** Letters that a database of another language does not know as letters. */
const CHINESE_WORD = String.fromCodePoint(0x7535, 0x68af);
const MIGRATIONS = 'prisma/migrations';

const Database = z.object({
  version: z.coerce.number(),
  encoding: z.string(),
  letters: z.string(),
  trigrams: z.boolean(),
  may_create: z.boolean(),
  connections: z.coerce.number(),
  at: z.coerce.number(),
  zone: z.string(),
});
const OLDEST = 150_000;

/** A wrong setting is named. */
async function askDatabase(sql: string) {
  try {
    return await pool().query(sql);
  } catch (error) {
    throw new Error(mistakeOf(error, config().databaseUrl) ?? said(error), { cause: error });
  }
}

/** Beside a pooler: what it tells has to be heard by the connections that have a session of their own. */
async function lookAtSession(): Promise<CheckAnswer[]> {
  const { isDatabasePooled, sessionDatabase } = config();
  if (!isDatabasePooled) return [];
  const client = new pg.Client(connectionConfig());
  client.on('error', () => undefined);
  try {
    await client.connect();
    const heard = new Promise<boolean>((resolve) => {
      client.once('notification', () => resolve(true));
      setTimeout(() => resolve(false), HEARD_MS).unref();
    });
    await client.query('LISTEN doctor');
    await pool().query('NOTIFY doctor');
    return (await heard)
      ? [ok(`a pooler, and sessions at ${addressOf(sessionDatabase.connectionString)}`)]
      : [fault('DATABASE_SESSION_URL does not hear what DATABASE_URL tells: it leads elsewhere, or to a pooler')];
  } catch (error) {
    const mistake = mistakeOf(error, sessionDatabase.connectionString, 'DATABASE_SESSION_URL');
    return [fault(mistake ?? `DATABASE_SESSION_URL: ${said(error)}`)];
  } finally {
    client.end().catch(() => undefined);
  }
}

/** How what is said to the database travels; between programs of one machine it may be plain. */
async function lookAtTls(): Promise<CheckAnswer[]> {
  const { rows } = await pool().query<{ ssl: boolean; version: string | null; is_near: boolean }>(
    `SELECT ssl, version, coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS is_near
       FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
  );
  const [found] = rows;
  const { ssl } = config().database;
  if (!found?.ssl)
    return found?.is_near ? [] : [note('what it is told is not encrypted; sslmode=verify-full does that')];
  if (ssl === false || !ssl.rejectUnauthorized)
    return [note(`${found.version}, but its certificate is not looked at; sslmode=verify-full does that`)];
  return [ok(`${found.version}, by a certificate that was checked`)];
}

export async function lookAtDatabase(now: () => number): Promise<CheckAnswer[]> {
  const before = now();
  const { rows } = await askDatabase(`
    SELECT current_setting('server_version_num') AS version, getdatabaseencoding() AS encoding,
           (SELECT datctype FROM pg_database WHERE datname = current_database()) AS letters,
           EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams,
           has_schema_privilege(current_user, 'public', 'CREATE') AS may_create,
           current_setting('max_connections') AS connections, extract(epoch FROM clock_timestamp()) * 1000 AS at,
           current_setting('TimeZone') AS zone`);
  const found = Database.parse(rows[0]);
  const away = Math.max(0, Math.abs(found.at - (before + now()) / 2) - (now() - before) / 2);
  const { databasePool } = config();
  return [
    found.version < OLDEST
      ? fault(`PostgreSQL ${Math.floor(found.version / 10_000)} is too old; 15 is the oldest that is served`)
      : ok(`PostgreSQL ${Math.floor(found.version / 10_000)}, ${found.letters}, ${found.connections} connections`),
    ...(await lookAtTls()),
    ...(await lookAtSession()),
    ...(found.zone === 'UTC'
      ? []
      : [fault(`its sessions are in ${found.zone}, not in UTC: a pooler before it drops SET TimeZone`)]),
    ...(found.encoding === 'UTF8' ? [] : [fault(`its encoding is ${found.encoding}, not UTF8: Chinese is lost`)]),
    ...(found.trigrams ? await lookAtTrigrams() : [fault('the extension pg_trgm is missing')]),
    ...(found.may_create ? [] : [note('its account may not make tables: an upgrade needs one that may')]),
    ...(found.connections < databasePool * 4
      ? [note(`${found.connections} connections are few for pools of ${databasePool} in several processes`)]
      : []),
    ...(away > CLOCK_MS ? [fault(`its clock is ${(away / 1000).toFixed(1)} s away from the one of this machine`)] : []),
    ...(await lookAtMigrations()),
  ];
}

async function lookAtTrigrams(): Promise<CheckAnswer[]> {
  const { rows } = await pool().query<{ known: boolean }>('SELECT cardinality(show_trgm($1)) > 0 AS known', [
    CHINESE_WORD,
  ]);
  return rows[0]?.known
    ? []
    : [fault('its letters (LC_CTYPE) know no Chinese: a search for a part of a name reads every row')];
}

async function lookAtMigrations(): Promise<CheckAnswer[]> {
  const folders = await readdir(MIGRATIONS, { withFileTypes: true });
  const mine = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const { rows } = await pool().query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return [fault('it has no tables yet: node scripts/db-deploy.mjs makes them')];
  const done = await pool().query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const theirs = new Set(done.rows.map(({ name }) => name));
  const missing = mine.filter((name) => !theirs.has(name));
  const newer = [...theirs].filter((name) => !mine.includes(name));
  if (missing.length > 0)
    return [fault(`${missing.length} migrations are not applied, the first is ${missing.sort()[0]}`)];
  return newer.length > 0 ? [note(`it is of a newer version, by ${newer.length} migrations`)] : [ok('every migration')];
}
