// The cluster of the embedded PostgreSQL: made once, beside its place, and moved there when complete.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { give, requireWritable } from './postgres-home.mjs';

/** The one account of the server. */
export const USER = 'portal';
const MAJOR = '18';
const LOCALES = ['C.UTF-8', 'en_US.UTF-8']; // the second for systems that do not have the first

/** The server's programs see nothing of our environment: no PG… variables, no locale, no zone. */
export const programEnv = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', LANG: 'C', TZ: 'UTC' });

export function diskFull({ clusterDir }) {
  return `The disk that holds ${path.dirname(clusterDir)} is full; free some space and start again.`;
}

/** Makes the cluster when there is none. It is built beside its place and moved there when complete. */
export function initialise(server) {
  const versionFile = path.join(server.clusterDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === MAJOR) return;
    throw new Error(
      `The data in ${server.clusterDir} are of PostgreSQL ${found}, this portal brings ${MAJOR}: make a backup with the portal that ran last, move that folder away, and restore with this one (docs/backup.md, "Another major version of PostgreSQL").`,
    );
  }
  if (existsSync(server.clusterDir) && readdirSync(server.clusterDir).length > 0) {
    throw new Error(`The folder ${server.clusterDir} is not empty and holds no database; choose another DATA_DIR.`);
  }
  const parent = path.dirname(server.clusterDir);
  const prefix = `${path.basename(server.clusterDir)}.init-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  server.log('The database is being created.');
  const building = path.join(parent, `${prefix}${process.pid}`);
  const passwordFile = `${building}.password`;
  let failure = '';
  try {
    for (const locale of LOCALES) {
      rmSync(building, { recursive: true, force: true });
      writeFileSync(passwordFile, `${server.password}\n`, { mode: 0o600 });
      give(passwordFile, server.ids);
      failure = runInitdb(server, building, passwordFile, locale);
      if (failure === '' || !/invalid locale/i.test(failure)) break;
    }
    if (failure !== '')
      throw new Error(
        /no space left/i.test(failure) ? diskFull(server) : `The database could not be created: ${failure}`,
      );
    rmSync(server.clusterDir, { recursive: true, force: true });
    renameSync(building, server.clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(building, { recursive: true, force: true });
  }
}

/** @returns {string} '' or what went wrong */
function runInitdb(server, building, passwordFile, locale) {
  // The account may not be allowed to make a folder in the parent, so it gets one.
  mkEmpty(building, server.ids);
  const result = spawnSync(
    path.join(server.bin, 'initdb'),
    [
      '-D',
      building,
      '-U',
      USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      `--locale=${locale}`,
    ],
    { encoding: 'utf8', cwd: building, env: programEnv(), ...server.ids },
  );
  if (result.error) return result.error.message;
  if (result.status === 0) return '';
  return (
    result.stderr
      .split('\n')
      .filter((line) => /error|fatal|could not/i.test(line))
      .join(' ') || result.stderr.trim()
  );
}

function mkEmpty(folder, ids) {
  requireWritable(folder);
  give(folder, ids);
}

/** The secrets were lost or replaced, the data was not: the owner of the data folder may set a new password. */
export function resetPassword(server) {
  const sql = `ALTER ROLE ${USER} PASSWORD '${server.password.replaceAll("'", "''")}';\n`;
  const result = spawnSync(path.join(server.bin, 'postgres'), ['--single', '-D', server.clusterDir, 'postgres'], {
    input: sql,
    encoding: 'utf8',
    cwd: server.clusterDir,
    env: programEnv(),
    ...server.ids,
  });
  if (result.status !== 0) throw new Error(`The database's password could not be set anew (see ${server.logFile}).`);
}
