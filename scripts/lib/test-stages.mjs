import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { generateClient } from './build-portal.mjs';
import { baseOf, changedFiles, reachedSpecs } from './changed.mjs';
import { closingLine, sum } from './closing-line.mjs';
import { saidOf } from './failures.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { killEverything } from './owned.mjs';
import { Problem, sentenceOf } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { slowestFiles } from './slowest-files.mjs';
import { createTerminal, duration, table } from './terminal.mjs';
import { FOLDER, NOTHING, broken, check, checkTypes, endToEnd, jest, makeRouteTypes, script } from './test-runners.mjs';
import { testEnv } from './test-portal.mjs';
import { leaveRoom, roomInMemory } from './test-room.mjs';
import { seeToServers } from './test-servers.mjs';

const SLOWEST = 10;
/**
 * Name → what it does; order is the order of the run. Neighbours that are `beside` run at the same time. `budgetMin` is how
 * long a stage may take on two quiet cores; only `--full` fails over it, because other machines are other machines.
 */
const STAGES = {
  lint: {
    title: 'Lint',
    beside: true,
    budgetMin: 4,
    run: (context) => check(context, [inRoot('scripts/check-lint.mjs')]),
  },
  types: { title: 'Types', beside: true, run: checkTypes },
  arch: {
    title: 'Import rules',
    beside: true,
    budgetMin: 4,
    run: (context) => check(context, [inRoot('scripts/check-architecture.mjs')]),
  },
  layout: {
    title: 'Layout of code',
    beside: true,
    budgetMin: 4,
    run: (context) => check(context, [script('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  },
  unused: {
    title: 'Unused code',
    beside: true,
    budgetMin: 4,
    run: (context) => check(context, [script('knip/bin/knip.js'), '--no-progress', '--no-config-hints']),
  },
  unit: {
    title: 'Unit, components, rules',
    budgetMin: 5,
    // Components wait for what comes a moment later, so one worker more than there are cores.
    run: (context) =>
      jest(context, {
        unit: [
          ...['--selectProjects', 'unit', 'components', 'architecture'],
          ...['--maxWorkers', String(availableParallelism() + 1)],
        ],
      }),
  },
  // Calls wait for the database and for answers that are never quick (sign-in), so two workers more than there are cores.
  // What counts milliseconds has the machine to itself, after the rest.
  api: {
    title: 'API on PostgreSQL',
    budgetMin: 12,
    run: (context) => {
      seeToServers(context.say);
      return jest(context, {
        api: ['--selectProjects', 'api', '--maxWorkers', String(availableParallelism() + 2)],
        'api-serial': ['--selectProjects', 'api-serial', '--runInBand'],
      });
    },
  },
  e2e: { title: 'In the browser', budgetMin: 14, run: endToEnd },
};

/**
 * @param {string[]} given names of stages, `--full` for whole cross products and the run without middleware.ts, `--changed` or
 *   `--changed=REF` for what the change since then can reach; after `--` arguments for the runners
 */
export async function runTests(given) {
  const args = given.filter((arg) => arg !== '--full' && !CHANGED.test(arg));
  const isFull = given.includes('--full');
  const split = args.indexOf('--');
  const names = split < 0 ? args : args.slice(0, split);
  const unknown = names.find((name) => !(name in STAGES));
  if (unknown !== undefined)
    throw new Problem(`There is no stage "${unknown}"; there are ${Object.keys(STAGES).join(', ')}.`);
  const isWhole = split < 0;
  // What named tests keep is kept for the next time instead: whoever runs one test runs it again.
  const room = isWhole ? roomInMemory() : undefined;
  if (room !== undefined) process.env.TMPDIR = room;
  const context = {
    env: { ...testEnv(), ...(isFull ? { TEST_FULL: '1' } : {}) },
    extra: split < 0 ? [] : args.slice(split + 1),
    isFull,
    change: changeOf(given.find((arg) => CHANGED.test(arg))),
    say: (line) => process.stdout.write(`${line}\n`),
    cleanups: [],
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(name, () => {
      killEverything();
      void cleanUp(context).finally(() => {
        leaveRoom(room);
        process.exit(130);
      });
    });
  }
  mkdirSync(FOLDER, { recursive: true });
  const results = await withLock(
    inRoot('.tmp/test.lock'),
    () =>
      runStages(
        context,
        names.length > 0 ? Object.keys(STAGES).filter((name) => names.includes(name)) : Object.keys(STAGES),
      ),
    () => context.say('Another test run is going on here; waiting for it.'),
  );
  await cleanUp(context);
  leaveRoom(room);
  summarise(results);
}

const CHANGED = /^--changed(?:=(.+))?$/;

/** What `--changed` asks for: the commit that Jest compares with, and the browser tests by their pages. */
function changeOf(argument) {
  if (argument === undefined) return undefined;
  const base = baseOf(CHANGED.exec(argument)?.[1], ROOT);
  return { base, specs: reachedSpecs(changedFiles(base, ROOT), ROOT) };
}

async function cleanUp({ cleanups }) {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

async function runStages(context, names) {
  const results = [];
  const record = async ({ title, budgetMin }, work) => {
    const startedAt = Date.now();
    let count;
    try {
      count = await work();
    } catch (error) {
      const sentence = process.env.DEBUG === '1' ? error.stack : sentenceOf(error);
      context.say(sentence);
      count = broken([sentence]);
    }
    const ms = Date.now() - startedAt;
    const isOver = budgetMin !== undefined && ms > budgetMin * 60_000;
    if (isOver && context.isFull) count = { ...count, failed: count.failed + 1 };
    results.push({ title, count, ms, budgetMin, isOver });
    return count;
  };
  const headed = (stage, work) => {
    context.say(heading(stage.title));
    return record(stage, work);
  };
  const prepared = await headed({ title: 'Packages and client' }, () => prepare(context, names));
  // Without packages or client everything else would only fail in many words.
  if (prepared.failed > 0) return results;
  const together = (group, here = context) =>
    Promise.all(
      group.map((name) => {
        const { title, budgetMin } = STAGES[name];
        // At leisure nothing has a budget.
        return record({ title, budgetMin: here.isLeisurely ? undefined : budgetMin }, () => apart(here, STAGES[name]));
      }),
    );
  // Browsers leave some of the cores, and what has the portal to itself one of them: that reads the code meanwhile, which nothing
  // is built beside any more.
  const isInBrowser = names.includes('e2e') && names.some((name) => STAGES[name].beside);
  const reading = isInBrowser ? names.filter((name) => STAGES[name].beside) : [];
  for (const group of groupsOf(names.filter((name) => !reading.includes(name)))) {
    const [name] = group;
    if (group.length > 1) await together(group);
    else if (name === 'e2e' && isInBrowser) {
      const read = later(() => together(reading, { ...context, isLeisurely: true }));
      await headed(STAGES.e2e, () => STAGES.e2e.run({ ...context, onSpareCore: read }));
      await read();
    } else await headed(STAGES[name], () => STAGES[name].run(context));
  }
  return results;
}

/** Begins when it is first called; answers every call with what that one brings. */
function later(work) {
  let begun;
  return () => (begun ??= work());
}

const heading = (title) => `\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`;

/** Names in order, those together that may run at the same time. */
function groupsOf(names) {
  const groups = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (STAGES[name].beside && last && STAGES[last[0]].beside) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** Runs a stage that has neighbours: what it says comes in one piece when it ends. */
async function apart(context, { title, run }) {
  const lines = [heading(title)];
  try {
    return await run({ ...context, say: (line) => lines.push(line) });
  } finally {
    context.say(lines.join('\n'));
  }
}

async function prepare(context, names) {
  const { env, say } = context;
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (isInstalled()) say('Packages are those of the lock file.');
    else {
      say('Installing …');
      await install({ logFile: join(FOLDER, 'install.log'), env });
    }
    await generateClient({ logFile: join(FOLDER, 'generate.log') });
  });
  if (names.includes('lint') || names.includes('types')) await makeRouteTypes(context);
  return NOTHING;
}

function summarise(results) {
  const total = sum(results.map(({ count }) => count));
  const verdict = ({ passed, failed, skipped }) =>
    failed > 0 ? `${failed} failed` : passed + skipped > 0 ? `${passed} passed` : 'ok';
  const { style } = createTerminal();
  const print = (rows) =>
    process.stdout.write(
      `\n${table(rows)
        .map((row, index) => (index === 0 ? style.dim(row) : row))
        .join('\n')}\n`,
    );
  for (const { title, count } of results.filter(({ count }) => count.failures.length > 0))
    process.stdout.write(`${[heading(`Failed: ${title}`), ...saidOf(count.failures)].join('\n')}\n`);
  print([
    ['Stage', 'Result', 'Time', 'Budget'],
    ...results.map(({ title, count, ms, budgetMin, isOver }) => [
      title,
      verdict(count),
      duration(ms),
      budgetMin === undefined ? '' : `${budgetMin} min${isOver ? ', over it' : ''}`,
    ]),
  ]);
  const slowest = slowestFiles(
    results.flatMap(({ count }) => count.files),
    SLOWEST,
  );
  if (slowest.length > 0) print([['Slowest files', 'Time'], ...slowest.map(({ file, ms }) => [file, duration(ms)])]);
  process.stdout.write(`\n${closingLine(total)}\n`);
  process.exit(total.failed > 0 ? 1 : 0);
}
