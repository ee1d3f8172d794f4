import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from '../generate.mjs';
import { bundleInto } from './bench-bundle.mjs';
import { onPath } from './browser.mjs';
import { buildNeeds, buildPages, buildPrograms } from './build-portal.mjs';
import { killEverything, runOwned } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { scratchFolder } from './scratch-folder.mjs';
import { WEB_ENV, WEB_FLAGS } from './supervisor.mjs';
import { duration, table } from './terminal.mjs';

const CASES = [
  'fanout',
  'latency',
  'ingest',
  'list',
  'lists',
  'memory',
  'export',
  'facts',
  'figures',
  'dashboards',
  'dashboard-day',
  'health-report',
  'biweekly-rows',
  'back-fill',
  'unit-reports',
  'screens',
  'web',
  'web-vitals',
  'call',
  'flood',
  'wall',
  'wall-video',
  'home',
  'video',
  'documents',
  'archive',
  'backup',
  'overload',
  'rolling',
  'soak',
  'watching',
];
/** Cases that need the pages of a production build. */
const BUILT_CASES = [
  'web',
  'web-vitals',
  'call',
  'flood',
  'wall',
  'wall-video',
  'home',
  'dashboard-day',
  'overload',
  'rolling',
  'soak',
  'watching',
];
/** The cases that are compared with the bare Next app. */
const BARE_CASES = ['web', 'web-vitals', 'call'];
const OUT = inRoot('.tmp/bench/dist');
const BARE_APP = inRoot('.tmp/bench/bare');
const NEXT = 'node_modules/next/dist/bin/next';
const MARK = 'BENCH ';
/** The settings of a developer's own portal must not change the results. */
const isSetting = (name) =>
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|PG_PORT|DB_POOL|DATABASE_(SESSION_)?URL|REDIS_URL|SESSION_SECRET|INTERNAL_SECRET|DEMO.*|NODE_ENV|COUNT_MEMORY_MS|GATEWAY_.*|MQTT_.*|SMS_UPSTREAM_.*|NEXT_DIST_DIR)$/.test(
    name,
  );

/** @param {string[]} args names of cases, `--tiny` */
export async function runBench(args) {
  const isTiny = args.includes('--tiny');
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.find((name) => !CASES.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no case "${unknown}"; there are ${CASES.join(', ')}.`);
  const say = (line) => process.stdout.write(`${line}\n`);
  const startedAt = Date.now();
  const folder = scratchFolder(`bench-${process.pid}`);
  let database;
  const end = async () => {
    killEverything();
    await database?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void end().finally(() => process.exit(130)));
  const rows = [];
  let hasFailed = false;
  try {
    // A fresh clone has no database client yet, and every case reads through it.
    generate({ log: (line) => say(`  ${line}`) });
    await bundleInto(OUT, entries());
    database = await startDatabase(folder);
    say(
      `Node.js ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)} before the run${loadavg()[0] > 0.5 * cpus().length ? ' (busy: do not trust the figures)' : ''}${isTiny ? ', tiny sizes: the figures mean nothing' : ''}`,
    );
    const wanted = CASES.filter((each) => names.length === 0 || names.includes(each));
    if (wanted.some((name) => BUILT_CASES.includes(name))) await build(say);
    if (wanted.some((name) => BARE_CASES.includes(name))) await buildBare();
    for (const name of wanted) {
      const { code, output } = await runOwned(
        process.execPath,
        ['--expose-gc', '--enable-source-maps', join(OUT, `${name}.mjs`)],
        {
          name: `bench ${name}`,
          env: {
            ...(await environment(name, database, folder, isTiny)),
            ...(name === 'export' ? { BENCH_EXCELJS: await fetchExcelJs(say) } : {}),
          },
          onLine: (line) => {
            if (line.startsWith(MARK)) {
              const row = JSON.parse(line.slice(MARK.length));
              rows.push(row);
              say(`  ${row.what}: ${row.ours}, bare ${row.bare}, ratio ${row.ratio}`);
            } else if (process.env.DEBUG === '1') say(`  ${line}`);
          },
        },
      );
      say(`  ${name} ${code === 0 ? 'done' : 'failed'}, ${duration(Date.now() - startedAt)} so far`);
      if (code !== 0) {
        hasFailed = true;
        say(
          output
            .split('\n')
            .filter((line) => !line.startsWith(MARK))
            .slice(-30)
            .join('\n'),
        );
      }
    }
  } finally {
    await end();
  }
  say(
    `\n${table([['What', 'Ours', 'Bare', 'Ratio', 'Aim', ''], ...rows.map(({ what, ours, bare, ratio, aim, isMet }) => [what, ours, bare, ratio, aim ?? '', isMet === undefined ? '' : isMet ? 'met' : 'short'])]).join('\n')}`,
  );
  say(`\nMedians of ${isTiny ? 1 : 5} alternating rounds, ${duration(Date.now() - startedAt)}.`);
  process.exit(hasFailed ? 1 : 0);
}

/** The portal's programs and pages, as `npm run build` makes them; each only when it changed. */
async function build(say) {
  const logFile = inRoot('.tmp/bench/build.log');
  mkdirSync(inRoot('.tmp/bench'), { recursive: true });
  const places = { buildDir: inRoot('dist'), nextDistDir: '.next' };
  const { hash, needsPrograms, needsPages } = buildNeeds(places);
  if (needsPrograms) await buildPrograms({ ...places, hash });
  if (needsPages) {
    say('  The pages are being built.');
    await buildPages({ ...places, hash, logFile });
  }
}

async function buildBare() {
  const logFile = inRoot('.tmp/bench/bare.log');
  rmSync(BARE_APP, { recursive: true, force: true });
  cpSync(inRoot('tests/bench/bare'), BARE_APP, { recursive: true });
  const { code } = await runOwned(process.execPath, [inRoot(NEXT), 'build', BARE_APP], {
    name: 'bare app',
    logFile,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', BENCH_ROOT: ROOT },
  });
  if (code !== 0) throw new Problem(`The bare app could not be built (more in ${logFile}).`);
}

function entries() {
  const found = { gateway: inRoot('lib/programs/gateway/main.ts'), paper: inRoot('lib/programs/paper/main.ts') };
  for (const folder of ['cases', 'servers']) {
    for (const file of readdirSync(inRoot('tests/bench', folder))) {
      const name = basename(file, '.ts');
      if (found[name]) throw new Problem(`Two programs of the bench are called ${name}.`);
      found[name] = inRoot('tests/bench', folder, file);
    }
  }
  return found;
}

/**
 * The workbook writer that exports are held against. It is no package of the portal's, so it is fetched when it is wanted.
 * @returns {Promise<string>} its folder; empty when it could not be fetched
 */
async function fetchExcelJs(say) {
  const parent = inRoot('.tmp/bench/exceljs');
  const folder = join(parent, 'node_modules/exceljs');
  if (existsSync(join(folder, 'package.json'))) return folder;
  mkdirSync(parent, { recursive: true });
  writeFileSync(join(parent, 'package.json'), '{ "private": true }\n');
  const { code } = await runOwned('npm', ['install', 'exceljs@4.4.0', '--ignore-scripts', '--no-audit', '--no-fund'], {
    name: 'exceljs',
    cwd: parent,
    logFile: join(parent, 'install.log'),
  });
  if (code === 0) return folder;
  say('  exceljs could not be fetched; the export is not held against it.');
  return '';
}

async function startDatabase(folder) {
  const { startPostgres } = await import('./postgres.mjs');
  const { applyMigrations } = await import('./migrate.mjs');
  const { default: pg } = await import('pg');
  const port = Number(process.env.BENCH_PG_PORT || (await freePorts(1))[0]);
  // Durability as in production: without fsync, the bench would look better the more often a program commits.
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port,
    password: randomBytes(12).toString('hex'),
  });
  await applyMigrations({ databaseUrl: server.databaseUrl });
  return {
    stop: () => server.stop(),
    /** A migrated database of its own. */
    async create(name) {
      const admin = new URL(server.databaseUrl);
      admin.pathname = '/postgres';
      const client = new pg.Client({ connectionString: admin.href });
      client.on('error', () => undefined);
      await client.connect();
      try {
        // A connection of the migration may take a moment to be gone.
        for (let left = 50; ; left -= 1) {
          const failure = await client.query(`CREATE DATABASE ${name} TEMPLATE portal`).then(
            () => undefined,
            (error) => error,
          );
          if (!failure) break;
          if (left === 0) throw failure;
          await sleep(100);
        }
      } finally {
        await client.end();
      }
      admin.pathname = `/${name}`;
      return admin.href;
    },
  };
}

async function environment(name, database, folder, isTiny) {
  const [gatewayPort, mqttPort, port, barePort] = await freePorts(4);
  mkdirSync(join(folder, 'data'), { recursive: true });
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !isSetting(key))),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: name === 'flood' ? '1' : '1000000',
    PUBLIC_URL: BUILT_CASES.includes(name) ? `http://127.0.0.1:${port}` : 'http://localhost:4700',
    PORT: String(port),
    HOST: '127.0.0.1',
    BENCH_WEB: inRoot('dist/web.mjs'),
    BENCH_WEB_FLAGS: WEB_FLAGS.join(' '),
    ...WEB_ENV,
    BENCH_NEXT: inRoot(NEXT),
    BENCH_BARE_APP: BARE_APP,
    BENCH_BARE_PORT: String(barePort),
    BENCH_BROWSER:
      process.env.CHROME_PATH ??
      onPath(['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell']) ??
      '',
    DATABASE_URL: await database.create(`bench_${name.replaceAll('-', '_')}`),
    DATA_DIR: join(folder, 'data'),
    SESSION_SECRET: randomBytes(24).toString('hex'),
    INTERNAL_SECRET: randomBytes(24).toString('hex'),
    GATEWAY_PORT: String(gatewayPort),
    MQTT_PORT: String(mqttPort),
    ...(isTiny ? { BENCH_TINY: '1' } : {}),
  };
}
