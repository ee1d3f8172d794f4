import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStillRunning, recordOf } from './process-identity.mjs';

const holderOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/**
 * Does something that two starts from the same folder must not do side by side (install, build). A lock whose
 * holder was killed does not count.
 * @template T
 * @param {string} file @param {() => Promise<T>} work @param {() => void} [onWait] called once when it is held
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(recordOf(process.pid)));
  try {
    for (let hasWaited = false; ; await sleep(200)) {
      try {
        linkSync(beside, file);
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = holderOf(file);
      if (isStillRunning(holder)) {
        if (!hasWaited) onWait();
        hasWaited = true;
      } else if (JSON.stringify(holderOf(file)) === JSON.stringify(holder)) rmSync(file, { force: true });
    }
    return await work();
  } finally {
    rmSync(beside, { force: true });
    if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true });
  }
}
