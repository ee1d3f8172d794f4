import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { config } from '@/lib/config';
import { PrismaClient } from '@/lib/platform/db/generated/client';
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

/** Settings every connection of ours starts with, pooled or not. */
export function connectionConfig(): pg.ClientConfig {
  const { connectionString, ssl, options } = config().database;
  return {
    connectionString,
    ssl,
    // Prisma's adapter reads timestamptz as if the session were in UTC, so the session has to be in UTC.
    options: `${options} -c TimeZone=UTC`.trim(),
    application_name: 'lift-portal',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

/** The pg pool. Clients taken with `connect()` must be released; a permanent listener needs a client of its own. */
export function pool(): pg.Pool {
  const held = connections();
  if (!held.pool) {
    held.pool = new pg.Pool({ ...connectionConfig(), max: config().databasePool, idleTimeoutMillis: 30_000 });
    // An idle client whose server went away is dropped by the pool itself. Without a listener the process would
    // die of it; the next query reconnects or reports the error to its caller.
    held.pool.on('error', () => undefined);
    // The same for one that is in use but just between two statements; its next statement tells its user.
    held.pool.on('connect', (client) => void client.on('error', () => undefined));
    traceQueries(held.pool);
  }
  return held.pool;
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
