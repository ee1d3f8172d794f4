import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireBrowser } from './browser.mjs';
import { generateClient } from './build-portal.mjs';
import { closingLine, countJest, countPlaywright, sum } from './closing-line.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { killEverything, runOwned, spawnOwned, eachLine } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem, sentenceOf } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { stopAll } from './run-file.mjs';
import { createTerminal, duration, table } from './terminal.mjs';

const FOLDER = inRoot('.tmp/test');
const BUILD = { NEXT_DIST_DIR: '.next-test', BUILD_DIR: '.tmp/test/dist' };
const START_TIMEOUT_MS = 15 * 60_000;
/** Settings of somebody's own portal must not leak into the tests. */
const SETTINGS = [
  'PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'PG_PORT', 'DB_POOL', 'DATABASE_URL', 'REDIS_URL', 'TRUSTED_PROXIES', 'SESSION_SECRET', 'INTERNAL_SECRET', 'DEMO',
  'DEMO_FLEET', 'LOG_LEVEL', 'NODE_ENV', 'NEXT_DIST_DIR', 'BUILD_DIR', 'RATE_LIMIT_SCALE', 'RECORD_NUMBER', 'AIRPORT_PROJECT_IDS', 'npm_lifecycle_event',
];
const isSetting = (name) => SETTINGS.includes(name) || /^(GATEWAY|MQTT|SMS_UPSTREAM)_/.test(name);

const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const BROKEN = { passed: 0, failed: 1, skipped: 0 };
const bin = (path) => inRoot('node_modules', path);

/** Name → what it does; order is the order of the run. */
const STAGES = {
  lint: { title: 'Lint', run: (context) => check(context, [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']) },
  types: { title: 'Types', run: checkTypes },
  arch: { title: 'Import rules', run: (context) => check(context, [inRoot('scripts/check-architecture.mjs')]) },
  unit: { title: 'Unit, components, rules', run: (context) => jest(context, 'unit', ['unit', 'components', 'architecture']) },
  api: { title: 'API on PostgreSQL', run: (context) => jest(context, 'api', ['api'], ['--runInBand']) },
  e2e: { title: 'In the browser', run: endToEnd },
};

/** @param {string[]} args names of stages; after `--` arguments for the runners */
export async function runTests(args) {
  const split = args.indexOf('--');
  const names = split < 0 ? args : args.slice(0, split);
  const unknown = names.find((name) => !(name in STAGES));
  if (unknown !== undefined) throw new Problem(`There is no stage "${unknown}"; there are ${Object.keys(STAGES).join(', ')}.`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
  const context = { env: { ...env, NEXT_TELEMETRY_DISABLED: '1' }, extra: split < 0 ? [] : args.slice(split + 1), say: (line) => process.stdout.write(`${line}\n`), cleanups: [] };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(name, () => {
      killEverything();
      cleanUp(context).finally(() => process.exit(130));
    });
  }
  mkdirSync(FOLDER, { recursive: true });
  const results = await withLock(inRoot('.tmp/test.lock'), () => runStages(context, names.length > 0 ? Object.keys(STAGES).filter((name) => names.includes(name)) : Object.keys(STAGES)), () => context.say('Another test run is going on here; waiting for it.'));
  await cleanUp(context);
  summarise(results);
}

async function cleanUp({ cleanups }) {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

async function runStages(context, names) {
  const results = [];
  const record = async (title, work) => {
    const startedAt = Date.now();
    context.say(`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`);
    let count = BROKEN;
    try {
      count = await work();
    } catch (error) {
      context.say(process.env.DEBUG === '1' ? error.stack : sentenceOf(error));
    }
    results.push({ title, count, ms: Date.now() - startedAt });
    return count;
  };
  const prepared = await record('Packages and client', () => prepare(context));
  // Without packages or client everything else would only fail in many words.
  if (prepared === BROKEN) return results;
  for (const name of names) await record(STAGES[name].title, () => STAGES[name].run(context));
  return results;
}

async function prepare({ env, say }) {
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (isInstalled()) say('Packages are those of the lock file.');
    else {
      say('Installing …');
      await install({ logFile: join(FOLDER, 'install.log'), env });
    }
    await generateClient({ logFile: join(FOLDER, 'generate.log') });
  });
  return NOTHING;
}

/** Runs a program on our own output; its exit code is the verdict. */
async function check({ env, say }, args) {
  const { code } = await runOwned(process.execPath, args, { name: 'check', env, onLine: say });
  if (code === 0) say('Nothing to complain about.');
  return code === 0 ? NOTHING : BROKEN;
}

async function checkTypes(context) {
  // Types of routes and pages are made by Next; without them the check would be of less.
  await runOwned(process.execPath, [bin('next/dist/bin/next'), 'typegen'], { name: 'typegen', env: { ...context.env, ...BUILD } });
  return check(context, [bin('typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', '.tmp/test/types.tsbuildinfo']);
}

async function jest({ env, extra, say }, name, projects, options = []) {
  const report = join(FOLDER, `${name}.json`);
  rmSync(report, { force: true });
  const [pgPort] = await freePorts(1);
  const { code } = await runOwned(process.execPath, [
    bin('jest/bin/jest.js'), '--selectProjects', ...projects, '--ci', '--forceExit', '--json', `--outputFile=${report}`, ...options, ...extra,
  ], {
    name: `jest ${name}`,
    env: { ...env, NODE_ENV: 'test', TEST_PG_PORT: String(pgPort), TEST_DATA_DIR: '.data-test' },
    onLine: (line) => { if (!line.startsWith('Test results written') && !line.startsWith('{"num') && !line.startsWith('Force exiting')) say(line); },
  });
  if (!existsSync(report)) throw new Problem(`Jest ended with code ${code} before it could report.`);
  const count = countJest(JSON.parse(readFileSync(report, 'utf8')));
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** The whole real portal, built and started as a person would, and a browser that uses it. */
async function endToEnd(context) {
  const { env, extra, say } = context;
  if (!existsSync(inRoot('tests/e2e')) || !readdirSync(inRoot('tests/e2e'), { recursive: true }).some((file) => String(file).endsWith('.spec.ts'))) {
    say('There are none.');
    return NOTHING;
  }
  const browser = requireBrowser(say);
  const portal = await startPortal(context);
  const report = join(FOLDER, 'e2e/report.json');
  rmSync(report, { force: true });
  const { code } = await runOwned(process.execPath, [bin('@playwright/test/cli.js'), 'test', ...extra], {
    name: 'playwright',
    env: {
      ...env, CHROME_PATH: browser, E2E_OUTPUT: '.tmp/test/e2e', E2E_URL: portal.url, E2E_DATA_DIR: portal.dataDir, E2E_MQTT_PORT: String(portal.mqttPort),
      E2E_GATEWAY_PORT: String(portal.gatewayPort), E2E_PG_PORT: String(portal.pgPort), E2E_START_PID: String(portal.pid),
    },
    onLine: say,
  });
  await cleanUp(context);
  if (!existsSync(report)) throw new Problem(`Playwright ended with code ${code} before it could report.`);
  const count = countPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** A folder that the account running PostgreSQL can reach, the same at every run, so that nothing piles up. */
function dataFolder() {
  const parent = join(realpathSync(tmpdir()), `lift-portal-test-${createHash('sha256').update(ROOT).digest('hex').slice(0, 10)}`);
  mkdirSync(parent, { recursive: true });
  chmodSync(parent, process.getuid?.() === 0 ? 0o711 : 0o700);
  return join(parent, 'data');
}

/** Clears what an earlier run left, running or not. */
async function clear(dataDir) {
  const read = (file) => {
    try {
      return JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const run = read('run.json');
  if (run?.owner) await stopAll([run.owner], 12_000);
  await stopAll(run?.children ?? [], 5000);
  const server = read('postgres.process.json')?.server;
  if (server) await stopAll([server], 5000);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function startPortal(context) {
  const { env, say, cleanups } = context;
  const dataDir = dataFolder();
  await clear(dataDir);
  const [port, gatewayPort, mqttPort, pgPort] = await freePorts(4);
  const child = spawnOwned(process.execPath, [inRoot('scripts/start.mjs')], {
    name: 'start',
    env: {
      ...env, ...BUILD, PORT: String(port), GATEWAY_PORT: String(gatewayPort), MQTT_PORT: String(mqttPort), PG_PORT: String(pgPort), DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  cleanups.push(async () => {
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(patience);
    await clear(dataDir);
  });
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Problem('The portal was not up in time.')), START_TIMEOUT_MS);
    let lastWords = '';
    eachLine(child.stdout, (line) => {
      say(line);
      if (/^ {2}Ready\b/.test(line)) resolve();
    });
    eachLine(child.stderr, (line) => {
      say(line);
      lastWords = line;
    });
    void exited.then(() => reject(new Problem(`The portal could not be started: ${lastWords}`))).finally(() => clearTimeout(timer));
  });
  return { url: `http://localhost:${port}`, dataDir, mqttPort, gatewayPort, pgPort, pid: child.pid };
}

function summarise(results) {
  const total = sum(results.map(({ count }) => count));
  const verdict = ({ passed, failed, skipped }) => (failed > 0 ? `${failed} failed` : passed + skipped > 0 ? `${passed} passed` : 'ok');
  const { style } = createTerminal();
  process.stdout.write(`\n${table([['Stage', 'Result', 'Time'], ...results.map(({ title, count, ms }) => [title, verdict(count), duration(ms)])]).map((row, index) => (index === 0 ? style.dim(row) : row)).join('\n')}\n\n`);
  process.stdout.write(`${closingLine(total)}\n`);
  process.exit(total.failed > 0 ? 1 : 0);
}
