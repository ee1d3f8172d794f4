// Keeps the embedded database running. Once the portal was ready it is started again for ever, whatever ends it and
// whatever keeps it from starting: a disk that was full or a port that was taken may be free the next minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPauses, restartNotice } from './pauses.mjs';
import { Problem, sentenceOf } from './problem.mjs';

/**
 * @typedef {{ exited: Promise<void>, logFile: string }} Server
 * @param {{ start: () => Promise<Server>, isReady: () => boolean, signal: AbortSignal, say: (line: string) => void,
 *   fail: (error: Error) => void, pauses?: ReturnType<typeof createPauses> }} options
 *   start: starts the server or throws why not; signal: aborted when the portal stops; fail: called when it is given up,
 *   which happens only before the portal was ever ready
 * @returns {Promise<Server>} the first one, when it is up
 */
export async function keepDatabase({ start, isReady, signal, say, fail, pauses = createPauses() }) {
  const first = await start();
  watch(first).catch(fail);
  return first;

  async function watch(server) {
    for (let running = server; ;) {
      const startedAt = Date.now();
      await running.exited;
      if (signal.aborted) return;
      running = await startAgain('ended', Date.now() - startedAt, running.logFile);
      if (!running) return;
    }
  }

  async function startAgain(how, ranMs, logFile) {
    for (let ended = how, ran = ranMs; ;) {
      const step = pauses.after(ran);
      if (!isReady() && pauses.isBeyond())
        throw new Problem(`The database ended ${step.ends} times in a row (more in ${logFile}).`);
      const notice = restartNotice('The database', ended, step, pauses);
      if (notice) say(notice);
      try {
        await sleep(step.pauseMs, undefined, { signal });
        return await start();
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!isReady()) throw error;
        ended = `could not start (${sentenceOf(error)})`;
        ran = 0;
      }
    }
  }
}
