import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { resetConfig } from '@/lib/config';
import { closeDb, db, pool } from '@/lib/platform/db/client';
import { partitionAt } from '@/lib/platform/db/partitions';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { startWorker } from '@/lib/platform/jobs/worker';
import { PARTITIONED_TABLES } from '@/lib/programs/gateway/partitioned-tables';
import { tidyTables } from '@/lib/programs/gateway/tidy-tables';
import { seedDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { until } from '../../../support/until';
import { createBox } from '../../live/telemetry/world';
import { freshDatabase, type TestDatabase } from '../../support/database';

/** deploy/roles.sql: migrations by the owner, the portal by an account that owns nothing. */

const WORD = 'word-of-the-test';
const ACCOUNTS = ['lift_portal_owner', 'lift_portal_app', 'lift_portal_read'] as const;
let database: TestDatabase;
let admin: pg.Client;
const sql = readFileSync('deploy/roles.sql', 'utf8');

const urlOf = (account: (typeof ACCOUNTS)[number]) => {
  const url = new URL(database.databaseUrl);
  [url.username, url.password] = [account, WORD];
  return url.href;
};
async function use(url: string): Promise<void> {
  await closeDb();
  process.env.DATABASE_URL = url;
  resetConfig();
}

beforeAll(async () => {
  database = await freshDatabase();
  admin = new pg.Client({ connectionString: database.databaseUrl });
  await admin.connect();
  await admin.query('DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public');
  await admin.query(sql);
  for (const account of ACCOUNTS) await admin.query(`ALTER ROLE ${account} PASSWORD '${WORD}'`);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/db-deploy.mjs'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: urlOf('lift_portal_owner') },
  });
  if (status !== 0) throw new Error(stderr);
  await use(urlOf('lift_portal_app'));
});
afterAll(async () => {
  await admin.end();
  await use(database.databaseUrl);
  await database.drop();
  // Accounts are the server's, which others use after.
  const elsewhere = new URL(database.databaseUrl);
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  await client.query(`DROP ROLE ${ACCOUNTS.join(', ')}`);
  await client.end();
});

it('may be run again, after the migrations too', async () => {
  await admin.query(sql);
});

it('the portal reads and writes every table, and owns none', async () => {
  const { rows } = await admin.query<{ tables: number; missing: string[] | null; functions: string[] | null }>(
    `SELECT (SELECT count(*)::int FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace) AS tables,
            (SELECT array_agg(c.oid::regclass::text) FROM pg_class c
              WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
                AND NOT (has_table_privilege('lift_portal_app', c.oid, 'SELECT') AND has_table_privilege('lift_portal_app', c.oid, 'INSERT')
                     AND has_table_privilege('lift_portal_app', c.oid, 'UPDATE') AND has_table_privilege('lift_portal_app', c.oid, 'DELETE')
                     AND has_table_privilege('lift_portal_read', c.oid, 'SELECT') AND NOT has_table_privilege('lift_portal_read', c.oid, 'INSERT')
                     AND pg_get_userbyid(relowner) = 'lift_portal_owner')) AS missing,
            (SELECT array_agg(proname::text) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
                AND prosecdef AND has_function_privilege('lift_portal_read', oid, 'EXECUTE')) AS functions`,
  );
  expect(rows[0]).toMatchObject({ tables: expect.any(Number), missing: null, functions: null });
  for (const statement of [
    'CREATE TABLE mine (a int)',
    'ALTER TABLE users ADD COLUMN mine int',
    'DROP TABLE users',
    'TRUNCATE users',
    'CREATE SCHEMA mine',
  ])
    await expect(pool().query(statement)).rejects.toMatchObject({ code: '42501' });
});

it('its own work needs no more: dictionaries, boxes, jobs, partitions', async () => {
  await seedDictionaries();
  await createBox('ROLE1', 'ROLE-E1');
  expect(await db().equipment.count()).toBe(1);
  let done = 0;
  const job = defineJob({
    name: 'test-roles',
    payload: z.object({}),
    run: async () => {
      done += 1;
      await Promise.resolve();
    },
  });
  const worker = startWorker([job]);
  try {
    await enqueue(pool(), job, {});
    await until(() => done === 1, 15_000);
  } finally {
    await worker.stop();
  }
  expect((await pool().query('SELECT id FROM graphile_worker.jobs')).rows).toEqual([]);
  await tidyTables(new Date());
  const names = PARTITIONED_TABLES.map((table) => partitionAt(table, new Date()).name);
  const { rows } = await pool().query<{ owner: string }>(
    'SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relname = ANY($1)',
    [names],
  );
  expect(rows).toEqual(names.map(() => ({ owner: 'lift_portal_owner' })));
  // Two years later they are over.
  await tidyTables(new Date(Date.now() + 3 * 366 * 86_400_000));
  const { rows: left } = await pool().query('SELECT 1 FROM pg_class WHERE relname = ANY($1)', [names]);
  expect(left).toEqual([]);
});

it('the reader backs up, and the owner tries the backup in a database that goes again', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lift-roles-'));
  try {
    const run = (account: (typeof ACCOUNTS)[number], ...args: string[]) => {
      const env = { ...process.env, DATABASE_URL: urlOf(account), DATA_DIR: path.join(folder, 'data') };
      return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 100_000, env });
    };
    const made = run('lift_portal_read', 'scripts/backup.mjs', '--to', folder);
    expect([made.status, made.stderr]).toEqual([0, expect.stringMatching(/[\d,]+ rows of \d+ tables/)]);
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.backup'));
    const tried = run('lift_portal_owner', 'scripts/restore.mjs', path.join(folder, file), '--check');
    expect([tried.status, tried.stderr]).toEqual([0, '']);
    expect(tried.stdout).toMatch(/can be restored: [\d,]+ rows/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the functions of partitions touch nothing else', async () => {
  await expect(pool().query("SELECT drop_partition('users', 'users')")).rejects.toThrow(
    'users is no partition of users',
  );
  await expect(pool().query("SELECT drop_partition('equipment_log', 'equipment_log_default')")).rejects.toThrow(
    'equipment_log_default is no partition of equipment_log',
  );
  await expect(pool().query("SELECT make_partition('users', 'users_p202601', now(), now())")).rejects.toThrow(
    'users_p202601 is no partition of users',
  );
});

it('statements and idle transactions have limits, which the account has by itself as well', async () => {
  const limits = async () =>
    (
      await pool().query(
        "SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle",
      )
    ).rows;
  expect(await limits()).toEqual([{ statement: '5min', idle: '2min' }]);
  Object.assign(process.env, { DB_STATEMENT_SECONDS: '1', DB_IDLE_SECONDS: '7' });
  await use(urlOf('lift_portal_app'));
  try {
    expect(await limits()).toEqual([{ statement: '1s', idle: '7s' }]);
    await expect(pool().query('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    await expect(db().$queryRaw`SELECT pg_sleep(10)::text`).rejects.toThrow('statement timeout');
  } finally {
    delete process.env.DB_STATEMENT_SECONDS;
    delete process.env.DB_IDLE_SECONDS;
    await use(urlOf('lift_portal_app'));
  }
});
