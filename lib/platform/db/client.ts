import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { config } from '@/lib/config';
import { PrismaClient } from '@/lib/platform/db/generated/client';
import { losePrimary, openPool } from './open-pool';
import { traceQueries } from './traced-queries';

/**
 * The process's access to PostgreSQL: one bounded pool (`DB_POOL`), shared by Prisma and by code that needs COPY,
 * cursors or plain SQL. Both are kept on globalThis, because development reloads modules and Next bundles this file
 * more than once.
 */
interface Connections {
  pool?: pg.Pool;
  prisma?: PrismaClient;
}
const holder = globalThis as typeof globalThis & { liftPortalDb?: Connections };
const connections = (): Connections => (holder.liftPortalDb ??= {});

/** Anything that runs SQL: the pool or one client of it (inside a transaction). */
export type Queryable = Pick<pg.Pool, 'query'>;

/** What all connections of ours have in common. */
const COMMON = {
  application_name: 'lift-portal',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // Else a machine that is gone is noticed after two hours, by the rule of the operating system. Node.js asks ten times,
  // a second apart.
  keepAliveInitialDelayMillis: 3000,
} satisfies pg.ClientConfig;

/**
 * Prisma's adapter reads timestamptz as if the session were in UTC, so the session has to be in UTC. And a server that is not
 * told of our end keeps locks for whom it waits: it has to notice by itself that packets do not come through.
 */
const SESSION = {
  TimeZone: 'UTC',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '13000',
};
const withSession = (options: string) =>
  [options, ...Object.entries(SESSION).map(([name, value]) => `-c ${name}=${value}`)].join(' ').trim();

/**
 * Settings of a connection of one's own, with a session of its own at the server: for LISTEN, locks of a session and
 * whatever else lasts longer than a transaction.
 */
export function connectionConfig(): pg.ClientConfig {
  const { connectionString, ssl, options } = config().sessionDatabase;
  return { ...COMMON, connectionString, ssl, options: withSession(options) };
}

/** Settings of the pool. A pooler between gives each transaction to any session, and takes no settings at the start. */
export function poolConfig(): pg.PoolConfig {
  const { database, databaseLimits, databasePool, isDatabasePooled } = config();
  const { connectionString, ssl, options } = database;
  const common = { ...COMMON, connectionString, ssl, max: databasePool, idleTimeoutMillis: 30_000 };
  if (!isDatabasePooled)
    return {
      ...common,
      options: withSession(options),
      statement_timeout: databaseLimits.statementMs || undefined,
      idle_in_transaction_session_timeout: databaseLimits.idleMs || undefined,
    };
  // The time zone is one of the few settings that poolers carry from one session of the server to the next.
  const onConnect = async (client: pg.ClientBase) => void (await client.query("SET TimeZone = 'UTC'"));
  return { ...common, ...(options ? { options } : {}), onConnect };
}

/** A server that ended a statement in time has said so by then. */
const SILENT_MS = 10_000;

/** The pg pool. Clients taken with `connect()` must be released; a permanent listener needs a client of its own. */
export function pool(): pg.Pool {
  const held = connections();
  if (!held.pool) {
    const { databaseLimits, isDatabasePooled } = config();
    held.pool = openPool({
      ...poolConfig(),
      isPooled: isDatabasePooled,
      silentMs: databaseLimits.statementMs > 0 ? databaseLimits.statementMs + SILENT_MS : undefined,
    });
    traceQueries(held.pool);
  }
  return held.pool;
}

/**
 * Does the database take writes? One that answers and takes none is given up, so that new connections find the primary.
 * @throws when it cannot be reached
 */
export async function isWritable(): Promise<boolean> {
  const { rows } = await pool().query<{ refuses: boolean }>(
    "SELECT current_setting('transaction_read_only') = 'on' AS refuses",
  );
  const refuses = rows[0]?.refuses ?? false;
  if (refuses) losePrimary();
  return !refuses;
}

/**
 * As long as calls may wait for a connection: Prisma's default of 2 s breaks off files and changes in a busy minute.
 */
const TRANSACTION = { maxWait: 10_000, timeout: 15_000 };

/** The Prisma client, on the pool above. */
export function db(): PrismaClient {
  const held = connections();
  held.prisma ??= new PrismaClient({ adapter: new PrismaPg(pool()), transactionOptions: TRANSACTION });
  return held.prisma;
}

/** Closes every connection; the next `db()` or `pool()` opens new ones, with the configuration of that time. */
export async function closeDb(): Promise<void> {
  const held = connections();
  holder.liftPortalDb = {};
  await held.prisma?.$disconnect();
  await held.pool?.end();
}
