import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../support/database';

const root = path.join(__dirname, '../../../..');
const library = path.join(root, 'scripts/lib/migrate.mjs');

/** Runs an expression over the library in a process of its own (Jest cannot load the engine); `lib` is the module. */
function run(expression: string, env: Record<string, string> = {}): { value?: unknown; error?: string } {
  const code = `import(${JSON.stringify(library)}).then(async (lib) => ({ value: await (${expression}) })).catch((error) => ({ error: error.message })).then((out) => console.log(JSON.stringify(out)))`;
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

  it('are made from the last snapshot without a database, one after the other', () => {
    const schema = path.join(folder, 'schema');
    const dir = path.join(folder, 'migrations');
    cpSync(path.join(root, 'prisma/schema'), schema, { recursive: true });
    cpSync(path.join(root, 'prisma/migrations'), dir, { recursive: true });
    const make = (name: string) =>
      run(
        `lib.makeMigration('${name}', { dir: ${JSON.stringify(dir)}, schema: ${JSON.stringify(schema)}, now: new Date('2020-01-01') })`,
        { DATABASE_URL: '' },
      ).value as { directory: string; sql: string } | null;
    expect(make('nothing')).toBeNull();
    const settings = path.join(schema, 'settings.prisma');
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}\nmodel Extra {\n  id Int @id\n  @@map("extra")\n}\n`);
    const made = make('add_extra');
    expect(made?.sql).toContain('CREATE TABLE "extra"');
    expect(made?.sql).not.toContain('users');
    const order = readdirSync(dir)
      .filter((name) => /^\d/.test(name))
      .sort();
    expect(order.at(-1)).toMatch(/_add_extra$/);
    expect(make('again')).toBeNull();
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
