// Brings the whole portal up and down; `npm start` and `npm run dev` differ only in how the two processes are run.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildNeeds, buildPages, buildPrograms, generateClient } from './build-portal.mjs';
import { foldersOf, prepareDataDir, secretsOf } from './data-dir.mjs';
import { install, isInstalled } from './install.mjs';
import { keepDatabase } from './keep-database.mjs';
import { withLock } from './lock.mjs';
import { killEverything, runOwned, tellingLine } from './owned.mjs';
import { requireFreePorts } from './ports.mjs';
import { Problem, diskFull, exitWith, isDiskFull, sentenceOf } from './problem.mjs';
import { identify, isStillRunning, parentOf, recordOf } from './process-identity.mjs';
import { ROOT, inRoot } from './root.mjs';
import { claim } from './run-file.mjs';
import { takeSecretFiles } from './secret-files.mjs';
import { readSettings } from './settings.mjs';
import { supervise } from './supervisor.mjs';
import { bar, createTerminal, duration, table } from './terminal.mjs';

const READY_TIMEOUT_MS = 120_000;
const LAUNCHER_CHECK_MS = 300;

/**
 * @param {{ mode: 'production' | 'development' }} options
 */
export async function runPortal({ mode }) {
  const startedAt = Date.now();
  const terminal = createTerminal();
  const { style } = terminal;
  takeSecretFiles(process.env);
  const settings = readSettings(process.env);
  const say = (line) => terminal.print(`  ${style.yellow('!')} ${line}`);
  const aborting = new AbortController();
  const state = { programs: [], postgres: undefined, run: undefined, isReady: false, isStopping: false };

  async function stop(exitCode, error) {
    if (state.isStopping) return;
    state.isStopping = true;
    aborting.abort(error ?? new Problem('Stopped.'));
    terminal.close();
    if (error) process.stderr.write(`${sentenceOf(error)}\n${process.env.DEBUG === '1' ? `${error.stack}\n` : ''}`);
    else terminal.print(`\n  ${style.dim('Stopping …')}`);
    await Promise.all(state.programs.map((program) => program.stop(settings.stopPatienceMs)));
    await state.starting?.catch(() => undefined);
    await state.postgres?.stop().catch((failure) => process.stderr.write(`${sentenceOf(failure)}\n`));
    killEverything();
    state.run?.release();
    if (!error) terminal.print(`  ${style.dim('Stopped.')}`);
    process.exit(exitCode);
  }

  function force() {
    killEverything();
    if (state.postgres) {
      try {
        process.kill(state.postgres.pid, 'SIGQUIT');
      } catch {
        // Gone already.
      }
    }
    process.exit(130);
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (state.isStopping && name === 'SIGINT') force();
      stop(0).catch(exitWith);
    });
  }
  process.on('uncaughtException', (error) => {
    stop(1, error).catch(exitWith);
  });
  process.on('unhandledRejection', (error) => {
    stop(1, error).catch(exitWith);
  });
  // A closed terminal must not end us half-way.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);

  try {
    terminal.print(`\n  ${style.bold('Lift portal')}\n`);
    prepareDataDir(settings.dataDir);
    const launcher = watchLauncher(() => {
      stop(0).catch(exitWith);
    });
    state.run = await claim(settings.dataDir, { address: settings.publicUrl, launcher, log: say });
    await requireFreePorts(portsOf(settings));
    const secrets = secretsOf(settings.dataDir);
    const context = { settings, secrets, terminal, state, say, mode, signal: aborting.signal, stop };
    await bringUp(context);
    if (state.isStopping) return;
    printReady(context, Date.now() - startedAt);
  } catch (error) {
    await stop(1, error);
  }
}

/**
 * npm does not take us with it when it is killed; without it nobody can stop us any more, so we go too. Between npm
 * and us may be the shell of its script.
 * @returns {import('./run-file.mjs').Identity | null} the npm that runs us
 */
function watchLauncher(gone) {
  if (!process.env.npm_lifecycle_event) return null;
  const parent = process.ppid;
  const shell = /^(?:\S*\/)?(?:sh|bash|dash|zsh) -c /.test(identify(parent)?.command ?? '')
    ? parentOf(parent)
    : undefined;
  const launcher = recordOf(shell ?? parent);
  setInterval(() => {
    if (process.ppid !== parent || (launcher && !isStillRunning(launcher))) gone();
  }, LAUNCHER_CHECK_MS).unref();
  return launcher;
}

function portsOf({ port, host, gatewayPort, mqttPort, pgPort, dataDir, databaseUrl, hasOwnBroker }) {
  // Where a database was made before, the port may be held by that very server, left over; its start sees to it.
  const isFirstStart = !existsSync(join(dataDir, 'secrets.json'));
  return [
    { name: 'PORT', port, host },
    { name: 'GATEWAY_PORT', port: gatewayPort, host: process.env.GATEWAY_HOST || '127.0.0.1' },
    ...(hasOwnBroker ? [{ name: 'MQTT_PORT', port: mqttPort, host: process.env.MQTT_HOST || '127.0.0.1' }] : []),
    ...(databaseUrl || !isFirstStart ? [] : [{ name: 'PG_PORT', port: pgPort, host: '127.0.0.1' }]),
  ];
}

async function bringUp(context) {
  const { settings, terminal, state, signal } = context;
  const logDir = join(settings.dataDir, 'logs');
  const register = state.run;
  const tasks = { logDir, register, signal };

  await withLock(
    inRoot('.tmp/prepare.lock'),
    async () => {
      if (!isInstalled())
        await terminal.step('Packages', () => install({ logFile: join(logDir, 'install.log'), register, signal }));
      await generateClient({ logFile: join(logDir, 'generate.log'), register, signal });
      // The database comes up while the pages are built: together they decide how long a first start takes.
      const programs = prepareBuild(context, tasks);
      const database = programs.bundled.then(() => bringUpDatabase(context, tasks));
      await allOrFirstError([database, programs.pages], context);
    },
    () => terminal.print(`  ${terminal.style.dim('Another start is building here; waiting for it.')}`),
  );

  startPrograms(context, logDir);
  await terminal.step('Portal', () => waitUntilReady(context));
  state.isReady = true;
  for (const program of state.programs) program.markReady();
}

/** Waits for all; the first failure stops the portal's start at once and not after the slowest. */
async function allOrFirstError(promises, { signal }) {
  const aborted = new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  aborted.catch(() => undefined);
  for (const promise of promises) promise.catch(() => undefined);
  await Promise.race([Promise.all(promises), aborted]);
}

function prepareBuild({ settings, terminal, mode }, { logDir, register, signal }) {
  const { hash, needsPrograms, needsPages } = buildNeeds(settings);
  if (mode === 'development') return { bundled: Promise.resolve(), pages: Promise.resolve() };
  const bundled = needsPrograms ? buildPrograms({ buildDir: settings.buildDir, hash }) : Promise.resolve();
  const pages = !needsPages
    ? Promise.resolve()
    : bundled.then(() =>
        terminal.step('Pages', (progress) =>
          buildPages({
            nextDistDir: settings.nextDistDir,
            hash,
            logFile: join(logDir, 'build.log'),
            register,
            signal,
            onLine: (line) =>
              progress(
                line
                  .trim()
                  .replace(/^[^\w]+/, '')
                  .slice(0, 60),
              ),
          }),
        ),
      );
  return { bundled, pages };
}

async function bringUpDatabase(context, { logDir, register, signal }) {
  const { settings, terminal, state } = context;
  const fresh = await terminal.step('Database', async () => {
    if (settings.databaseUrl) state.databaseUrl = settings.databaseUrl;
    else await startDatabase(context);
    const { applyMigrations } = await import('./migrate.mjs');
    const folders = settings.databaseUrl ? [] : foldersOf(settings.dataDir, state.postgres.clusterDir);
    const { sessionUrlOf } = await import('./connection.mjs');
    await applyMigrations({ databaseUrl: sessionUrlOf(state.databaseUrl), folders });
    // An account means that this database is in use; demo data goes into an empty one only.
    return settings.isDemo && !(await ask(state.databaseUrl, 'SELECT 1 FROM users LIMIT 1'));
  });
  if (!fresh || signal.aborted) return;
  await terminal.step('Demo data', async (progress) => {
    const { code, output } = await runOwned(process.execPath, [...DEMO_FLAGS, ...programArgs('demo', context)], {
      name: 'demo',
      logFile: join(logDir, 'demo.log'),
      register,
      signal,
      env: programEnv(context),
      onLine: (line) => progress(progressOf(line)),
    });
    if (code === 0) {
      // Without a checkpoint, a server that is killed soon would read the whole load again.
      if (!settings.databaseUrl) await ask(state.databaseUrl, 'CHECKPOINT');
      return;
    }
    if (isDiskFull(undefined, output)) throw diskFull(settings.dataDir);
    throw new Problem(
      `The demo data could not be loaded: ${tellingLine(output)} (more in ${join(logDir, 'demo.log')}).`,
    );
  });
}

/** "42 % equipment" and "1200/5000 equipment" become a bar; anything else is shown as it is. */
export function progressOf(line) {
  const text = line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').trim();
  const percent = /(\d+(?:\.\d+)?)\s*%/.exec(text);
  const counted = /(\d+)\s*\/\s*(\d+)/.exec(text);
  const share = percent
    ? Number(percent[1]) / 100
    : counted && Number(counted[2]) > 0
      ? Number(counted[1]) / Number(counted[2])
      : undefined;
  return share === undefined ? text : bar(share);
}

/** Starts the embedded server and keeps it running. */
async function startDatabase(context) {
  const { settings, secrets, state, say, stop, signal } = context;
  const { startPostgres } = await import('./postgres.mjs');
  const start = async () => {
    state.starting = startPostgres({
      dataDir: join(settings.dataDir, 'postgres'),
      port: settings.pgPort,
      password: secrets.POSTGRES_PASSWORD,
      log: say,
    });
    state.postgres = await state.starting;
    return state.postgres;
  };
  const { databaseUrl } = await keepDatabase({
    start,
    say,
    signal,
    isReady: () => state.isReady,
    fail: (error) => {
      stop(1, error).catch(exitWith);
    },
  });
  state.databaseUrl = databaseUrl;
}

/** Runs one statement. @returns {Promise<boolean>} whether it found a row */
async function ask(databaseUrl, sql) {
  const { connect, sessionUrlOf } = await import('./connection.mjs');
  const client = await connect(sessionUrlOf(databaseUrl), 'lift-portal start');
  try {
    return (await client.query(sql)).rows.length > 0;
  } finally {
    await client.end();
  }
}

const ENTRIES = {
  web: 'lib/programs/web/main.ts',
  gateway: 'lib/programs/gateway/main.ts',
  fleet: 'lib/programs/simulator/main.ts',
  demo: 'prisma/demo/main.ts',
};

/** Millions of rows are made, sent and forgotten: in more room than Node's 16 MB most of them are gone before they are carried about. */
const DEMO_FLAGS = ['--max-semi-space-size=64'];

/** What to give Node for a program: the bundle, or its source through tsx, with reload where that helps. */
function programArgs(name, { settings, mode }) {
  if (mode === 'production') return [join(settings.buildDir, `${name}.mjs`)];
  const tsx = inRoot('node_modules/tsx/dist/cli.mjs');
  const watch = name === 'demo' ? [] : ['watch', '--clear-screen=false'];
  return [tsx, ...watch, '--tsconfig', inRoot('tsconfig.json'), inRoot(ENTRIES[name])];
}

function programEnv({ settings, secrets, state, mode }) {
  return {
    ...process.env,
    SESSION_SECRET: process.env.SESSION_SECRET || secrets.SESSION_SECRET,
    INTERNAL_SECRET: process.env.INTERNAL_SECRET || secrets.INTERNAL_SECRET,
    DATABASE_URL: state.databaseUrl,
    NODE_ENV: mode,
    PORT: String(settings.port),
    GATEWAY_PORT: String(settings.gatewayPort),
    MQTT_PORT: String(settings.mqttPort),
    DATA_DIR: settings.dataDir,
    NEXT_DIST_DIR: settings.nextDistDir,
    DEMO: settings.isDemo ? '1' : '0',
    // The demo data's airport project (readings 11); elsewhere the operator sets it.
    AIRPORT_PROJECT_IDS: process.env.AIRPORT_PROJECT_IDS ?? (settings.isDemo ? '1009001' : ''),
    // Two units of the showcase of the usual seed have the wide video dialog (readings 11).
    VIDEO_SPECIAL_EQUIPMENT: process.env.VIDEO_SPECIAL_EQUIPMENT ?? (settings.isDemo ? '10500027,10500028' : ''),
    // The footer shows one; the demo's belongs to nobody.
    RECORD_NUMBER: process.env.RECORD_NUMBER ?? (settings.isDemo ? '沪ICP备00000000号-1' : ''),
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

function startPrograms(context, logDir) {
  const { settings, state, say, stop } = context;
  const names = ['gateway', 'web', ...(settings.hasFleet && hasProgram('fleet', context) ? ['fleet'] : [])];
  state.programs = names.map((name) =>
    supervise({
      name,
      args: programArgs(name, context),
      env: programEnv(context),
      logDir,
      isVital: name !== 'fleet',
      register: state.run,
      say,
      fail: (error) => {
        stop(1, error).catch(exitWith);
      },
    }),
  );
}

const hasProgram = (name, { settings, mode }) =>
  existsSync(mode === 'production' ? join(settings.buildDir, `${name}.mjs`) : inRoot(ENTRIES[name]));

async function waitUntilReady({ settings, state, signal }) {
  const address = `http://127.0.0.1:${settings.port}/sms/health/ready`;
  let last = 'no answer';
  for (const until = Date.now() + READY_TIMEOUT_MS; Date.now() < until; await sleep(150)) {
    if (signal.aborted || state.isStopping) throw signal.reason;
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      if (response.status === 200) return;
      last = `${response.status} ${(await response.text()).slice(0, 200)}`;
    } catch (error) {
      last = error.cause?.code ?? error.message;
    }
  }
  throw new Problem(
    `The portal was not ready after ${READY_TIMEOUT_MS / 1000} s (${address}: ${last}); see ${join(settings.dataDir, 'logs')}.`,
  );
}

function printReady({ settings, terminal }, elapsedMs) {
  const { style, print } = terminal;
  const folder = relative(ROOT, settings.dataDir);
  const shown = folder.startsWith('..') ? settings.dataDir : folder || '.';
  print(`\n  ${style.green('Ready')} ${style.dim(`after ${duration(elapsedMs)}`)}\n`);
  print(`  Address    ${style.bold(settings.publicUrl)}`);
  if (settings.hasOwnBroker) print(`  MQTT       mqtt://${process.env.MQTT_HOST || '127.0.0.1'}:${settings.mqttPort}`);
  print(`  Data       ${shown}`);
  const accounts = settings.isDemo ? demoAccounts(settings.dataDir) : [];
  if (accounts.length > 0) {
    print('');
    const rows = table([
      ['Demo account', 'User name', 'Password'],
      ...accounts.map(({ persona, username, password }) => [persona, username, password]),
    ]);
    rows.forEach((row, index) => print(`  ${index === 0 ? style.dim(row) : row}`));
    if (settings.hasOwnBroker)
      print(`\n  ${style.dim(`Boxes to publish for yourself: ${join(shown, 'demo-cubes.json')}`)}`);
  } else if (!settings.isDemo) {
    print(`\n  ${style.dim('A first administrator: npm run admin:create')}`);
  }
  print(`\n  ${style.dim('Ctrl-C stops everything.')}`);
}

function demoAccounts(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'));
  } catch {
    return [];
  }
}
