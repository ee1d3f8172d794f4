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
const FOLDERS = [UPLOADS, RECORDINGS];
/** What a restore that was killed left behind is nobody's. */
const BESIDE = '.restore';

/** @param {string} path of a file of a backup */
export const isUpload = (path) => path.startsWith(`${UPLOADS}/`);

/** Paths of files below a folder, with slashes. */
async function* pathsBelow(dataDir, folder) {
  if (folder === WAITING || posix.basename(folder) === BESIDE) return;
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
 * @param {string} dataDir
 * @param {{ hasRecordings: boolean, bucket?: import('./bucket.mjs').Bucket, onEnd: (path: string, end: object) => void }} options
 *   bucket: where it keeps what people sent in, instead of a folder
 * @returns {AsyncGenerator<import('./write.mjs').Part>}
 */
export async function* fileParts(dataDir, { hasRecordings, bucket, onEnd }) {
  if (bucket) {
    for await (const { path: below, open } of bucket.files()) {
      const chunks = await open();
      const path = posix.join(UPLOADS, below);
      if (chunks) yield { about: { kind: 'file', path }, chunks, onEnd: (end) => onEnd(path, end) };
    }
  }
  for (const folder of [...(bucket ? [] : [UPLOADS]), ...(hasRecordings ? [RECORDINGS] : [])]) {
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

/**
 * A bucket may have files: the names of these belong to their bytes alone.
 * @param {string} dataDir @param {{ hasBucket?: boolean }} [options] @throws {Problem} there are files already
 */
export async function requireNoFiles(dataDir, { hasBucket = false } = {}) {
  for (const folder of hasBucket ? [RECORDINGS] : FOLDERS) {
    for await (const path of pathsBelow(dataDir, folder))
      throw new Problem(`${join(dataDir, path)} is there already; restore into an empty DATA_DIR.`);
  }
}

/** Paths lead to our folders and nowhere else. @param {unknown} path @returns {string} the folder @throws {Problem} */
function requireOurs(path) {
  const isPlain =
    typeof path === 'string' &&
    path === posix.normalize(path) &&
    !/[\\\0:]/.test(path) &&
    !path.split('/').some((name) => name === '..' || name === BESIDE);
  const folder = isPlain ? FOLDERS.find((one) => path.startsWith(`${one}/`)) : undefined;
  if (!folder) throw damaged('a file has a place that is none of ours');
  return folder;
}

/**
 * Files wait in a folder `.restore` of uploads and of recordings, each of which may be a disk of its own, and are moved
 * to their places when all rows are there.
 */
export class RestoredFiles {
  #dataDir;
  #bucket;
  /** @type {string[]} */
  #settled = [];
  /** Names of files that were not in the bucket before. @type {string[]} */
  #sent = [];

  /** @param {string} dataDir @param {import('./bucket.mjs').Bucket} [bucket] takes what people sent in, at once */
  constructor(dataDir, bucket) {
    this.#dataDir = dataDir;
    this.#bucket = bucket;
  }

  #target(folder) {
    return join(this.#dataDir, folder);
  }

  #beside(folder) {
    return join(this.#dataDir, folder, BESIDE);
  }

  /** Tries what the end will do. @throws {Problem} a folder cannot be written, or nothing can be moved within it */
  async begin() {
    for (const folder of FOLDERS) {
      const place = join(this.#target(folder), `${BESIDE}-trial`);
      try {
        await rm(this.#beside(folder), { recursive: true, force: true });
        await mkdir(join(this.#beside(folder), 'trial'), { recursive: true, mode: 0o700 });
        await rm(place, { recursive: true, force: true });
        await rename(join(this.#beside(folder), 'trial'), place);
        await rmdir(place);
      } catch (error) {
        await this.undo().catch(() => undefined);
        throw new Problem(`${this.#target(folder)} cannot take files (${error.code ?? error.message}).`, {
          cause: error,
        });
      }
    }
  }

  /** @param {string} path @param {AsyncIterable<Buffer>} chunks */
  async put(path, chunks) {
    const folder = requireOurs(path);
    if (this.#bucket && folder === UPLOADS) {
      const name = posix.basename(path);
      if (await this.#bucket.put(name, chunks)) this.#sent.push(name);
      return;
    }
    const place = join(this.#beside(folder), path.slice(folder.length));
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(chunks), createWriteStream(place, { mode: 0o600, flags: 'wx' }));
  }

  /** Moves all files to their places. */
  async settle() {
    await rm(this.#target(WAITING), { recursive: true, force: true });
    for (const folder of FOLDERS) {
      for (const name of await readdir(this.#beside(folder))) {
        const target = join(this.#target(folder), name);
        await removeEmptyFolders(target);
        await rename(join(this.#beside(folder), name), target);
        this.#settled.push(target);
      }
      await rmdir(this.#beside(folder));
    }
  }

  /** Takes back what was put, since the rows did not come. */
  async undo() {
    // What stays in a bucket has no row, so the next sweep removes it.
    for (const name of this.#sent) await this.#bucket?.remove(name).catch(() => undefined);
    for (const place of [...FOLDERS.map((folder) => this.#beside(folder)), ...this.#settled])
      await rm(place, { recursive: true, force: true }).catch((error) => {
        // There is no such folder.
        if (error.code !== 'ENOTDIR') throw error;
      });
    for (const folder of FOLDERS) await rmdir(this.#target(folder)).catch(() => undefined);
  }
}

/** Folders without files must not keep others from their place. */
async function removeEmptyFolders(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}
