import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms } from './bundles.mjs';
import { killEverything, runOwned } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { inRoot } from './root.mjs';
import { scratchFolder } from './scratch-folder.mjs';
import { bundleInto } from './bench-bundle.mjs';
import { WEB_ENV, WEB_FLAGS } from './supervisor.mjs';

const TESTS = ['plans', 'records', 'exports', 'notices', 'figures'];

/** Loads the demo data at DEMO_SCALE where they are not yet, and runs tests/scale on them. @param {string[]} names of tests; none: all */
export async function runScale(names) {
  const unknown = names.find((name) => !TESTS.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no test "${unknown}"; there are ${TESTS.join(', ')}.`);
  const tests = TESTS.filter((name) => names.length === 0 || names.includes(name));
  const scale = process.env.DEMO_SCALE || '35';
  const say = (line) => process.stdout.write(`${line}\n`);
  const folder = process.env.SCALE_DATA_DIR || scratchFolder('scale');
  mkdirSync(folder, { recursive: true });
  const server = process.env.SCALE_DATABASE_URL ? undefined : await startServer(folder);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      killEverything();
      void Promise.resolve(server?.stop()).finally(() => process.exit(130));
    });
  }
  let code = 1;
  try {
    const databaseUrl =
      process.env.SCALE_DATABASE_URL ?? (await databaseOf(server.databaseUrl, `scale_${scale.replaceAll('.', '_')}`));
    const { applyMigrations } = await import('./migrate.mjs');
    await applyMigrations({ databaseUrl });
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      DEMO_SCALE: scale,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      SESSION_SECRET: randomBytes(24).toString('hex'),
      INTERNAL_SECRET: randomBytes(24).toString('hex'),
    };
    const out = inRoot('.tmp/scale/dist');
    await bundleInto(
      join(out, 'test'),
      Object.fromEntries(tests.map((name) => [name, inRoot(`tests/scale/${name}.ts`)])),
    );
    await bundlePrograms({ outDir: out, only: ['demo'] });
    const startedAt = Date.now();
    const loaded = await runOwned(process.execPath, [join(out, 'demo.mjs')], { name: 'demo data', env, onLine: say });
    if (loaded.code !== 0) throw new Problem('The demo data could not be loaded.');
    say(`Data are there after ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
    ({ code } = await runOwned(
      process.execPath,
      [
        // Exports are made by the web process: with its limits of memory.
        ...WEB_FLAGS,
        '--test',
        '--test-reporter=spec',
        '--test-concurrency=1',
        ...tests.map((name) => join(out, `test/${name}.mjs`)),
      ],
      { name: 'plans', env: { ...WEB_ENV, ...env }, onLine: say },
    ));
  } finally {
    await server?.stop();
  }
  process.exit(code);
}

async function startServer(folder) {
  const { startPostgres } = await import('./postgres.mjs');
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  const port = Number(process.env.SCALE_PG_PORT || (await freePorts(1))[0]);
  // Without fsync: the data can be loaded again.
  return startPostgres({
    dataDir: join(folder, 'postgres'),
    port,
    password: readFileSync(file, 'utf8'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
}

/** One database a scale, made when it is missing. */
async function databaseOf(serverUrl, name) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
