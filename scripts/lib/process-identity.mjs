// Which process is behind a number. A process id alone says nothing after a crash or a reboot, because numbers are
// given out again; together with the moment the process began it is one process and no other.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/**
 * @typedef {{ pid: number, startKey: string, startedAtMs: number, command: string, isZombie: boolean }} ProcessIdentity
 *   startKey: never the same for two processes with one number; command: the program and its arguments
 */

/**
 * The process that has this number now.
 * @param {number} pid
 * @returns {ProcessIdentity | null} null: there is none
 */
export function identify(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const found = isLinux ? identifyLinux(pid) : identifyByPs(pid);
  return found?.isZombie ? null : found;
}

/** Whether the number is in use at all, be it by a process that has ended and that nobody has asked about yet. */
export function isNumberInUse(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function identifyLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may itself hold blanks and brackets; numbers follow its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[19]);
    const bootSeconds = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0);
    return {
      pid,
      startKey: `${bootId()}:${ticks}`,
      startedAtMs: (bootSeconds + ticks / 100) * 1000, // USER_HZ is 100 on every Linux that Node runs on
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim(),
      isZombie: fields[0] === 'Z' || fields[0] === 'X',
    };
  } catch {
    return null;
  }
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function identifyByPs(pid) {
  try {
    const options = {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    const line = execFileSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], options).trim();
    const parts = /^(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/.exec(line);
    if (!parts) return null;
    return {
      pid,
      startKey: parts[2],
      startedAtMs: Date.parse(`${parts[2]} UTC`),
      command: parts[3],
      isZombie: parts[1].startsWith('Z'),
    };
  } catch {
    return null;
  }
}

/**
 * The process that started this one.
 * @param {number} pid
 * @returns {number | undefined}
 */
export function parentOf(pid) {
  try {
    if (isLinux) return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) || undefined;
    return (
      Number(
        execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ) || undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * Whether the process recorded earlier still runs.
 * @param {{pid: number, startKey: string} | undefined | null} recorded
 */
export function isStillRunning(recorded) {
  return recorded != null && identify(recorded.pid)?.startKey === recorded.startKey;
}

/** What to write down now to recognise a process later. */
export function recordOf(pid) {
  const found = identify(pid);
  return found ? { pid, startKey: found.startKey } : null;
}

/**
 * Processes whose working folder is this one and whose program has this name (Linux; elsewhere none are found).
 * @param {string} folder real path
 * @param {RegExp} program matched against the command
 */
export function processesIn(folder, program) {
  if (!isLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map((name) => identify(Number(name)))
    .filter((found) => found !== null && program.test(found.command));
}

/**
 * Waits until a process is gone.
 * @returns {Promise<boolean>} false when it still runs after timeoutMs
 */
export async function waitForExit(recorded, timeoutMs) {
  const until = Date.now() + timeoutMs;
  while (isStillRunning(recorded)) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
