// `npm run chaos`: its parts one after another. `kill` torments a portal that `npm start` made (tests/e2e/support/chaos-main.ts);
// the other ones put programs of the same build together themselves (tests/chaos/main.ts).
import { mkdirSync } from 'node:fs';
import { bundleInto } from './bench-bundle.mjs';
import { buildNeeds, buildPages, buildPrograms, generateClient } from './build-portal.mjs';
import { readChaosArguments } from './chaos-arguments.mjs';
import { prepareOlder } from './chaos-older.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { killEverything, runOwned } from './owned.mjs';
import { inRoot } from './root.mjs';
import { WEB_ENV, WEB_FLAGS } from './supervisor.mjs';
import { TEST_BUILD, portalEnv, startTestPortal, testEnv } from './test-portal.mjs';

const OUT = inRoot('.tmp/chaos/dist');
const say = (line) => process.stdout.write(`${line}\n`);

/** @param {string[]} args how many kills, or `--parts a,b`, `--times N`, `--cuts 1,30`, `--only database` */
export async function runChaosProgram(args) {
  const wanted = readChaosArguments(args);
  const context = { env: { ...testEnv(), DEMO_FLEET: '0' }, say, cleanups: [] };
  const cleanUp = async () => {
    for (const clean of context.cleanups.splice(0).reverse()) await clean();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(name, () => {
      killEverything();
      void cleanUp().finally(() => process.exit(130));
    });
  }
  mkdirSync(inRoot('.tmp/test'), { recursive: true });
  const failed = [];
  // The tests' portal: one at a time, theirs or ours.
  await withLock(
    inRoot('.tmp/test.lock'),
    async () => {
      await prepare(context.env);
      for (const part of wanted.parts) {
        say(`${part}:`);
        try {
          const code = await (part === 'kill' ? kill(context, wanted) : partOf(part, context, wanted));
          if (code !== 0) failed.push(part);
        } finally {
          await cleanUp();
        }
      }
    },
    () => say('A test run is going on here; waiting for it.'),
  );
  if (wanted.parts.length > 1) say(failed.length === 0 ? 'All parts are whole.' : `Not whole: ${failed.join(', ')}.`);
  process.exit(failed.length === 0 ? 0 : 1);
}

async function prepare(env) {
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (!isInstalled()) await install({ logFile: inRoot('.tmp/test/install.log'), env });
    await generateClient({ logFile: inRoot('.tmp/test/generate.log') });
  });
}

async function kill(context, { kills }) {
  const portal = await startTestPortal(context);
  const program = [inRoot('node_modules/tsx/dist/cli.mjs'), '--tsconfig', inRoot('tsconfig.json')];
  const { code } = await runOwned(
    process.execPath,
    [...program, inRoot('tests/e2e/support/chaos-main.ts'), String(kills)],
    { name: 'chaos', env: { ...context.env, ...portalEnv(portal) }, onLine: say },
  );
  return code;
}

async function partOf(part, { env }, { times, cuts, only, rate, from }) {
  await build();
  const older = part === 'upgrade' ? { CHAOS_OLDER: await prepareOlder({ from, say }) } : {};
  await bundleInto(OUT, { main: inRoot('tests/chaos/main.ts') });
  const options = { times, cuts, only, rate };
  const { code } = await runOwned(
    process.execPath,
    ['--enable-source-maps', `${OUT}/main.mjs`, part, JSON.stringify(options)],
    {
      name: `chaos ${part}`,
      env: { ...env, ...TEST_BUILD, ...WEB_ENV, CHAOS_WEB_FLAGS: WEB_FLAGS.join(' '), ...older },
      onLine: say,
    },
  );
  return code;
}

/** The tests' build, made again only when something has changed. */
async function build() {
  const places = { buildDir: inRoot(TEST_BUILD.BUILD_DIR), nextDistDir: TEST_BUILD.NEXT_DIST_DIR };
  const { hash, needsPrograms, needsPages } = buildNeeds(places);
  if (needsPrograms) await buildPrograms({ ...places, hash });
  if (!needsPages) return;
  say('  The pages are being built.');
  await buildPages({ ...places, hash, logFile: inRoot('.tmp/test/build.log') });
}
