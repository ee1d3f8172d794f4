// The one PostgreSQL of the API tests, started by the first test run and stopped by the last.
//   node tests/api/support/server.mjs start   prints {adminUrl, template} and leaves the server running
//   node tests/api/support/server.mjs stop    stops it unless another test run still uses it
// A run is known by the process that called us (jest). TEST_PG_PORT and TEST_DATA_DIR choose where.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { applyMigrations, migrationNames } from '../../../scripts/lib/migrate.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { isStillRunning, recordOf } from '../../../scripts/lib/process-identity.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const dataDir = path.resolve(root, process.env.TEST_DATA_DIR || '.data-test');
const port = Number(process.env.TEST_PG_PORT || 55433);
const usersDir = path.join(dataDir, 'database-users');
const ownUser = path.join(usersDir, `${process.ppid}.json`);

/** Test runs that still live, others than ours. */
function otherUsers() {
  if (!existsSync(usersDir)) return [];
  return readdirSync(usersDir).filter((name) => {
    const file = path.join(usersDir, name);
    if (file === ownUser) return false;
    if (isStillRunning(JSON.parse(readFileSync(file, 'utf8')))) return true;
    rmSync(file, { force: true });
    return false;
  });
}

function password() {
  const file = path.join(dataDir, 'database-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

const start = () => startPostgres({
  dataDir: path.join(dataDir, 'postgres'),
  port,
  password: password(),
  log: (line) => console.error(line),
  // What a test writes need not survive a power cut.
  settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' },
});

async function withAdmin(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('test template'))");
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database to copy, made once for each state of the migrations. */
async function prepareTemplate(admin, databaseUrl) {
  const hash = createHash('sha256');
  for (const name of migrationNames()) hash.update(readFileSync(path.join(root, 'prisma/migrations', name, 'migration.sql')));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  const { rows } = await admin.query('SELECT datname AS name, datistemplate AS ready FROM pg_database');
  const isAlone = otherUsers().length === 0;
  for (const { name, ready } of rows) {
    const isOld = isAlone && (/^t_/.test(name) || (/^template_/.test(name) && name !== template));
    if (!isOld && !(name === template && !ready)) continue;
    if (ready) await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  if (rows.some(({ name, ready }) => name === template && ready)) return template;
  await admin.query(`CREATE DATABASE ${template}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${template}`;
  await applyMigrations({ databaseUrl: url.href });
  await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
  return template;
}

if (process.argv[2] === 'start') {
  mkdirSync(usersDir, { recursive: true });
  writeFileSync(ownUser, JSON.stringify(recordOf(process.ppid)));
  const { databaseUrl } = await start();
  const template = await withAdmin(databaseUrl, (admin) => prepareTemplate(admin, databaseUrl));
  console.log(JSON.stringify({ adminUrl: databaseUrl, template }));
} else {
  rmSync(ownUser, { force: true });
  if (otherUsers().length === 0) await (await start()).stop();
}
