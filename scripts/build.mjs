// `npm run build`: everything that production runs, into BUILD_DIR (dist) and NEXT_DIST_DIR (.next). `npm start` does
// the same when sources changed. `node scripts/build.mjs programs` bundles the programs only.
import { mkdirSync } from 'node:fs';
import { buildNeeds, buildPages, buildPrograms, generateClient } from './lib/build-portal.mjs';
import { withLock } from './lib/lock.mjs';
import { exitWith } from './lib/problem.mjs';
import { inRoot } from './lib/root.mjs';
import { readSettings } from './lib/settings.mjs';

async function main() {
  const { buildDir, nextDistDir } = readSettings(process.env);
  const logs = inRoot('.tmp');
  mkdirSync(logs, { recursive: true });
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    await generateClient({ logFile: `${logs}/generate.log` });
    const { hash, needsPages } = buildNeeds({ buildDir, nextDistDir });
    await buildPrograms({ buildDir, hash });
    if (process.argv.includes('programs')) return;
    if (needsPages || process.argv.includes('--force')) {
      await buildPages({
        nextDistDir,
        hash,
        logFile: `${logs}/build.log`,
        onLine: (line) => process.stdout.write(`${line}\n`),
      });
    } else {
      process.stdout.write('Nothing has changed since the last build.\n');
    }
  });
}

main().catch(exitWith);
