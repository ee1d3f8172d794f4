import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { resetConfig } from '@/lib/config';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { closeDb } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';

/** A database of the test's own, migrated and empty. */
export interface TestDatabase {
  databaseUrl: string;
  /** Closes the process's connections and removes the database. */
  drop(): Promise<void>;
}

/** A server of its own for each of Jest's workers (support/server.mjs). */
interface Server {
  adminUrl: string;
  template: string;
}

function server(): Server {
  const servers = JSON.parse(process.env.TEST_DATABASES ?? '[]') as Server[];
  const mine = servers[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % servers.length];
  if (mine === undefined)
    throw new Error('There is no test database: run this test in Jest\'s project "api" or "api-serial".');
  return mine;
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server().adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Makes a new database from the migrated template (some 50 ms) and points `db()`, `pool()` and `config()` at it.
 * Call it in `beforeAll` and `drop()` in `afterAll`, or use `useFreshDatabase()`.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const { adminUrl, template } = server();
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await closeDb();
  process.env.DATABASE_URL = url.href;
  process.env.SESSION_SECRET ??= randomBytes(32).toString('hex');
  process.env.INTERNAL_SECRET ??= randomBytes(32).toString('hex');
  resetConfig();
  return {
    databaseUrl: url.href,
    async drop() {
      await flushAccessLog();
      await closePortal();
      await closeDb();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Gives every test of this file (or describe block) one fresh database together. Call it outside of hooks. */
export function useFreshDatabase(): void {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database?.drop();
  });
}
