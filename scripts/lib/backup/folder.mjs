// Where backups are written.
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem, diskFull, isDiskFull } from '../problem.mjs';

const NAME = /^lift-portal-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/;

/** @param {Date} made */
export const backupName = (made) => `lift-portal-${made.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/**
 * Writes a file that has its name only when it is whole and on the disk.
 * @template T
 * @param {string} file @param {(output: import('node:stream').Writable) => Promise<T>} write
 * @returns {Promise<T>}
 * @throws {Problem} the disk is full, or the folder may not be written
 */
export async function writeInWhole(file, write) {
  const draft = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const result = await write(createWriteStream(draft, { mode: 0o600 }));
    await flush(draft);
    await rename(draft, file);
    await flush(dirname(file));
    return result;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (isDiskFull(error)) throw diskFull(dirname(file));
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(error.code))
      throw new Problem(`${file} cannot be written (${error.code}).`, { cause: error });
    throw error;
  }
}

async function flush(path) {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes all backups of a folder but the newest ones; nothing else is touched.
 * @param {string} folder @param {number} keep at least 1
 * @returns {Promise<string[]>} names of those removed
 */
export async function removeOld(folder, keep) {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
