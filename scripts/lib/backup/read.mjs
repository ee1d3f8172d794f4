// Reads a backup. Everything that could not have been written so is refused with one sentence.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Problem } from '../problem.mjs';
import {
  DIGEST_BYTES,
  FRAME_HEAD_BYTES,
  HEAD_MAX_BYTES,
  PIECE_BYTES,
  damaged,
  openerOf,
  readFrameHead,
  readHead,
} from './format.mjs';
import { sideBySide } from './side-by-side.mjs';
import { AT_ONCE } from './write.mjs';

const decompress = promisify(brotliDecompress);

/**
 * @typedef {{ about: object, chunks: AsyncIterable<Buffer>, end: () => object }} ReadPart end: what its last frame says,
 *   when all chunks were read
 * @typedef {object} Backup
 * @property {string} made @property {string} portal
 * @property {() => AsyncGenerator<{ kind: string, content: Buffer }>} frames from the first to the manifest, checked
 */

/**
 * @param {string} file @param {string} [passphrase]
 * @returns {Promise<Backup>}
 * @throws {Problem} it is missing, no backup, or the passphrase is another one
 */
export async function openBackup(file, passphrase) {
  const size = await stat(file).then(
    ({ size: bytes }) => bytes,
    (error) => {
      throw new Problem(`${file} cannot be read (${error.code ?? error.message}).`, { cause: error });
    },
  );
  const start = Buffer.alloc(Math.min(HEAD_MAX_BYTES, size));
  const handle = await open(file);
  try {
    await handle.read(start, 0, start.length, 0);
  } finally {
    await handle.close();
  }
  const read = readHead(start);
  const newSealer = await openerOf(read, passphrase);
  const { made, portal } = read.fields;
  return { made, portal, frames: () => framesOf(file, { size, head: read.head, sealer: newSealer() }) };
}

async function* framesOf(file, { size, head, sealer }) {
  const end = size - DIGEST_BYTES;
  if (end <= head.length) throw damaged('nothing but its head');
  const hash = createHash('sha256').update(head);
  const frames = sideBySide(storedFrames(file, { from: head.length, end, hash }), AT_ONCE + 1, ({ kind, stored }) => {
    // Frames are opened in their order; only what comes after that may be done side by side.
    const content = sealer.open(kind, stored);
    return kind === 'D' ? expand(content).then((piece) => ({ kind, content: piece })) : { kind, content };
  });
  let last = '';
  for await (const frame of frames) {
    if (last === 'M') throw damaged('something stands behind its end');
    last = frame.kind;
    yield frame;
  }
  if (last !== 'M') throw damaged('its end is missing');
  const digest = Buffer.alloc(DIGEST_BYTES);
  const handle = await open(file);
  try {
    const { bytesRead } = await handle.read(digest, 0, DIGEST_BYTES, end);
    if (bytesRead < DIGEST_BYTES || !hash.digest().equals(digest)) throw damaged('its checksum is another one');
  } finally {
    await handle.close();
  }
}

async function expand(content) {
  try {
    return await decompress(content, { maxOutputLength: PIECE_BYTES });
  } catch (error) {
    throw Object.assign(damaged('a piece cannot be read'), { cause: error });
  }
}

/** Frames as they are stored. */
async function* storedFrames(file, { from, end, hash }) {
  let held = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { start: from, end: end - 1, highWaterMark: PIECE_BYTES })) {
    hash.update(chunk);
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < FRAME_HEAD_BYTES) break;
      const { kind, length } = readFrameHead(held);
      if (held.length < FRAME_HEAD_BYTES + length) break;
      yield { kind, stored: held.subarray(FRAME_HEAD_BYTES, FRAME_HEAD_BYTES + length) };
      held = held.subarray(FRAME_HEAD_BYTES + length);
    }
  }
  if (held.length > 0) throw damaged('it ends within a frame');
}

function parse(content) {
  let said;
  try {
    said = JSON.parse(content.toString());
  } catch (error) {
    throw Object.assign(damaged('a frame says nothing'), { cause: error });
  }
  if (typeof said !== 'object' || said === null) throw damaged('a frame says nothing');
  return said;
}

/**
 * Reads a backup part by part and gives its manifest. Each part's checksum is compared when it has been read, and all
 * of them with the manifest.
 * @param {Backup} backup
 * @param {(part: { about: any, chunks: AsyncIterable<Buffer> }) => Promise<void>} onPart has to read all chunks
 * @returns {Promise<any>} the manifest
 * @throws {Problem}
 */
export async function readParts(backup, onPart) {
  const frames = backup.frames();
  const found = { tables: [], files: newFileSum() };
  let manifest;
  try {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done) break;
      if (frame.kind === 'M') manifest = parse(frame.content);
      else if (frame.kind === 'P') await readPart(frames, parse(frame.content), { onPart, found });
      else throw damaged('a piece belongs to no part');
    }
  } finally {
    await frames.return();
  }
  compare(manifest, found);
  return manifest;
}

async function readPart(frames, about, { onPart, found }) {
  const hash = createHash('sha256');
  let bytes = 0;
  let end;
  async function* chunks() {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done) throw damaged('a part has no end');
      if (frame.kind === 'E') {
        end = parse(frame.content);
        return;
      }
      if (frame.kind !== 'D') throw damaged('a part has no end');
      hash.update(frame.content);
      bytes += frame.content.length;
      yield frame.content;
    }
  }
  await onPart({ about, chunks: chunks() });
  if (!end) throw new Error('A part was not read to its end.');
  const sha256 = hash.digest('hex');
  if (end.bytes !== bytes || end.sha256 !== sha256) throw damaged('the checksum of a part is another one');
  if (about.kind === 'table')
    found.tables.push({ schema: about.schema, name: about.name, rows: end.rows, bytes, sha256 });
  else found.files.add(about.path, end);
}

/** Number, bytes and checksum of many files. */
export function newFileSum() {
  const hash = createHash('sha256');
  const sum = { count: 0, bytes: 0 };
  return {
    add(path, { bytes, sha256 }) {
      sum.count += 1;
      sum.bytes += bytes;
      hash.update(`${sha256}  ${path}\n`);
    },
    result: () => ({ ...sum, sha256: hash.copy().digest('hex') }),
  };
}

function compare(manifest, { tables, files }) {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(manifest?.tables ?? [], tables)) throw damaged('its tables are not those of its manifest');
  if (!same(manifest?.files, files.result())) throw damaged('its files are not those of its manifest');
}

/** Reads a backup to its end and touches nothing. @param {Backup} backup @returns {Promise<any>} the manifest */
export const verifyBackup = (backup) =>
  readParts(backup, async ({ chunks }) => {
    // Reading is all that is wanted.
    for await (const chunk of chunks) void chunk;
  });
