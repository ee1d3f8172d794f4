import { spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { ROOT } from './root.mjs';

/** @typedef {{ add(pid: number, name: string): void, remove(pid: number): void }} Register */

/** Processes that must not outlive us, by number; the run file keeps the same list for the next start. */
const living = new Map();

/** Ends every process started here, at once. */
export function killEverything() {
  for (const pid of living.keys()) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/**
 * Starts a program in a process group of its own: Ctrl-C reaches only us, and we decide who stops when.
 * @param {string} command @param {string[]} args
 * @param {{ name: string, env?: Record<string, string | undefined>, register?: Register, ipc?: boolean, cwd?: string }} options
 * @returns {import('node:child_process').ChildProcess} with piped stdout and stderr
 */
export function spawnOwned(command, args, { name, env = process.env, register, ipc = false, cwd = ROOT }) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc'] : [])],
  });
  const { pid } = child;
  if (pid !== undefined) {
    living.set(pid, name);
    register?.add(pid, name);
    child.once('exit', () => {
      living.delete(pid);
      register?.remove(pid);
    });
  }
  return child;
}

/** Lines of a stream, also those ended by a bare carriage return (progress bars). */
export function eachLine(stream, take) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  stream.on('end', () => {
    if (rest) take(rest);
  });
}

/** Leaves the processor to others whenever they want it. The kernel weighs sessions first, and a child of ours has one of its own. */
function yieldToOthers(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // It is gone already, or this system knows no sessions' weights.
  }
}

/**
 * Runs a program to its end, its output into a file.
 * @param {string} command @param {string[]} args
 * @param {{ name: string, logFile?: string, env?: Record<string, string | undefined>, register?: Register,
 *   signal?: AbortSignal, onLine?: (line: string) => void, cwd?: string, isLeisurely?: boolean }} options isLeisurely: it
 *   takes what others leave of the processor
 * @returns {Promise<{ code: number, output: string }>} output: the last 20,000 characters
 */
export function runOwned(command, args, { name, logFile, env, register, signal, onLine, cwd, isLeisurely = false }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const log = logFile ? createWriteStream(logFile, { mode: 0o600 }) : undefined;
    log?.on('error', () => undefined);
    const child = spawnOwned(command, args, { name, env, register, cwd });
    if (isLeisurely && child.pid !== undefined) yieldToOthers(child.pid);
    let output = '';
    const take = (line) => {
      output = `${output}${line}\n`.slice(-20_000);
      log?.write(`${line}\n`);
      onLine?.(line);
    };
    eachLine(child.stdout, take);
    eachLine(child.stderr, take);
    const abort = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    };
    signal?.addEventListener('abort', abort, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      log?.end();
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? 1, output });
    });
  });
}

/** The line of a program's output that says what went wrong. */
export function tellingLine(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at |^Node\.js v|^\^+$/.test(line));
  return (
    lines.find((line) => /(?:^|\W)\w*error[:\s]|Module not found|Failed to/i.test(line)) ?? lines.at(-1) ?? 'no output'
  );
}
