// The embedded PostgreSQL: real server programs from npm, data in a folder of ours, nothing to install. We start the
// programs ourselves: the package's own class knows nothing of orphans, of root under a private home or of missing
// links, and stops its server only when it is asked nicely.
//
// A killed parent leaves the server running (it is detached on purpose, so that Ctrl-C reaches the portal first and
// the database last). The next start recognises it by the number and start moment recorded beside the data, or by
// PostgreSQL's own pid file, and adopts it, or stops it when port or programs differ. A process that is not provably
// this server is never signalled.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USER, diskFull, initialise, programEnv, resetPassword } from './postgres-cluster.mjs';
import { prepareHome, requireWritable } from './postgres-home.mjs';
import { clearLeftovers, findRunning, readRecord, recordFile, stopServer, writeRecord } from './postgres-orphans.mjs';
import { isStillRunning, recordOf } from './process-identity.mjs';

const DATABASE = 'portal';
const HOST = '127.0.0.1';
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const EXIT_POLL_MS = process.platform === 'linux' ? 250 : 2_000; // of an adopted server; elsewhere each look runs `ps`
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
  // After a crash one call instead of one for each of a thousand files: most of the time until it is back.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
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
  const server = {
    ...home,
    port,
    password,
    log,
    settings: { ...SETTINGS, ...settings },
    logFile: `${home.clusterDir}.log`,
  };
  requireWritable(path.dirname(server.clusterDir));
  try {
    initialise(server);
    return await startOrAdopt(server);
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      throw new Error(
        `The data in ${server.clusterDir} belongs to another account; start the portal as that account or as root, or choose another DATA_DIR.`,
        { cause: error },
      );
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
      const record = recordOf(running.pid);
      return handle(server, { record, exited: goneByItself(record) }, true);
    }
    server.log('A database left over by an earlier run is stopped.');
    await stopServer(recordOf(running.pid));
  }
  await clearLeftovers(server);
  await requireFreePort(server.port);
  let launched = await launch(server);
  if ((await tryLogin(server)) === 'password') {
    await stopServer(launched.record);
    resetPassword(server);
    launched = await launch(server);
  }
  try {
    await createDatabase(server);
  } catch (error) {
    await stopServer(launched.record);
    throw error;
  }
  return handle(server, launched, false);
}

/** @throws {Error} one sentence when someone else listens there */
async function requireFreePort(port) {
  await new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} for the database is taken by another program; set PG_PORT to a free one.`)
          : new Error(`Port ${port} for the database cannot be used (${error.code}); set PG_PORT to another one.`),
      ),
    );
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Starts the server program and waits until it answers. @returns who it is, and a promise of its end */
async function launch(server) {
  if (existsSync(server.logFile) && statSync(server.logFile).size > LOG_LIMIT_BYTES) truncateSync(server.logFile);
  const logStart = existsSync(server.logFile) ? statSync(server.logFile).size : 0;
  const output = openSync(server.logFile, 'a', 0o600);
  const options = Object.entries(server.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    path.join(server.bin, 'postgres'),
    ['-D', server.clusterDir, '-p', String(server.port), ...options],
    {
      cwd: server.clusterDir,
      env: programEnv(),
      detached: true,
      stdio: ['ignore', output, output],
      ...server.ids,
    },
  );
  closeSync(output);
  let hasExited = false;
  const exited = new Promise((resolve) => {
    for (const name of ['exit', 'error']) child.once(name, () => resolve());
  });
  void exited.then(() => {
    hasExited = true;
  });
  child.unref();
  if (child.pid !== undefined) writeRecord(server, child.pid);
  for (const startedAt = Date.now(); ; await sleep(40)) {
    if (hasExited) throw new Error(startFailure(server, logStart));
    const answer = await tryLogin(server);
    if (answer === 'ok' || answer === 'password') return { record: recordOf(child.pid), exited };
    if (Date.now() - startedAt > 600_000)
      throw new Error(`The database did not come up within 10 minutes; see ${server.logFile}.`);
  }
}

function startFailure(server, logStart) {
  const text = readFileSync(server.logFile).subarray(logStart).toString('utf8');
  if (/no space left/i.test(text)) return diskFull(server);
  if (/address already in use/i.test(text))
    return `Port ${server.port} for the database is taken by another program; set PG_PORT to a free one.`;
  const reason = text
    .split('\n')
    .filter((line) => /FATAL|PANIC/.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC):\s*/, '');
  return `The database did not start: ${reason ?? 'no reason given'} (see ${server.logFile}).`;
}

const urlOf = ({ password, port }, database) =>
  `postgresql://${USER}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`;

async function withClient(server, database, work, waitMs = 5_000) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: urlOf(server, database), connectionTimeoutMillis: waitMs });
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
      const {
        rows: [row],
      } = await client.query("SELECT current_setting('data_directory') AS folder");
      return realpathSync(row.folder) === realpathSync(server.clusterDir) ? 'ok' : 'no';
    });
  } catch (error) {
    return error.code === '28P01' ? 'password' : 'no';
  }
}

async function createDatabase(server) {
  const create = async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  };
  // It has answered before; where the machine has much to do the next connection may still take its time.
  await withClient(server, 'postgres', create, 60_000);
}

/** The end of a server that is not our child. */
async function goneByItself(record) {
  while (isStillRunning(record)) await sleep(EXIT_POLL_MS, undefined, { ref: false });
}

function handle(server, { record, exited }, isAdopted) {
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
