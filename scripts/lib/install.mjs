import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Problem, diskFull, isDiskFull } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { runOwned } from './owned.mjs';

const MARKER = inRoot('node_modules', '.installed-for');

/** What the packages depend on: the lock file and what native parts are chosen by. */
function wanted() {
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')));
  return hash.update(`${process.platform} ${process.arch} ${process.versions.modules}`).digest('hex');
}

/** Does npm's own record of node_modules agree with the lock file, for example after a manual `npm ci`? */
function agreesWithLock() {
  try {
    const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
    const isSame = (place) =>
      present[place]?.version === lock[place].version && present[place]?.integrity === lock[place].integrity;
    // Optional packages are for other platforms, unless they are there.
    const isFine = (place) =>
      present[place] === undefined ? lock[place].optional === true : isSame(place) && existsSync(inRoot(place));
    return (
      Object.keys(lock)
        .filter((place) => place !== '')
        .every(isFine) && Object.keys(present).every((place) => place in lock)
    );
  } catch {
    return false;
  }
}

/** @returns {boolean} whether node_modules fits the lock file */
export function isInstalled() {
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted()) return true;
  if (!agreesWithLock()) return false;
  writeFileSync(MARKER, wanted());
  return true;
}

/**
 * Installs exactly what the lock file names, development packages too (the build needs them), without running
 * anybody's install script.
 * @param {{ logFile: string, register?: import('./owned.mjs').Register, signal?: AbortSignal, env?: NodeJS.ProcessEnv }} options
 * @throws {Problem}
 */
export async function install({ logFile, register, signal, env = process.env }) {
  const npm = env.npm_execpath && /\.c?js$/.test(env.npm_execpath) ? [process.execPath, env.npm_execpath] : ['npm'];
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const outcome = await runOwned(npm[0], [...npm.slice(1), ...args], {
    name: 'npm ci',
    logFile,
    register,
    signal,
    env: { ...env, NODE_ENV: 'development' },
  }).catch((error) => {
    if (error.code === 'ENOENT')
      throw new Problem('npm was not found; install Node.js together with npm.', { cause: error });
    throw error;
  });
  if (outcome.code !== 0) {
    if (isDiskFull(undefined, outcome.output)) throw diskFull(ROOT);
    const reason =
      /npm error (?:network )?(?!code\b|errno\b|A complete log)(.+)/.exec(outcome.output)?.[1] ??
      `npm ended with code ${outcome.code}`;
    const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET/.test(outcome.output);
    throw new Problem(
      isOffline
        ? `The packages could not be fetched: npm's registry is not reachable (${reason}); the network is needed for the first start only.`
        : `The packages could not be installed: ${reason} (more in ${logFile}).`,
    );
  }
  writeFileSync(MARKER, wanted());
}
