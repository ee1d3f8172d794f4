import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../support/database';

const root = path.join(__dirname, '../../../..');
const libraries = ['migrate', 'migration-stamps'].map((name) => path.join(root, `scripts/lib/${name}.mjs`));

/** Runs an expression over the libraries in a process of its own (Jest cannot load the engine); `lib` is their functions. */
function run(expression: string, env: Record<string, string> = {}): { value?: unknown; error?: string } {
  const code = `Promise.all(${JSON.stringify(libraries)}.map((file) => import(file))).then((modules) => Object.assign({}, ...modules)).then(async (lib) => ({ value: await (${expression}) })).catch((error) => ({ error: error.message })).then((out) => console.log(JSON.stringify(out)))`;
  const result = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', env: { ...process.env, ...env } });
  return JSON.parse(result.stdout);
}

describe('migrations', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await freshDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'lift-migrate-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('are all applied, and applying them again does nothing', async () => {
    const names = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const rows = await query(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    expect(rows.map(({ name }) => name)).toEqual(names.sort());
    expect(run(`lib.applyMigrations({ databaseUrl: ${JSON.stringify(database.databaseUrl)} })`)).toEqual({ value: [] });
  });

  it('run side by side without harm', async () => {
    await query('DROP SCHEMA public CASCADE');
    await query('CREATE SCHEMA public');
    const apply = `lib.applyMigrations({ databaseUrl: ${JSON.stringify(database.databaseUrl)} })`;
    const { value } = run(`Promise.all([${apply}, ${apply}])`);
    expect((value as string[][]).map((names) => names.length > 0).sort()).toEqual([false, true]);
  });

  it('carry every change of the schema', () => {
    expect(run('lib.hasUnmigratedChanges()')).toEqual({ value: false });
  });

  it('begin with the real time of their writing, one after the other', () => {
    expect(run('lib.checkStamps(lib.migrationNames())')).toEqual({});
  });

  it.each([
    [
      'in the future',
      ['20260101000000_init', '20260102000001_next'],
      /20260102000001_next is stamped in the future: it is 20260102000000/,
    ],
    [
      'at the time of another',
      ['20260101000000_init', '20260101000000_next'],
      /20260101000000_next is not later than 20260101000000_init/,
    ],
    ['at a time that no clock shows', ['20260101250000_init'], /20260101250000_init does not begin with a moment/],
  ])('are refused when one is stamped %s', (_title, names, expected) => {
    expect(run(`lib.checkStamps(${JSON.stringify(names)}, new Date('2026-01-02'))`).error).toMatch(expected);
  });

  it('are made from the last snapshot without a database, one after the other', () => {
    const schema = path.join(folder, 'schema');
    const dir = path.join(folder, 'migrations');
    cpSync(path.join(root, 'prisma/schema'), schema, { recursive: true });
    cpSync(path.join(root, 'prisma/migrations'), dir, { recursive: true });
    const answer = (name: string, now = 'new Date()') =>
      run(
        `lib.makeMigration('${name}', { dir: ${JSON.stringify(dir)}, schema: ${JSON.stringify(schema)}, now: ${now} })`,
        { DATABASE_URL: '' },
      );
    const make = (name: string) => answer(name).value as { directory: string; sql: string } | null;
    expect(make('nothing')).toBeNull();
    const settings = path.join(schema, 'settings.prisma');
    // A comment is no migration, and yet the snapshot keeps up with it.
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}\n// Words\n`);
    expect(make('words')).toBeNull();
    expect(readFileSync(path.join(dir, 'schema.snapshot'), 'utf8')).toContain('// Words');
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}\nmodel Extra {\n  id Int @id\n  @@map("extra")\n}\n`);
    expect(answer('slow_clock', "new Date('2020-01-01')").error).toMatch(/is stamped in the future/);
    const made = make('add_extra');
    expect(made?.sql).toContain('CREATE TABLE "extra"');
    expect(made?.sql).not.toContain('users');
    const order = readdirSync(dir)
      .filter((name) => /^\d/.test(name))
      .sort();
    expect(order.at(-1)).toMatch(/_add_extra$/);
    expect(make('again')).toBeNull();
  });

  it('say in one sentence that a database was made by migrations that are gone, and what to delete', async () => {
    const apply = (options: object) =>
      run(`lib.applyMigrations(${JSON.stringify({ databaseUrl: database.databaseUrl, ...options })})`).error;
    const add = (name: string) =>
      query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '${name}', now())`,
      );
    await add('20260105000000_init');
    expect(apply({ folders: ['/srv/.data', '/var/lib/x'] })).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/t_\w+ was made by an earlier portal .* \(it has 20260105000000_init\) .*: delete \/srv\/\.data and \/var\/lib\/x and start again\.$/,
    );
    expect(apply({})).toMatch(/: give DATABASE_URL an empty database and start again\.$/);
    await query(`DELETE FROM _prisma_migrations WHERE id = 'x'`);
    // One of a later version, which is no harm to the version before it.
    await add('29991231000000_later');
    expect(apply({})).toBeUndefined();
    await query(`DELETE FROM _prisma_migrations WHERE id = 'x'`);
  });

  it('are refused when one is older than another that the database has', () => {
    const names = ['20260101000000_init', '20260102000000_mine', '20260103000000_other'];
    const applied = ['20260101000000_init', '20260103000000_other'];
    expect(
      run(`lib.checkApplied(${JSON.stringify(applied)}, ${JSON.stringify(names)}, { database: 'here' })`).error,
    ).toMatch(/20260102000000_mine is older than 20260103000000_other, which the database at here has already/);
  });

  it.each([
    [
      'no server',
      () => 'postgresql://u:geheim@127.0.0.1:1/x',
      /^The database at 127\.0\.0\.1:1\/x cannot be reached: .*\.$/,
    ],
    [
      'a wrong password',
      () => database.databaseUrl.replace(/:[^:@]*@/, ':geheim@'),
      /cannot be reached: password authentication failed/,
    ],
  ])('say in one sentence that there is %s, without the password', (_title, url, expected) => {
    const { error } = run(`lib.applyMigrations({ databaseUrl: ${JSON.stringify(url())} })`);
    expect(error).toMatch(expected);
    expect(error).not.toContain('geheim');
  });

  it('refuse a database whose locale does not know Chinese letters', async () => {
    await query("CREATE DATABASE t_plain TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
    const url = new URL(database.databaseUrl);
    url.pathname = '/t_plain';
    const { error } = run(`lib.applyMigrations({ databaseUrl: ${JSON.stringify(url.href)} })`);
    await query('DROP DATABASE t_plain');
    expect(error).toMatch(/locale does not know Chinese letters/);
  });
});
