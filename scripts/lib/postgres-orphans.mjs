// Which server runs on a cluster, who owns it, and how to stop it.
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isNumberInUse, isStillRunning, processesIn, recordOf, waitForExit } from './process-identity.mjs';

/** Our own note beside the data: the server, the portal that started it, and the version of the programs. */
export const recordFile = (server) => `${server.clusterDir}.process.json`;
const pidFile = (server) => path.join(server.clusterDir, 'postmaster.pid');

/** PostgreSQL's own note of the running server: number, folder, start second, port. */
function readPidFile(server) {
  try {
    const [pid, , startedAt, port] = readFileSync(pidFile(server), 'utf8').split('\n');
    return { pid: Number(pid), startedAtMs: Number(startedAt) * 1000, port: Number(port) };
  } catch {
    return null;
  }
}

export function readRecord(server) {
  try {
    return JSON.parse(readFileSync(recordFile(server), 'utf8'));
  } catch {
    return null;
  }
}

export function writeRecord(server, pid) {
  writeFileSync(
    recordFile(server),
    JSON.stringify({ server: recordOf(pid), parent: recordOf(process.pid), version: server.version }),
    { mode: 0o600 },
  );
}

/** The server on this data, when one provably runs. @throws when a living portal uses it */
export async function findRunning(server) {
  const note = readPidFile(server);
  if (!note) return null;
  const found = identify(note.pid);
  const record = readRecord(server);
  if (!found || !isThisServer(server, found, note, record)) return null;
  if (record?.parent && record.parent.pid !== process.pid && isStillRunning(record.parent)) {
    throw new Error(
      `The database in ${server.clusterDir} is used by a portal that is running (process ${record.parent.pid}); stop it first or choose another DATA_DIR.`,
    );
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
export async function clearLeftovers(server) {
  const folder = realpathSync(server.clusterDir);
  const children = () => processesIn(folder, /\bpostgres\b/);
  for (let waitedMs = 0; children().length > 0 && waitedMs < 5_000; waitedMs += 25) await sleep(25);
  for (const { pid } of children()) process.kill(pid, 'SIGKILL');
  const note = readPidFile(server);
  if (note && isNumberInUse(note.pid)) rmSync(pidFile(server), { force: true });
  rmSync(recordFile(server), { force: true });
}

/** Fast shutdown: sessions are cut, data is flushed; immediate when that hangs. */
export async function stopServer(record) {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ]) {
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
