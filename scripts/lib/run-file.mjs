// DATA_DIR/run.json: who runs this installation now, and every process started for it. It is what the next start
// needs after a crash: processes are recognised by number and start moment, so a number that someone else has been
// given since is never touched.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from './data-dir.mjs';
import { Problem } from './problem.mjs';
import { isStillRunning, recordOf, waitForExit } from './process-identity.mjs';

/** @typedef {{ pid: number, startKey: string }} Identity */

function read(file) {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Signals one process and, where it leads a group of ours, the group. */
export function signal(identity, name) {
  if (!isStillRunning(identity)) return;
  for (const target of [-identity.pid, identity.pid]) {
    try {
      process.kill(target, name);
    } catch {
      // Gone already, or leads no group.
    }
  }
}

/**
 * Stops processes that are still the recorded ones; others with the same number are left alone.
 * @param {Identity[]} identities @param {number} patienceMs before they are killed
 * @returns {Promise<number>} how many had still been running
 */
export async function stopAll(identities, patienceMs) {
  const running = identities.filter(isStillRunning);
  for (const identity of running) signal(identity, 'SIGTERM');
  await Promise.all(
    running.map(async (identity) => {
      if (await waitForExit(identity, patienceMs)) return;
      signal(identity, 'SIGKILL');
      await waitForExit(identity, 2000);
    }),
  );
  return running.length;
}

/**
 * Claims the installation for this process, after clearing what a killed predecessor left.
 * @param {string} dataDir
 * @param {{ address: string, launcher?: Identity | null, log?: (line: string) => void }} options launcher: the npm
 *   that runs us; when it is gone, so is whoever started us
 * @returns {Promise<{ add(pid: number, name: string): void, remove(pid: number): void, release(): void }>}
 * @throws {Problem} when a portal runs here already
 */
export async function claim(dataDir, { address, launcher = null, log = () => undefined }) {
  const file = join(dataDir, 'run.json');
  const own = { owner: recordOf(process.pid), launcher, address, children: [] };
  const save = () => writeWhole(file, `${JSON.stringify(own, null, 2)}\n`);

  for (let attempt = 0; ; attempt += 1) {
    if (createOnce(file, own)) break;
    const found = read(file);
    if (found && isStillRunning(found.owner)) {
      const isOrphan = found.launcher && !isStillRunning(found.launcher);
      if (!isOrphan) {
        throw new Problem(
          `A portal is already running on this data (process ${found.owner.pid}, ${found.address}); stop it first or choose another DATA_DIR.`,
        );
      }
      log('A portal whose terminal is gone is stopped first.');
      await stopAll([found.owner], 12_000);
    }
    const stopped = await stopAll(found?.children ?? [], 5000);
    if (stopped > 0) log(`${stopped} process${stopped === 1 ? '' : 'es'} of an earlier run stopped.`);
    // Only the file that was looked at may go; one that another start has put there since stays.
    if (JSON.stringify(read(file)) === JSON.stringify(found)) rmSync(file, { force: true });
    if (attempt > 5) throw new Problem(`${file} cannot be claimed; another start seems to be doing the same.`);
    await sleep(20);
  }

  return {
    add(pid, name) {
      const identity = recordOf(pid);
      if (!identity) return;
      own.children.push({ ...identity, name });
      save();
    },
    remove(pid) {
      own.children = own.children.filter((child) => child.pid !== pid);
      save();
    },
    release() {
      if (read(file)?.owner?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** @returns {boolean} false when the file exists; it appears with its content or not at all */
function createOnce(file, content) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(beside, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}
