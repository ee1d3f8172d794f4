import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireBrowser } from './browser.mjs';
import { generateClient } from './build-portal.mjs';
import { closingLine, countJest, countPlaywright, sum } from './closing-line.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { killEverything, runOwned } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem, sentenceOf } from './problem.mjs';
import { inRoot } from './root.mjs';
import { createTerminal, duration, table } from './terminal.mjs';
import { TEST_BUILD, portalEnv, startTestPortal, testEnv } from './test-portal.mjs';

const FOLDER = inRoot('.tmp/test');
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
  const context = { env: testEnv(), extra: split < 0 ? [] : args.slice(split + 1), say: (line) => process.stdout.write(`${line}\n`), cleanups: [] };
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
  await runOwned(process.execPath, [bin('next/dist/bin/next'), 'typegen'], { name: 'typegen', env: { ...context.env, ...TEST_BUILD } });
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
  const portal = await startTestPortal(context);
  const report = join(FOLDER, 'e2e/report.json');
  rmSync(report, { force: true });
  const { code } = await runOwned(process.execPath, [bin('@playwright/test/cli.js'), 'test', ...extra], {
    name: 'playwright',
    env: {
      ...env, ...portalEnv(portal), CHROME_PATH: browser, E2E_OUTPUT: '.tmp/test/e2e',
    },
    onLine: say,
  });
  await cleanUp(context);
  if (!existsSync(report)) throw new Problem(`Playwright ended with code ${code} before it could report.`);
  const count = countPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function summarise(results) {
  const total = sum(results.map(({ count }) => count));
  const verdict = ({ passed, failed, skipped }) => (failed > 0 ? `${failed} failed` : passed + skipped > 0 ? `${passed} passed` : 'ok');
  const { style } = createTerminal();
  process.stdout.write(`\n${table([['Stage', 'Result', 'Time'], ...results.map(({ title, count, ms }) => [title, verdict(count), duration(ms)])]).map((row, index) => (index === 0 ? style.dim(row) : row)).join('\n')}\n\n`);
  process.stdout.write(`${closingLine(total)}\n`);
  process.exit(total.failed > 0 ? 1 : 0);
}
