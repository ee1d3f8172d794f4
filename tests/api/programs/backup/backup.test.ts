import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { resetConfig } from '@/lib/config';
import { closeDb, connectionConfig, db } from '@/lib/platform/db/client';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { defineJob } from '@/lib/platform/jobs/define';
import { partitionsBetween } from '@/lib/platform/db/partitions';
import { z } from 'zod';
import { createPersonas } from '../../../support/personas';
import { tokensOf } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { fillTables } from './fill';

/** `npm run backup` and `npm run restore` (docs/backup.md) on a real PostgreSQL, as programs of their own. */

const ROOT = join(__dirname, '../../../..');
const FILLED_AT = new Date('2026-11-20T04:05:06.789Z');
const PASSPHRASE = 'a passphrase of this test';
/** Texts that a form of rows by lines could stumble over. */
const ODD = 'tab\tnew\nline\r\\N \\. "quoted" 电梯 🛗 \u0001';

/** What of a row comes back as it was, where it is not all. */
const PARTS: Partial<Record<string, string>> = {
  // The number of the transaction that wrote it is one of the server's own.
  outbox: '(id, topic, key, payload, create_date)::text',
  // What the broker of another place has taken is nothing to this one's.
  edge_cube: "(to_jsonb(t) - 'config_told')::text",
};

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const dataDir = join(folder, 'data');
const passphraseFile = join(folder, 'passphrase');
let source: TestDatabase;
const made: string[] = [];
/** Databases that `npm run db:deploy` has seen, and nobody else. */
const migrated: string[] = [];

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database on the server of the source: with nothing in it, or with the tables of a migration and no row. */
async function newDatabase(template = 'template0'): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await withClient(source.databaseUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  made.push(name);
  const url = new URL(source.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

interface Ended {
  status: number | null;
  /** What it said, on whichever stream. */
  said: string;
}

function run(script: 'backup' | 'restore', args: string[], env: Record<string, string> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, `scripts/${script}.mjs`), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: source.databaseUrl, DATA_DIR: dataDir, ...env },
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

/** Of each table, partitions by themselves: how many rows, and a checksum of all that they hold. */
const sums = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    await client.query("SET TimeZone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r' AND c.relname NOT IN ('_prisma_migrations', 'migrations')
        ORDER BY 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const row = PARTS[name] ?? 't::text';
      const { rows } = await client.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' ORDER BY ${row} COLLATE "C")), '') AS sum FROM ${name} t`,
      );
      found[name] = rows[0]?.sum ?? '';
    }
    return found;
  });

/** Rules, triggers with their states, and where sequences stand. */
const rulesOf = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) AS line
         FROM pg_constraint WHERE connamespace::regnamespace::text IN ('public', 'graphile_worker')
       UNION ALL SELECT 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT 'sequence ' || sequencename || ' ' || coalesce(last_value::text, 'new') FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker')
       UNION ALL SELECT 'table ' || oid::regclass || ' ' || coalesce(pg_get_expr(relpartbound, oid), '') FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ line }) => line).sort();
  });

function filesOf(place: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(place.length), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Databases of trials that are there. */
const trials = () =>
  withClient(source.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; isUsed: boolean }>(
      `SELECT datname AS name, EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname) AS "isUsed"
         FROM pg_database d WHERE datname LIKE 'lift\\_portal\\_trial\\_%'`,
    );
    return rows;
  });

const backupsOf = (place: string) => readdirSync(place).filter((name) => name.endsWith('.backup'));

beforeAll(async () => {
  source = await freshDatabase();
  const template = new URL(source.databaseUrl).pathname.slice(1);
  for (let count = 0; count < 2; count += 1) migrated.push(await newDatabase(template));
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  const client = new pg.Client(connectionConfig());
  await client.connect();
  for (const spec of [
    { table: 'equipment_log', unit: 'month' },
    { table: 'equipment_trace', unit: 'day' },
  ] as const)
    for (const { name, table, from, to } of partitionsBetween(spec, FILLED_AT, FILLED_AT))
      await client.query(
        `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
      );
  await fillTables(client, FILLED_AT);
  // More than a piece of a backup holds, in many rows and in one.
  await client.query(
    `INSERT INTO setting (key, value) SELECT 'row ' || n, to_jsonb(md5(n::text)) FROM generate_series(1, 20000) n`,
  );
  await client.query(
    `INSERT INTO setting (key, value) SELECT 'long', to_jsonb(string_agg(md5(n::text), '')) FROM generate_series(1, 70000) n`,
  );
  await client.end();
  await createPersonas();
  mkdirSync(join(dataDir, 'uploads/aa'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads/aa/aa.pdf'), randomBytes(3_000_000));
  await db().edgeCube.updateMany({ data: { configVersion: 3, configTold: 3 } });
  await db().setting.create({ data: { key: 'odd', value: { text: ODD } } });
  await enqueue(
    db(),
    defineJob({ name: 'later', payload: z.object({ text: z.string() }), run: () => Promise.resolve() }),
    {
      text: ODD.replace('\u0001', ''),
    },
  );
});
afterAll(async () => {
  await closeDb();
  await withClient(source.databaseUrl, async (client) => {
    for (const name of made) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup of a portal in use', () => {
  const place = join(folder, 'backups');
  const target = join(folder, 'restored');
  let file: string;
  let before: Record<string, string>;
  let restoredUrl: string;

  it('holds all rows and files in one file, which says nothing without the passphrase', async () => {
    before = await sums(source.databaseUrl);
    const empty = Object.keys(before).filter((name) => before[name]?.startsWith('0 '));
    expect(empty.filter((name) => !/^graphile_worker|_default$/.test(name))).toEqual([]);
    const { status, said } = run('backup', ['--to', place, '--passphrase-file', passphraseFile]);
    expect([status, said]).toEqual([0, expect.stringMatching(/rows of \d+ tables, \d+ files/)]);
    const [name = ''] = backupsOf(place);
    file = join(place, name);
    expect(readFileSync(file).includes('uploads/aa')).toBe(false);
    expect(run('restore', [file, '--verify']).said).toMatch(/is encrypted; give its passphrase/);
  });

  it('brings everything back where nothing is left: every row, every file, every rule', async () => {
    const rules = await rulesOf(source.databaseUrl);
    const files = filesOf(join(dataDir, 'uploads'));
    expect(Object.keys(files).length).toBeGreaterThan(0);
    restoredUrl = migrated.pop() ?? '';
    const env = { DATABASE_URL: restoredUrl, DATA_DIR: target };
    const { status, said } = run('restore', [file, '--passphrase-file', passphraseFile], env);
    expect([status, said]).toEqual([0, expect.stringMatching(/^Restored as of .*: [\d,]+ rows/)]);
    expect(await sums(restoredUrl)).toEqual(before);
    expect(await rulesOf(restoredUrl)).toEqual(rules);
    expect(filesOf(join(target, 'uploads'))).toEqual(files);
    expect(existsSync(join(target, 'uploads/.restore'))).toBe(false);
    // Every box is told its configuration again.
    const { rows } = await withClient(restoredUrl, (client) =>
      client.query('SELECT DISTINCT config_told AS told FROM edge_cube'),
    );
    expect(rows).toEqual([{ told: 0 }]);
  });

  it('lets people sign in again', async () => {
    await closeDb();
    process.env.DATABASE_URL = restoredUrl;
    resetConfig();
    expect((await tokensOf('platformAdmin')).access_token).toMatch(/./);
    await closeDb();
    process.env.DATABASE_URL = source.databaseUrl;
    resetConfig();
  });

  it('is not put over rows or files that are there', async () => {
    const args = [file, '--passphrase-file', passphraseFile];
    expect(run('restore', args, { DATABASE_URL: restoredUrl, DATA_DIR: join(folder, 'other') })).toEqual({
      status: 1,
      said: expect.stringMatching(/^The database is not empty \(\w+ has rows\); restore into a new one\.$/),
    });
    const empty = await newDatabase();
    expect(run('restore', args, { DATABASE_URL: empty, DATA_DIR: target })).toEqual({
      status: 1,
      said: expect.stringMatching(/is there already; restore into an empty DATA_DIR\.$/),
    });
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7)), /^The backup is damaged or cut off/],
    [
      'changed',
      (bytes: Buffer) => {
        const at = bytes.length - 5000;
        bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
        return bytes;
      },
      /^The backup is damaged/,
    ],
  ])('is refused when it was %s, before anything is written', async (_how, hurt, sentence) => {
    const empty = await newDatabase();
    const hurtFile = join(folder, 'hurt.backup');
    writeFileSync(hurtFile, hurt(readFileSync(file)));
    const env = { DATABASE_URL: empty, DATA_DIR: join(folder, 'untouched') };
    const { status, said } = run('restore', [hurtFile, '--passphrase-file', passphraseFile], env);
    expect([status, said]).toEqual([1, expect.stringMatching(sentence)]);
    expect(said.split('\n')).toHaveLength(1);
    expect(await sums(empty)).toEqual({});
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  });

  it('does not open with another passphrase', () => {
    const other = join(folder, 'other-passphrase');
    writeFileSync(other, 'not the one of this test\n');
    expect(run('restore', [file, '--verify', '--passphrase-file', other])).toEqual({
      status: 1,
      said: 'The passphrase is not the one that the backup was made with.',
    });
  });
});

it('rows of one moment: what others write while it is made is in it as a whole or not at all', async () => {
  // Each transaction writes the same number into two tables that are far apart in the backup.
  await db().setting.create({ data: { key: 'aaa', value: 0 } });
  const writer = new pg.Client(connectionConfig());
  await writer.connect();
  let isOn = true;
  let written = 0;
  const writing = (async () => {
    while (isOn) {
      written += 1;
      await writer.query('BEGIN');
      await writer.query(`UPDATE setting SET value = $1 WHERE key = 'aaa'`, [written]);
      await writer.query(`UPDATE announcement SET title = $1`, [`number ${written}`]);
      await writer.query('COMMIT');
    }
  })();
  const place = join(folder, 'busy');
  const backup = spawn(process.execPath, [join(ROOT, 'scripts/backup.mjs'), '--to', place], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: source.databaseUrl, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const [ended] = (await once(backup, 'exit')) as [number];
  isOn = false;
  await writing;
  await writer.end();
  expect([ended, written > 5]).toEqual([0, true]);
  const empty = migrated.pop() ?? '';
  const [name = ''] = backupsOf(place);
  expect(run('restore', [join(place, name)], { DATABASE_URL: empty, DATA_DIR: join(folder, 'busy-data') }).status).toBe(
    0,
  );
  const { rows } = await withClient(empty, (client) =>
    client.query<{ title: string; value: number }>(
      `SELECT DISTINCT title, (SELECT value FROM setting WHERE key = 'aaa') AS value FROM announcement`,
    ),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.title).toBe(`number ${rows[0]?.value}`);
});

it('a trial shows that a backup of an older version gets the later migrations; one of a later version is refused', async () => {
  const old = await newDatabase();
  const libraries = join(ROOT, 'scripts/lib/migrate.mjs');
  const code = `import(${JSON.stringify(libraries)}).then(({ applyMigrations }) => applyMigrations({ databaseUrl: process.env.DATABASE_URL, until: '20261126040626_equipment_groups' })).then(() => process.exit())`;
  expect(spawnSync(process.execPath, ['-e', code], { env: { ...process.env, DATABASE_URL: old } }).status).toBe(0);
  const blocked = await newDatabase(new URL(old).pathname.slice(1));
  await withClient(old, (client) =>
    client.query(
      `INSERT INTO branch (branch_code, branch_id, branch_name, branch_full_name, update_date) VALUES ('B1', 'B1', 'B1', 'B1', now())`,
    ),
  );
  const place = join(folder, 'old');
  const nothing = join(folder, 'nothing');
  mkdirSync(join(folder, 'old-data/uploads/aa'), { recursive: true });
  writeFileSync(join(folder, 'old-data/uploads/aa/aa.pdf'), 'a document');
  const installation = { DATABASE_URL: old, DATA_DIR: join(folder, 'old-data') };
  expect(run('backup', ['--to', place], installation).status).toBe(0);
  const file = join(place, backupsOf(place)[0] ?? '');
  // In a database that is made for it, from nothing; it is removed again, and with it what a killed trial left.
  const killed = `lift_portal_trial_${randomBytes(6).toString('hex')}`;
  made.push(killed);
  await withClient(source.databaseUrl, (client) => client.query(`CREATE DATABASE ${killed}`));
  expect(run('restore', [file, '--check'], { DATA_DIR: nothing })).toEqual({
    status: 0,
    said: expect.stringMatching(/can be restored: 1 rows of .*; [2-9]\d* later migrations ran after/),
  });
  expect([await trials(), existsSync(join(nothing, 'uploads'))]).toEqual([[], false]);
  // Also when it is ended half-way.
  const check = spawn(process.execPath, [join(ROOT, 'scripts/restore.mjs'), file, '--check'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: source.databaseUrl, DATA_DIR: nothing },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  check.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(check, 'close');
  await until(async () => (await trials()).some(({ isUsed }) => isUsed));
  check.kill('SIGTERM');
  expect([await ended, said]).toEqual([[1, null], 'The trial was ended by SIGTERM; nothing of it is left.\n']);
  expect(await trials()).toEqual([]);
  // Something stands in the way of a later migration, when all rows are there already.
  await withClient(blocked, (client) => client.query('CREATE VIEW smart_screen AS SELECT 1 AS one'));
  const kept = join(folder, 'kept-data');
  expect(run('restore', [file], { DATABASE_URL: blocked, DATA_DIR: kept })).toEqual({
    status: 1,
    said: expect.stringMatching(/^All rows and files are restored and stay, .*smart_screen.*npm run db:deploy/),
  });
  expect(filesOf(join(kept, 'uploads'))).toEqual(filesOf(join(folder, 'old-data/uploads')));
  expect((await sums(blocked)).branch).toMatch(/^1 /);
  // A migration that this version does not have.
  await withClient(old, (client) =>
    client.query(`UPDATE _prisma_migrations SET checksum = md5('x') WHERE migration_name LIKE '%init'`),
  );
  const later = join(folder, 'later');
  expect(run('backup', ['--to', later], { DATABASE_URL: old, DATA_DIR: nothing }).status).toBe(0);
  const target = await newDatabase();
  expect(
    run('restore', [join(later, backupsOf(later)[0] ?? '')], { DATABASE_URL: target, DATA_DIR: join(folder, 'n2') }),
  ).toEqual({ status: 1, said: expect.stringMatching(/^The backup was made by another version of the portal/) });
});

it('keys go into a file of their own, and only by name', () => {
  const place = join(folder, 'with-keys');
  const keys = join(folder, 'portal.keys');
  const secrets = { SESSION_SECRET: 's'.repeat(40), INTERNAL_SECRET: 'i'.repeat(40) };
  const { status } = run('backup', ['--to', place, '--keys', keys, '--passphrase-file', passphraseFile], secrets);
  expect(status).toBe(0);
  expect(run('restore', ['--keys', keys, '--print-keys', '--passphrase-file', passphraseFile])).toEqual({
    status: 0,
    said: `SESSION_SECRET=${secrets.SESSION_SECRET}\nINTERNAL_SECRET=${secrets.INTERNAL_SECRET}`,
  });
  for (const path of [keys, ...backupsOf(place).map((name) => join(place, name))])
    expect(readFileSync(path).includes(secrets.SESSION_SECRET)).toBe(false);
});

it('the newest backups of a folder are kept', () => {
  const place = join(folder, 'kept');
  cpSync(join(folder, 'old'), place, { recursive: true });
  const [first = ''] = backupsOf(place);
  writeFileSync(join(place, 'lift-portal-2026-01-01T000000Z.backup'), 'older');
  const nothing = join(folder, 'nothing');
  const args = ['--to', place, '--keep', '2', '--without-recordings'];
  // A backup of the wrong folder is none, and pushes nothing out.
  expect(run('backup', args, { DATA_DIR: nothing })).toEqual({
    status: 1,
    said: expect.stringMatching(/^The database knows \d+ files .*nothing\/uploads holds none: DATA_DIR is another/),
  });
  expect(readdirSync(place).sort()).toEqual(['lift-portal-2026-01-01T000000Z.backup', first]);
  expect(run('backup', args).status).toBe(0);
  expect(backupsOf(place)).toHaveLength(2);
  expect(backupsOf(place)).toContain(first);
});
