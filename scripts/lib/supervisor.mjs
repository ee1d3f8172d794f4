// Keeps the portal's processes running: their output goes to files of limited size, errors are also shown, and one
// that ends unasked is started again after a pause that grows. Only before the portal was ever ready one that keeps
// ending is given up; a portal that ran is never taken down because a part of it keeps falling.
import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { eachLine, spawnOwned } from './owned.mjs';
import { createPauses, restartNotice } from './pauses.mjs';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const PINO_ERROR = 50;
/**
 * Pages leave much that is short-lived: V8 would let it grow to several times of what lives (100 MB) before it looks, and
 * glibc would keep a pool of its own for each thread, and what was given back. No limit is set, so nothing can run into one. Source maps are off:
 * Next's bundles have none, and the flag makes every error dear.
 */
export const WEB_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
export const WEB_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Appends lines to a file that is put aside as `.1` when it grows too long. A full disk loses lines, not the portal. */
export function createLogFile(file, limitBytes = LOG_LIMIT_BYTES) {
  let size = 0;
  try {
    size = statSync(file).size;
  } catch {
    // A new file.
  }
  return (line) => {
    const text = `${line}\n`;
    try {
      if (size + text.length > limitBytes) {
        rmSync(`${file}.1`, { force: true });
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      // Nothing can be done here, and there is no one to inform.
    }
  };
}

/**
 * What of a log line a person at the terminal should see.
 * @param {string} line JSON of pino, or plain text
 * @returns {string | undefined} one line, for errors only
 */
export function errorIn(line) {
  if (line.startsWith('{')) {
    try {
      const entry = JSON.parse(line);
      if (!(entry.level >= PINO_ERROR)) return undefined;
      return [entry.msg, entry.err?.message].filter(Boolean).join(': ') || 'error';
    } catch {
      return undefined;
    }
  }
  return /(?:^|\s)(?:\w*Error|error|fatal)\b[:\s]/i.test(line) ? line.trim() : undefined;
}

/**
 * @param {{ name: string, args: string[], env: NodeJS.ProcessEnv, logDir: string, isVital?: boolean,
 *   register?: import('./owned.mjs').Register, say: (line: string) => void, fail: (error: Error) => void,
 *   pauses?: ReturnType<typeof createPauses> }} program
 *   args: for Node; isVital: the portal cannot start without it; fail: called when a vital one cannot start
 */
export function supervise({ name, args, env, logDir, isVital = true, register, say, fail, pauses = createPauses() }) {
  const logFile = join(logDir, `${name}.log`);
  const log = createLogFile(logFile);
  let child;
  let isStopping = false;
  let isReady = false;
  let timer;
  let echo = { line: '', times: 0 };

  const show = (line) => {
    // The same error in a loop is said once.
    if (line === echo.line) {
      echo.times += 1;
      return;
    }
    echo = { line, times: 1 };
    say(`${name}: ${line.slice(0, 300)}`);
  };

  function start() {
    const startedAt = Date.now();
    let lastWords = '';
    log(`--- ${name} started ${new Date(startedAt).toISOString()}`);
    child = spawnOwned(process.execPath, [...(name === 'web' ? WEB_FLAGS : ['--enable-source-maps']), ...args], {
      name,
      env: name === 'web' ? { ...WEB_ENV, ...env } : env,
      register,
      ipc: true,
    });
    eachLine(child.stdout, (line) => {
      log(line);
      const error = errorIn(line);
      if (error && isReady && !isStopping) show(error);
      if (error) lastWords = error;
    });
    eachLine(child.stderr, (line) => {
      log(line);
      if (line.trim() !== '' && !/^\s+at |^\(node:|^\(Use `node|^Node\.js v/.test(line)) lastWords = line.trim();
      const error = errorIn(line);
      if (error && isReady && !isStopping) show(error);
    });
    child.once('error', (error) => {
      lastWords = error.message;
    });
    child.once('close', (code, signal) => {
      child = undefined;
      log(`--- ${name} ended ${new Date().toISOString()} (${signal ?? code})`);
      if (isStopping) return;
      const step = pauses.after(Date.now() - startedAt);
      const { ends, pauseMs } = step;
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      // Before the portal was ever up, ending by itself means that it cannot start: it has said why.
      const isHopeless = !isReady && ((signal === null && isVital) || pauses.isBeyond());
      if (isHopeless) {
        const reason = lastWords ? `: ${lastWords}` : '.';
        const message =
          ends > 1
            ? `The ${name} process ended ${ends} times in a row${reason}`
            : `The ${name} process could not start${reason}`;
        const error = new Problem(`${message.replace(/[.\s]*$/, '')} (more in ${logFile}).`);
        if (isVital) fail(error);
        else say(`${error.message} The portal goes on without it.`);
        return;
      }
      const notice = restartNotice(`The ${name} process`, how, step, pauses);
      if (notice) say(notice);
      timer = setTimeout(start, pauseMs);
    });
  }
  start();

  return {
    name,
    /** From now on an end is an accident and is repaired. */
    markReady() {
      isReady = true;
    },
    get pid() {
      return child?.pid;
    },
    /** @param {number} patienceMs before it is killed */
    async stop(patienceMs) {
      isStopping = true;
      clearTimeout(timer);
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise((resolve) => last.once('close', resolve));
      last.kill('SIGTERM');
      const killer = setTimeout(() => {
        try {
          process.kill(-last.pid, 'SIGKILL');
        } catch {
          // Just went.
        }
      }, patienceMs);
      await gone;
      clearTimeout(killer);
    },
  };
}
