import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Problem, diskFull, isDiskFull } from './problem.mjs';

/** Writes a file so that no reader ever sees half of it. */
export function writeWhole(file, text, mode = 0o600) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text, { mode });
  renameSync(beside, file);
}

/**
 * Makes DATA_DIR. Private; as root others may pass through but not look, because PostgreSQL then runs under an
 * account of its own.
 * @param {string} dataDir absolute
 * @throws {Problem}
 */
export function prepareDataDir(dataDir) {
  try {
    const isNew = !existsSync(dataDir);
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw new Problem(`DATA_DIR ${dataDir} is not a folder.`);
    if (isNew) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    chmodSync(join(dataDir, 'logs'), 0o700);
    writeWhole(join(dataDir, '.writable'), '');
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (isDiskFull(error)) throw diskFull(dataDir);
    throw new Problem(
      `The folder ${dataDir} cannot be written to (${error.code ?? error.message}); choose another DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * What is to be deleted so that nothing of an installation is left.
 * @param {string} dataDir absolute
 * @param {string} clusterDir where the embedded PostgreSQL's data lies, which may be elsewhere (postgres-home.mjs)
 * @returns {string[]}
 */
export function foldersOf(dataDir, clusterDir) {
  return clusterDir.startsWith(dataDir + sep) ? [dataDir] : [dataDir, dirname(clusterDir)];
}

const NAMES = ['SESSION_SECRET', 'INTERNAL_SECRET', 'POSTGRES_PASSWORD'];

/**
 * This installation's secrets, made at the first start.
 * @param {string} dataDir
 * @returns {{ SESSION_SECRET: string, INTERNAL_SECRET: string, POSTGRES_PASSWORD: string }}
 * @throws {Problem} when the file is damaged
 */
export function secretsOf(dataDir) {
  const file = join(dataDir, 'secrets.json');
  let stored = {};
  if (existsSync(file)) {
    try {
      stored = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Problem(
        `${file} is damaged; restore it, or delete it to get new secrets (everyone then has to sign in again).`,
        { cause: error },
      );
    }
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  }
  const missing = NAMES.filter((name) => typeof stored[name] !== 'string' || stored[name].length < 32);
  if (missing.length > 0) {
    for (const name of missing) stored[name] = randomBytes(32).toString('base64url');
    try {
      writeWhole(file, `${JSON.stringify(stored, null, 2)}\n`);
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(dataDir);
      throw new Problem(`${file} cannot be written (${error.code ?? error.message}).`, { cause: error });
    }
  }
  return stored;
}
