// The files of an installation that belong to its rows: what people sent in and the portal made (uploads), and the
// recordings of cameras (video/records).
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problem.mjs';
import { damaged } from './format.mjs';

const UPLOADS = 'uploads';
const RECORDINGS = 'video/records';
/** Files on their way to their place; whoever sends one sends it again. */
const WAITING = 'uploads/waiting';
const BESIDE = '.restore';

/** Paths of files below a folder, with slashes. */
async function* pathsBelow(dataDir, folder) {
  if (folder === WAITING) return;
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsBelow(dataDir, path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * The files as parts of a backup. One that was deleted since the folder was read is left out.
 * @param {string} dataDir @param {{ hasRecordings: boolean, onEnd: (path: string, end: object) => void }} options
 * @returns {AsyncGenerator<import('./write.mjs').Part>}
 */
export async function* fileParts(dataDir, { hasRecordings, onEnd }) {
  for (const folder of hasRecordings ? [UPLOADS, RECORDINGS] : [UPLOADS]) {
    for await (const path of pathsBelow(dataDir, folder)) {
      const stream = createReadStream(join(dataDir, path));
      const isThere = await new Promise((resolve, reject) => {
        stream.once('open', () => resolve(true));
        stream.once('error', (error) => (error.code === 'ENOENT' ? resolve(false) : reject(error)));
      });
      if (isThere) yield { about: { kind: 'file', path }, chunks: stream, onEnd: (end) => onEnd(path, end) };
    }
  }
}

/** @throws {Problem} there are files already */
export async function requireNoFiles(dataDir) {
  for (const folder of [UPLOADS, RECORDINGS]) {
    for await (const path of pathsBelow(dataDir, folder))
      throw new Problem(`${join(dataDir, path)} is there already; restore into an empty DATA_DIR.`);
  }
}

/** Paths lead to our folders and nowhere else. @param {unknown} path @throws {Problem} */
function requireOurs(path) {
  const isOurs =
    typeof path === 'string' &&
    path === posix.normalize(path) &&
    !/[\\\0:]/.test(path) &&
    !path.split('/').includes('..') &&
    [UPLOADS, RECORDINGS].some((folder) => path.startsWith(`${folder}/`));
  if (!isOurs) throw damaged('a file has a place that is none of ours');
}

/** Files are put into a folder beside, and into their places when all rows are there. */
export class RestoredFiles {
  #dataDir;
  /** @type {string[]} */
  #settled = [];

  /** @param {string} dataDir */
  constructor(dataDir) {
    this.#dataDir = dataDir;
  }

  get #beside() {
    return join(this.#dataDir, BESIDE);
  }

  async begin() {
    await rm(this.#beside, { recursive: true, force: true });
  }

  /** @param {string} path @param {AsyncIterable<Buffer>} chunks */
  async put(path, chunks) {
    requireOurs(path);
    const place = join(this.#beside, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(chunks), createWriteStream(place, { mode: 0o600, flags: 'wx' }));
  }

  /** Moves all files to their places. */
  async settle() {
    await rm(join(this.#dataDir, WAITING), { recursive: true, force: true });
    for (const folder of [UPLOADS, RECORDINGS]) {
      const target = join(this.#dataDir, folder);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await removeEmptyFolders(target);
      await rename(join(this.#beside, folder), target).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
      this.#settled.push(target);
    }
    await rm(this.#beside, { recursive: true, force: true });
  }

  /** Takes back what was put, since the rows did not come. */
  async undo() {
    for (const folder of [this.#beside, ...this.#settled]) await rm(folder, { recursive: true, force: true });
  }
}

/** Folders without files must not keep others from their place. */
async function removeEmptyFolders(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}
