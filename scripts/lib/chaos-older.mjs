// An older version of the portal for `npm run chaos -- --parts upgrade`: a checkout of its own, with packages and a build of its own.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOwned } from './owned.mjs';
import { Problem } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { TEST_BUILD } from './test-portal.mjs';

const FOLDER = inRoot('.tmp/chaos/older');
const MIGRATIONS = 'prisma/migrations/';

/** @returns {string} what it says @throws {Problem} with its last line */
function git(args, cwd = ROOT) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`git ${args[0]} failed: ${(stderr ?? '').trim().split('\n').at(-1)}`);
  return stdout.trim();
}

/** The state before the newest migration came, so that one is between. */
function beforeNewestMigration() {
  const newest = git(['log', '-1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}*/migration.sql`]);
  if (newest === '') throw new Problem('No older version is known here; name one by --from.');
  return `${newest}^`;
}

/** Its migrations have to be the first of ours, unchanged: a state of a branch may have others. */
function requireSameWay(commit) {
  const changed = git([
    'diff',
    '--diff-filter=DM',
    '--name-only',
    commit,
    'HEAD',
    '--',
    `${MIGRATIONS}*/migration.sql`,
  ]);
  if (changed !== '')
    throw new Problem(
      `${commit.slice(0, 8)} has migrations that this version does not have; name another one by --from.`,
    );
}

/**
 * @param {{ from?: string, say: (line: string) => void }} options from: commit or tag
 * @returns {Promise<string>} its folder
 * @throws {Problem}
 */
export async function prepareOlder({ from, say }) {
  const commit = git(['rev-parse', '--verify', `${from ?? beforeNewestMigration()}^{commit}`]);
  requireSameWay(commit);
  say(`  The older version is ${git(['log', '-1', '--format=%h of %cs', commit])}.`);
  mkdirSync(dirname(FOLDER), { recursive: true });
  if (existsSync(join(FOLDER, '.git'))) git(['checkout', '--quiet', '--detach', '--force', commit], FOLDER);
  else {
    git(['worktree', 'prune']);
    git(['worktree', 'add', '--quiet', '--force', '--detach', FOLDER, commit]);
  }
  await installOlder();
  const env = { ...process.env, ...TEST_BUILD };
  const { code } = await runOwned(process.execPath, ['scripts/build.mjs'], {
    name: 'build of the older version',
    cwd: FOLDER,
    env,
    logFile: inRoot('.tmp/chaos/older-build.log'),
  });
  if (code !== 0) throw new Problem('The older version could not be built; more in .tmp/chaos/older-build.log.');
  return FOLDER;
}

async function installOlder() {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(FOLDER) === lockOf(ROOT)) {
    cpSync(inRoot('node_modules'), join(FOLDER, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    return;
  }
  const { code } = await runOwned('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    name: 'packages of the older version',
    cwd: FOLDER,
    logFile: inRoot('.tmp/chaos/older-install.log'),
  });
  if (code !== 0)
    throw new Problem(
      'The packages of the older version could not be installed; more in .tmp/chaos/older-install.log.',
    );
}
