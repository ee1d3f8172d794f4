// The installation that is backed up or restored: the one of DATABASE_URL, or the embedded one.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { sessionUrlOf } from '../connection.mjs';
import { prepareDataDir, secretsOf } from '../data-dir.mjs';
import { openDatabase } from '../own-database.mjs';
import { Problem } from '../problem.mjs';
import { inRoot } from '../root.mjs';
import { takeSecretFiles } from '../secret-files.mjs';
import { readSettings } from '../settings.mjs';
import { passphraseOf } from './format.mjs';

/** @param {NodeJS.ProcessEnv} env is changed: secrets of files stand in it after */
export function settingsOf(env) {
  takeSecretFiles(env);
  return readSettings(env);
}

/** @param {string | undefined} path of a passphrase file @returns {string | undefined} @throws {Problem} */
export function readPassphrase(path) {
  if (path === undefined) return undefined;
  try {
    return passphraseOf(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`The passphrase file ${path} cannot be read (${error.code ?? error}).`, { cause: error });
  }
}

export const portalVersion = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;

/**
 * Opens its database; one that is not there yet is made.
 * @param {import('../settings.mjs').Settings} settings
 * @returns {Promise<{ databaseUrl: string, isEmbedded: boolean, secrets: () => Record<string, string | undefined>,
 *   stop(): Promise<void> }>}
 */
export async function openInstallation(settings) {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded) {
    if (!existsSync(inRoot('package-lock.json'))) throw new Problem('DATABASE_URL is not set.');
    prepareDataDir(settings.dataDir);
    await installPackages();
  }
  const { databaseUrl, stop } = await openDatabase(settings);
  return {
    databaseUrl: sessionUrlOf(databaseUrl),
    isEmbedded,
    secrets: () => (isEmbedded ? secretsOf(settings.dataDir) : process.env),
    stop,
  };
}

/** A fresh clone has no packages yet. */
async function installPackages() {
  const [{ install, isInstalled }, { withLock }] = await Promise.all([import('../install.mjs'), import('../lock.mjs')]);
  mkdirSync(inRoot('.tmp'), { recursive: true });
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (!isInstalled()) await install({ logFile: inRoot('.tmp/install.log') });
  });
}
