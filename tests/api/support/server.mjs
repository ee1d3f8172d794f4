// The PostgreSQL servers of the API tests, started by the first test run and stopped by the last. Each of Jest's workers has one
// to itself: databases of one server would share more than a name (the oldest running transaction, which the readers of the
// outbox wait for, and the disk's flushes).
//   node tests/api/support/server.mjs start 2   prints [{adminUrl, template}, …] and leaves the servers running
//   node tests/api/support/server.mjs stop      stops them unless another test run still uses them
// A run is known by the process that called us (jest); the ports are free ones.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { withLock } from '../../../scripts/lib/lock.mjs';
import { applyMigrations, migrationNames } from '../../../scripts/lib/migrate.mjs';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { isStillRunning, recordOf } from '../../../scripts/lib/process-identity.mjs';
import { scratchFolder } from '../../../scripts/lib/scratch-folder.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const dataDir = path.join(scratchFolder('test'), 'databases');
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

const portFile = (number) => path.join(dataDir, `postgres-${number}.port`);
/** Numbers of the servers that were ever started here. */
const known = () =>
  readdirSync(dataDir)
    .flatMap((name) => /^postgres-(\d+)\.port$/.exec(name)?.[1] ?? [])
    .map(Number);

/** Joins the server at the port where another run started it, or starts it there; elsewhere when that port is somebody else's by now. */
async function server(number) {
  const startAt = (port) =>
    startPostgres({
      dataDir: path.join(dataDir, `postgres-${number}`),
      port,
      password: password(),
      log: (line) => console.error(line),
      // What a test writes need not survive a power cut.
      settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' },
    });
  const startAnew = async () => {
    const [port] = await freePorts(1);
    writeFileSync(portFile(number), String(port));
    return startAt(port);
  };
  if (!existsSync(portFile(number))) return startAnew();
  const port = Number(readFileSync(portFile(number), 'utf8'));
  return startAt(port).catch((error) =>
    /is taken by another program/.test(error.message) ? startAnew() : Promise.reject(error),
  );
}

async function withAdmin(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database to copy, made once for each state of the migrations. */
async function prepareTemplate(admin, databaseUrl) {
  const hash = createHash('sha256');
  for (const name of migrationNames())
    hash.update(readFileSync(path.join(root, 'prisma/migrations', name, 'migration.sql')));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  const { rows } = await admin.query('SELECT datname AS name, datistemplate AS ready FROM pg_database');
  const isAlone = otherUsers().length === 0;
  for (const { name, ready } of rows) {
    const isOld = isAlone && (/^(t|world)_/.test(name) || (/^template_/.test(name) && name !== template));
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

async function start(number) {
  const { databaseUrl } = await server(number);
  return {
    adminUrl: databaseUrl,
    template: await withAdmin(databaseUrl, (admin) => prepareTemplate(admin, databaseUrl)),
  };
}

mkdirSync(usersDir, { recursive: true });
await withLock(path.join(dataDir, 'database.lock'), async () => {
  if (process.argv[2] === 'start') {
    writeFileSync(ownUser, JSON.stringify(recordOf(process.ppid)));
    const servers = [];
    for (let number = 1; number <= Number(process.argv[3] ?? 1); number += 1) servers.push(await start(number));
    console.log(JSON.stringify(servers));
    return;
  }
  rmSync(ownUser, { force: true });
  if (otherUsers().length > 0) return;
  for (const number of known()) {
    await (await server(number)).stop();
    rmSync(portFile(number), { force: true });
  }
});
