// Starts a portal and the program that kills its processes (tests/e2e/support/chaos-main.ts).
import { mkdirSync } from 'node:fs';
import { generateClient } from './build-portal.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { killEverything, runOwned } from './owned.mjs';
import { Problem } from './problem.mjs';
import { inRoot } from './root.mjs';
import { portalEnv, startTestPortal, testEnv } from './test-portal.mjs';

const DEFAULT_KILLS = 300;

/** @param {string[]} args how many kills */
export async function runChaosProgram([kills = String(DEFAULT_KILLS)]) {
  if (!/^[1-9]\d{0,4}$/.test(kills))
    throw new Problem('How many kills? A number from 1, for example: npm run chaos -- 300');
  const context = {
    env: { ...testEnv(), DEMO_FLEET: '0' },
    say: (line) => process.stdout.write(`${line}\n`),
    cleanups: [],
  };
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
  // The tests' portal: one at a time, theirs or ours.
  const code = await withLock(
    inRoot('.tmp/test.lock'),
    async () => {
      try {
        await withLock(inRoot('.tmp/prepare.lock'), async () => {
          if (!isInstalled()) await install({ logFile: inRoot('.tmp/test/install.log'), env: context.env });
          await generateClient({ logFile: inRoot('.tmp/test/generate.log') });
        });
        const portal = await startTestPortal(context);
        const ran = await runOwned(
          process.execPath,
          [
            inRoot('node_modules/tsx/dist/cli.mjs'),
            '--tsconfig',
            inRoot('tsconfig.json'),
            inRoot('tests/e2e/support/chaos-main.ts'),
            kills,
          ],
          {
            name: 'chaos',
            env: { ...context.env, ...portalEnv(portal) },
            onLine: context.say,
          },
        );
        return ran.code;
      } finally {
        await cleanUp();
      }
    },
    () => context.say('A test run is going on here; waiting for it.'),
  );
  process.exit(code);
}
