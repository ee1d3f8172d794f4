// The embedded PostgreSQL: real server programs from npm, data in a folder of ours, nothing to install. We start the
// programs ourselves: the package's own class knows nothing of orphans, of root under a private home or of missing
// links, and stops its server only when it is asked nicely.
//
// A killed parent leaves the server running (it is detached on purpose, so that Ctrl-C reaches the portal first and
// the database last). The next start recognises it by the number and start moment recorded beside the data, or by
// PostgreSQL's own pid file, and adopts it, or stops it when port or programs differ. A process that is not provably
// this server is never signalled.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync, openSync, closeSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, truncateSync, writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { give, prepareHome, requireWritable } from './postgres-home.mjs';
import { identify, isNumberInUse, isStillRunning, processesIn, recordOf, waitForExit } from './process-identity.mjs';

const USER = 'portal';
const DATABASE = 'portal';
const MAJOR = '18';
const HOST = '127.0.0.1';
const LOCALES = ['C.UTF-8', 'en_US.UTF-8']; // the second for systems that do not have the first
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const EXIT_POLL_MS = process.platform === 'linux' ? 250 : 2_000; // elsewhere each look runs `ps`
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '', // a socket's path may be too long under a deep folder; TCP on loopback serves
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off', // the compiler library is not part of the package
};

/**
 * Starts the embedded server, or takes over the one a killed parent left running.
 * @param {object} options
 * @param {string} options.dataDir folder of the data; made when missing. As root under a private home the data lies
 *   elsewhere (postgres-home.mjs); `clusterDir` of the answer says where
 * @param {number} options.port
 * @param {string} options.password of the account `portal`; a new one replaces the old at the next start
 * @param {(line: string) => void} [options.log]
 * @param {Record<string, string>} [options.settings] server settings on top of ours
 * @param {{native: string, version: string}} [options.programs] other programs than those of the npm package
 * @returns {Promise<{databaseUrl: string, pid: number, clusterDir: string, logFile: string, isAdopted: boolean,
 *   exited: Promise<void>, stop: () => Promise<void>}>} exited: settles when the server is gone, whoever ended it
 * @throws {Error} one clear sentence: port taken, disk full, folder not writable, data of another version
 */
export async function startPostgres({ dataDir, port, password, log = () => undefined, settings = {}, programs }) {
  const home = prepareHome(path.resolve(dataDir), programs);
  const server = { ...home, port, password, log, settings: { ...SETTINGS, ...settings }, logFile: `${home.clusterDir}.log` };
  requireWritable(path.dirname(server.clusterDir));
  try {
    initialise(server);
    return await startOrAdopt(server);
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      throw new Error(`The data in ${server.clusterDir} belongs to another account; start the portal as that account or as root, or choose another DATA_DIR.`, { cause: error });
    }
    if (error.code === 'ENOSPC') throw new Error(diskFull(server), { cause: error });
    throw error;
  }
}

async function startOrAdopt(server) {
  const running = await findRunning(server);
  if (running) {
    const isSameVersion = (readRecord(server)?.version ?? server.version) === server.version;
    if (isSameVersion && running.port === server.port && (await tryLogin(server)) === 'ok') {
      server.log('The database of an earlier run is still up and is used again.');
      await createDatabase(server);
      writeRecord(server, running.pid);
      return handle(server, recordOf(running.pid), true);
    }
    server.log('A database left over by an earlier run is stopped.');
    await stopServer(recordOf(running.pid));
  }
  await clearLeftovers(server);
  await requireFreePort(server.port);
  let record = await launch(server);
  if ((await tryLogin(server)) === 'password') {
    await stopServer(record);
    resetPassword(server);
    record = await launch(server);
  }
  await createDatabase(server);
  return handle(server, record, false);
}

const programEnv = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', LANG: 'C', TZ: 'UTC' });
const recordFile = (server) => `${server.clusterDir}.process.json`;
const pidFile = (server) => path.join(server.clusterDir, 'postmaster.pid');

function diskFull({ clusterDir }) {
  return `The disk that holds ${path.dirname(clusterDir)} is full; free some space and start again.`;
}

/** Makes the cluster when there is none. It is built beside its place and moved there when complete. */
function initialise(server) {
  const versionFile = path.join(server.clusterDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === MAJOR) return;
    throw new Error(`The data in ${server.clusterDir} belongs to PostgreSQL ${found}, this portal brings ${MAJOR}; move the folder away or dump and reload it.`);
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
    if (failure !== '') throw new Error(/no space left/i.test(failure) ? diskFull(server) : `The database could not be created: ${failure}`);
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
  const result = spawnSync(path.join(server.bin, 'initdb'), [
    '-D', building, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', `--locale=${locale}`,
  ], { encoding: 'utf8', cwd: building, env: programEnv(), ...server.ids });
  if (result.error) return result.error.message;
  if (result.status === 0) return '';
  return result.stderr.split('\n').filter((line) => /error|fatal|could not/i.test(line)).join(' ') || result.stderr.trim();
}

function mkEmpty(folder, ids) {
  requireWritable(folder);
  give(folder, ids);
}

/** PostgreSQL's own note of the running server: number, folder, start second, port. */
function readPidFile(server) {
  try {
    const [pid, , startedAt, port] = readFileSync(pidFile(server), 'utf8').split('\n');
    return { pid: Number(pid), startedAtMs: Number(startedAt) * 1000, port: Number(port) };
  } catch {
    return null;
  }
}

function readRecord(server) {
  try {
    return JSON.parse(readFileSync(recordFile(server), 'utf8'));
  } catch {
    return null;
  }
}

function writeRecord(server, pid) {
  writeFileSync(recordFile(server), JSON.stringify({ server: recordOf(pid), parent: recordOf(process.pid), version: server.version }), { mode: 0o600 });
}

/** The server on this data, when one provably runs. @throws when a living portal uses it */
async function findRunning(server) {
  const note = readPidFile(server);
  if (!note) return null;
  const found = identify(note.pid);
  const record = readRecord(server);
  if (!found || !isThisServer(server, found, note, record)) return null;
  if (record?.parent && record.parent.pid !== process.pid && isStillRunning(record.parent)) {
    throw new Error(`The database in ${server.clusterDir} is used by a portal that is running (process ${record.parent.pid}); stop it first or choose another DATA_DIR.`);
  }
  return note;
}

function isThisServer(server, found, note, record) {
  if (record?.server?.pid === found.pid) return record.server.startKey === found.startKey;
  // No record: the parent died before it wrote one. Then number, start second, program and folder must all agree.
  const isSameMoment = Math.abs(found.startedAtMs - note.startedAtMs) < 5_000;
  return isSameMoment && /\bpostgres\b/.test(found.command) && found.command.includes(server.clusterDir);
}

/**
 * Clears what a killed server left: its children may still write, and its pid file may name a number that someone
 * else has by now (in a container without an init, the ended server itself keeps it). A pid file that names nobody is left to PostgreSQL, which also checks the shared memory.
 */
async function clearLeftovers(server) {
  const folder = realpathSync(server.clusterDir);
  const children = () => processesIn(folder, /\bpostgres\b/);
  for (let waitedMs = 0; children().length > 0 && waitedMs < 5_000; waitedMs += 100) await sleep(100);
  for (const { pid } of children()) process.kill(pid, 'SIGKILL');
  const note = readPidFile(server);
  if (note && isNumberInUse(note.pid)) rmSync(pidFile(server), { force: true });
  rmSync(recordFile(server), { force: true });
}

/** @throws {Error} one sentence when someone else listens there */
async function requireFreePort(port) {
  await new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => reject(error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} for the database is taken by another program; set PG_PORT to a free one.`)
      : new Error(`Port ${port} for the database cannot be used (${error.code}); set PG_PORT to another one.`)));
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Starts the server program and waits until it answers. */
async function launch(server) {
  if (existsSync(server.logFile) && statSync(server.logFile).size > LOG_LIMIT_BYTES) truncateSync(server.logFile);
  const logStart = existsSync(server.logFile) ? statSync(server.logFile).size : 0;
  const output = openSync(server.logFile, 'a', 0o600);
  const options = Object.entries(server.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(server.bin, 'postgres'), ['-D', server.clusterDir, '-p', String(server.port), ...options], {
    cwd: server.clusterDir, env: programEnv(), detached: true, stdio: ['ignore', output, output], ...server.ids,
  });
  closeSync(output);
  let hasExited = false;
  child.once('exit', () => { hasExited = true; });
  child.once('error', () => { hasExited = true; });
  child.unref();
  if (child.pid !== undefined) writeRecord(server, child.pid);
  for (const startedAt = Date.now(); ; await sleep(40)) {
    if (hasExited) throw new Error(startFailure(server, logStart));
    const answer = await tryLogin(server);
    if (answer === 'ok' || answer === 'password') return recordOf(child.pid);
    if (Date.now() - startedAt > 600_000) throw new Error(`The database did not come up within 10 minutes; see ${server.logFile}.`);
  }
}

function startFailure(server, logStart) {
  const text = readFileSync(server.logFile).subarray(logStart).toString('utf8');
  if (/no space left/i.test(text)) return diskFull(server);
  if (/address already in use/i.test(text)) return `Port ${server.port} for the database is taken by another program; set PG_PORT to a free one.`;
  const reason = text.split('\n').filter((line) => /FATAL|PANIC/.test(line)).at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '');
  return `The database did not start: ${reason ?? 'no reason given'} (see ${server.logFile}).`;
}

const urlOf = ({ password, port }, database) => `postgresql://${USER}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`;

async function withClient(server, database, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: urlOf(server, database), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @returns {Promise<'ok' | 'password' | 'no'>} 'password': it is up but knows another password */
async function tryLogin(server) {
  try {
    return await withClient(server, 'postgres', async (client) => {
      const { rows: [row] } = await client.query("SELECT current_setting('data_directory') AS folder");
      return realpathSync(row.folder) === realpathSync(server.clusterDir) ? 'ok' : 'no';
    });
  } catch (error) {
    return error.code === '28P01' ? 'password' : 'no';
  }
}

/** The secrets were lost or replaced, the data was not: the owner of the data folder may set a new password. */
function resetPassword(server) {
  const sql = `ALTER ROLE ${USER} PASSWORD '${server.password.replaceAll("'", "''")}';\n`;
  const result = spawnSync(path.join(server.bin, 'postgres'), ['--single', '-D', server.clusterDir, 'postgres'], {
    input: sql, encoding: 'utf8', cwd: server.clusterDir, env: programEnv(), ...server.ids,
  });
  if (result.status !== 0) throw new Error(`The database's password could not be set anew (see ${server.logFile}).`);
}

async function createDatabase(server) {
  await withClient(server, 'postgres', async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/** Fast shutdown: sessions are cut, data is flushed; immediate when that hangs. */
async function stopServer(record) {
  for (const [signal, timeoutMs] of [['SIGINT', 30_000], ['SIGQUIT', 10_000], ['SIGKILL', 5_000]]) {
    if (!isStillRunning(record)) return;
    try {
      process.kill(record.pid, signal);
    } catch (error) {
      if (error.code === 'ESRCH') return;
      throw error;
    }
    if (await waitForExit(record, timeoutMs)) return;
  }
}

function handle(server, record, isAdopted) {
  const exited = (async () => {
    while (isStillRunning(record)) await sleep(EXIT_POLL_MS, undefined, { ref: false });
  })();
  return {
    databaseUrl: urlOf(server, DATABASE),
    pid: record.pid,
    clusterDir: server.clusterDir,
    logFile: server.logFile,
    isAdopted,
    exited,
    async stop() {
      await stopServer(record);
      rmSync(recordFile(server), { force: true });
    },
  };
}
