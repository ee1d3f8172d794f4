import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { CHECKOUT } from './scratch-folder.mjs';

const SHARED_MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
/** What a whole run keeps there at most, twice over; the machine needs as much again for itself. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Where tests keep what lives no longer than they: in memory, where there is plenty of it. A database is a thousand files, made
 * and removed a few hundred times in a run; some disks search long for places that were free a moment ago (0.7 s instead of 0.03).
 * @param {{ parent?: string, neededBytes?: number }} [where]
 * @returns {string | undefined} for TMPDIR; undefined: the usual folder is as good as this machine has
 */
export function roomInMemory({ parent = SHARED_MEMORY, neededBytes = NEEDED_BYTES } = {}) {
  const isRoomy = () => {
    const { type, bavail, bsize } = statfsSync(parent);
    return type === TMPFS && bavail * bsize > neededBytes && process.availableMemory() > 2 * neededBytes;
  };
  try {
    if (!isRoomy()) return undefined;
    const folder = `${parent}/lift-portal-${CHECKOUT}`;
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    return folder;
  } catch {
    return undefined;
  }
}

/** Gives the memory back. @param {string | undefined} folder */
export function leaveRoom(folder) {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
