import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { requireBrowser, seeToWishes } from './browser.mjs';
import { countJest, countPlaywright, sum } from './closing-line.mjs';
import { jestFailures, playwrightFailures } from './failures.mjs';
import { runOwned } from './owned.mjs';
import { Problem } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { jestFiles, playwrightFiles } from './slowest-files.mjs';
import { TEST_BUILD, portalEnv, startTestPortal } from './test-portal.mjs';

// The programs behind the stages of `npm test`, and what they answer: how many tests, and which files took how long.

/** Reports, logs and builds of the tests. */
export const FOLDER = inRoot('.tmp/test');
export const NOTHING = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };
/** A stage that failed as a whole. @param {string[]} what it said last */
export const broken = (what) => ({ ...NOTHING, failed: 1, failures: [{ where: 'as a whole', what }] });
/** Of a check's output, what is said again at the end. */
const LAST_LINES = 20;

/** @param {string} path of a program below node_modules */
export const script = (path) => inRoot('node_modules', path);

/** Runs a program on our own output; its exit code is the verdict. */
export async function check({ env, say, isLeisurely }, args) {
  const lines = [];
  const onLine = (line) => {
    say(line);
    lines.push(line);
    if (lines.length > LAST_LINES) lines.shift();
  };
  const { code } = await runOwned(process.execPath, args, { name: 'check', env, onLine, isLeisurely });
  if (code === 0) say('Nothing to complain about.');
  return code === 0 ? NOTHING : broken([...lines, `ended with code ${code}`]);
}

/**
 * Next makes the types of routes and pages; without them types and lint would check less. Before both, so that
 * no file changes while they read it.
 */
export async function makeRouteTypes({ env }) {
  await runOwned(process.execPath, [script('next/dist/bin/next'), 'typegen'], {
    name: 'typegen',
    env: { ...env, ...TEST_BUILD },
  });
}

/** Types of the whole repository, by the native compiler (decision 003). */
export function checkTypes(context) {
  return check(context, [script('typescript-7/bin/tsc'), '--noEmit', '--pretty', 'false', '--incremental', 'false']);
}

/** A runner that is not content although it counts no failure has failed. */
const judged = (code, count) =>
  code !== 0 && count.failed === 0
    ? { ...count, failed: 1, failures: broken([`ended with code ${code} although no test failed`]).failures }
    : count;

/** @throws {Problem} when the arguments named no test at all */
function together(counts, mayBeNone) {
  const total = {
    ...sum(counts),
    files: counts.flatMap(({ files }) => files),
    failures: counts.flatMap(({ failures }) => failures),
  };
  if (!mayBeNone && total.passed + total.failed + total.skipped === 0) throw new Problem('There is no such test.');
  return total;
}

/** A test file is a few hundred modules that soon are rubbish: fewer, larger sweeps take a twentieth of the time. */
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=64';

/** Jest once for each of `runs`, one after another: name → arguments. */
export async function jest(context, runs) {
  const counts = [];
  for (const [name, args] of Object.entries(runs)) counts.push(await jestOnce(context, name, args));
  return together(counts, context.change !== undefined);
}

async function jestOnce({ env, extra, change, say }, name, args) {
  const report = join(FOLDER, `${name}.json`);
  rmSync(report, { force: true });
  // Named files may belong to one run only; `together` makes sure that some tests ran.
  const named = [
    ...(extra.length > 0 || change ? ['--passWithNoTests'] : []),
    ...(change ? ['--changedSince', change.base] : []),
  ];
  const { code } = await runOwned(
    process.execPath,
    [
      ROOM_FOR_THE_YOUNG,
      script('jest/bin/jest.js'),
      '--ci',
      '--forceExit',
      '--json',
      `--outputFile=${report}`,
      ...args,
      ...named,
      ...extra,
    ],
    {
      name: `jest ${name}`,
      env: { ...env, NODE_ENV: 'test' },
      onLine: (line) => {
        if (!/^(Test results written|\{"num|Force exiting|No tests found, exiting with code 0)/.test(line)) say(line);
      },
    },
  );
  if (!existsSync(report)) throw new Problem(`Jest ended with code ${code} before it could report.`);
  const read = JSON.parse(readFileSync(report, 'utf8'));
  return judged(code, { ...countJest(read), files: jestFiles(read, ROOT), failures: jestFailures(read, ROOT) });
}

/** Enough units that every list has pages; loading and living through all of them costs a minute of two cores. */
const PART_OF_DEMO = '0.3';

/** The whole real portal, built and started as a person would, and a browser that uses it. */
export async function endToEnd(context) {
  const { env, say, cleanups, change, isFull, onSpareCore } = context;
  const extra = [...(change?.specs ?? []), ...context.extra];
  if (
    change?.specs.length === 0 ||
    !existsSync(inRoot('tests/e2e')) ||
    !readdirSync(inRoot('tests/e2e'), { recursive: true }).some((file) => String(file).endsWith('.spec.ts'))
  ) {
    say('There are none.');
    return NOTHING;
  }
  const browser = requireBrowser(say);
  seeToWishes(say);
  rmSync(join(FOLDER, 'e2e'), { recursive: true, force: true });
  const portal = await startTestPortal(isFull ? context : { ...context, demoScale: PART_OF_DEMO });
  const named = extra.length > 0 ? ['--pass-with-no-tests'] : [];
  const counts = [];
  const most = Math.min(2, availableParallelism());
  // What counts rows comes before what makes some; what kills processes, sets a policy for everybody or counts seconds has the portal
  // to itself, after the rest.
  for (const [project, workers] of [
    ['figures', most],
    ['portal', most],
    ['serial', 1],
  ]) {
    // What reads the code takes what two browsers leave, and the core that one leaves.
    if (project !== 'figures') onSpareCore?.();
    const folder = `e2e/${project}`;
    const report = join(FOLDER, folder, 'report.json');
    const { code } = await runOwned(
      process.execPath,
      [
        script('@playwright/test/cli.js'),
        'test',
        '--project',
        project,
        '--workers',
        String(workers),
        ...named,
        ...extra,
      ],
      {
        name: 'playwright',
        // The build too: a test that starts a second portal takes the same one.
        env: { ...env, ...TEST_BUILD, ...portalEnv(portal), CHROME_PATH: browser, E2E_OUTPUT: `.tmp/test/${folder}` },
        onLine: say,
      },
    );
    if (!existsSync(report)) throw new Problem(`Playwright ended with code ${code} before it could report.`);
    const read = JSON.parse(readFileSync(report, 'utf8'));
    counts.push(
      judged(code, {
        ...countPlaywright(read),
        files: playwrightFiles(read),
        failures: playwrightFailures(read),
      }),
    );
  }
  for (const clean of cleanups.splice(0).reverse()) await clean();
  return together(counts, change !== undefined);
}
