import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { createClient } from 'redis';
import { z } from 'zod';
import { config } from '@/lib/config';
import { addressOf, mistakeOf } from '@/lib/database-options.mjs';
import { AppError } from '@/lib/platform/contract/errors';
import { connectionConfig, pool } from '@/lib/platform/db/client';
import { fileStore } from '@/lib/platform/files/open-store';
import { newStoredName } from '@/lib/platform/files/stored-names';
import { brokerMistakeOf, tryBroker } from '@/lib/programs/gateway/mqtt-client';
import { tryMailServer } from '@/lib/platform/mail/provider';
import { redisFailure, redisOptions } from '@/lib/platform/system/redis-options';
import { dataDisk } from '@/lib/platform/system/process-figures';

/** `npm run doctor`: what an operator would look at before calling somebody. It leaves nothing behind and prints no secret. */

export interface Finding {
  readonly area: string;
  /** note: it works, and somebody should know. */
  readonly verdict: 'ok' | 'note' | 'fault';
  readonly text: string;
}
type Said = Omit<Finding, 'area'>;

const ok = (text: string): Said => ({ verdict: 'ok', text });
const note = (text: string): Said => ({ verdict: 'note', text });
const fault = (text: string): Said => ({ verdict: 'fault', text });

const WAIT_MS = 10_000;
const FEW_BYTES = 2 * 2 ** 30;
const LEAST_BYTES = 200 * 2 ** 20;
const CLOCK_MS = 2000;
const HEARD_MS = 3000;
/** Letters that a database of another language does not know as letters. */
const CHINESE_WORD = String.fromCodePoint(0x7535, 0x68af);
const MIGRATIONS = 'prisma/migrations';

const hostOf = (url: string) => new URL(url).host;
/** What an error says, without the address that it may name with a password. */
const said = (error: unknown) =>
  (error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error))
    .replace(/\/\/[^@\s/]*@/g, '//')
    .split('\n')[0];

/** How an object store calls the error, which says more than its sentence. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

function lookAtNode(): Said {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const text = `Node.js ${process.versions.node}`;
  return major < 22 ? note(`${text} gets no more updates; the images have a later one`) : ok(text);
}

function lookAtAddress(): Said {
  const { publicUrl, mode } = config();
  if (mode === 'production' && publicUrl.startsWith('http://') && !/\/\/(localhost|127\.)/.test(publicUrl))
    return note(`${publicUrl} is not encrypted: no push messages, no installed portal, cookies in clear`);
  return ok(publicUrl);
}

async function lookAtData(): Promise<Said[]> {
  const { dataDir } = config();
  const trial = await mkdtemp(join(dataDir, 'doctor-'));
  await rm(trial, { recursive: true });
  const { free } = (await dataDisk()) ?? { free: 0 };
  const gigabytes = `${(free / 2 ** 30).toFixed(1)} GB free`;
  const open: string[] = [];
  for (const name of await readdir(dataDir))
    if (/secret|key|vapid/i.test(name) && ((await stat(join(dataDir, name))).mode & 0o077) !== 0) open.push(name);
  return [
    { verdict: free < LEAST_BYTES ? 'fault' : free < FEW_BYTES ? 'note' : 'ok', text: `${dataDir}: ${gigabytes}` },
    ...(open.length > 0 ? [fault(`others may read ${open.join(', ')}; chmod go= makes them private`)] : []),
  ];
}

/** Puts a file into the bucket, reads and removes it: what the portal needs to be allowed. */
async function lookAtFiles(): Promise<Said | undefined> {
  const { dataDir, filesBucket } = config();
  if (!filesBucket) return undefined;
  const store = fileStore();
  const trial = await mkdtemp(join(dataDir, 'doctor-'));
  const step = async <T>(right: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
      throw new Error(`${store.name} does not ${right} a file: ${nameOf(cause)} ${said(cause)}`, { cause: error });
    }
  };
  try {
    const bytes = randomBytes(64);
    const [path, place] = [newStoredName('tmp'), join(trial, 'probe')];
    await writeFile(place, bytes);
    await step('take', () => store.put(path, { place, size: bytes.length }));
    const read = await step('give', async () => buffer(await store.open(path)));
    await step('list', async () => {
      for await (const name of store.list()) if (name) break;
    });
    await step('remove', () => store.remove(path));
    return read.equals(bytes) ? ok(store.name) : fault(`${store.name} gives other bytes than it was given`);
  } finally {
    await rm(trial, { recursive: true });
  }
}

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
async function lookAtSession(): Promise<Said[]> {
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
async function lookAtTls(): Promise<Said[]> {
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

async function lookAtDatabase(now: () => number): Promise<Said[]> {
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

async function lookAtTrigrams(): Promise<Said[]> {
  const { rows } = await pool().query<{ known: boolean }>('SELECT cardinality(show_trgm($1)) > 0 AS known', [
    CHINESE_WORD,
  ]);
  return rows[0]?.known
    ? []
    : [fault('its letters (LC_CTYPE) know no Chinese: a search for a part of a name reads every row')];
}

async function lookAtMigrations(): Promise<Said[]> {
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

async function lookAtBroker(): Promise<Said> {
  const { url, port } = config().mqtt;
  if (url === undefined) return ok(`embedded, port ${port}`);
  const settings = { ...config().mqtt, url };
  try {
    await tryBroker(settings, WAIT_MS);
  } catch (error) {
    return fault(brokerMistakeOf(settings, error) ?? said(error) ?? '');
  }
  return /^(mqtts|ssl):/.test(url) || /\/\/([^@]*@)?(localhost|127\.|\[::1\])/.test(url)
    ? ok(hostOf(url))
    : note(`${hostOf(url)}, not encrypted; mqtts:// does that`);
}

async function lookAtRedis(): Promise<Said | undefined> {
  const url = config().redisUrl;
  if (url === undefined) return undefined;
  const client = createClient(redisOptions(url, { reconnectStrategy: false, connectTimeout: WAIT_MS }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    return fault(redisFailure(url, error));
  } finally {
    if (client.isOpen) client.destroy();
  }
  if (url.startsWith('redis:') && !/^redis:\/\/([^@]*@)?(localhost|127\.|\[::1\])/.test(url))
    return note(`${hostOf(url)}, not encrypted; rediss:// does that`);
  return ok(hostOf(url));
}

async function lookAtGateway(): Promise<Said> {
  const { gateway, upstream } = config();
  if (upstream !== undefined) return ok('of the back end');
  try {
    const answer = await fetch(`${gateway.url}/health`, { signal: AbortSignal.timeout(WAIT_MS) });
    return answer.ok ? ok(gateway.url) : fault(`${gateway.url} says ${answer.status}`);
  } catch {
    return note(`nobody answers at ${gateway.url}: it is not started, or elsewhere`);
  }
}

async function lookAtMail(): Promise<Said> {
  const { provider, url } = config().mail;
  if (provider !== 'smtp' || url === undefined) return note(`provider ${provider}: no e-mail leaves this machine`);
  await tryMailServer(url);
  return ok(hostOf(url));
}

async function lookAtTexting(): Promise<Said> {
  const { provider, url } = config().texting;
  if (provider !== 'http' || url === undefined)
    return note(`provider ${provider}: no text message leaves this machine`);
  await lookup(new URL(url).hostname);
  return ok(`${hostOf(url)} (a message was not sent)`);
}

/** Everything, one after the other; what fails says why and keeps nothing else from being looked at. */
export async function examine(now: () => number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (area: string, work: () => Promise<Said | Said[] | undefined> | Said) => {
    try {
      const found = await work();
      findings.push(
        ...(found === undefined ? [] : Array.isArray(found) ? found : [found]).map((one) => ({ area, ...one })),
      );
    } catch (error) {
      findings.push({ area, ...fault(said(error) ?? '') });
    }
  };
  await look('Node.js', lookAtNode);
  await look('Address', lookAtAddress);
  await look('Data', lookAtData);
  await look('Files', lookAtFiles);
  await look('Database', () => lookAtDatabase(now));
  await look('Broker', lookAtBroker);
  await look('Redis', lookAtRedis);
  await look('Gateway', lookAtGateway);
  await look('E-mail', lookAtMail);
  await look('Texts', lookAtTexting);
  return findings;
}

const MARKS = { ok: '✓', note: '!', fault: '✗' } as const;

export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ area, verdict, text }) => `${MARKS[verdict]} ${area.padEnd(9)} ${text}`);
