// Writes a backup: parts become frames, which are compressed side by side, sealed and written in order.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { PIECE_BYTES, frameHead, newHead } from './format.mjs';
import { sideBySide } from './side-by-side.mjs';

const compress = promisify(brotliCompress);
const HOW = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 },
};

/** Node has four threads for this unless it is told otherwise. */
export const AT_ONCE = Math.min(4, availableParallelism());

/** Gathers what a stream gives into pieces. @param {AsyncIterable<Buffer>} chunks */
async function* piecesOf(chunks) {
  let held = [];
  let size = 0;
  for await (let chunk of chunks) {
    while (size + chunk.length >= PIECE_BYTES) {
      const taken = PIECE_BYTES - size;
      yield Buffer.concat([...held, chunk.subarray(0, taken)]);
      chunk = chunk.subarray(taken);
      held = [];
      size = 0;
    }
    if (chunk.length > 0) held.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

/**
 * @typedef {object} Part
 * @property {object} about what it is, as its first frame says it
 * @property {AsyncIterable<Buffer>} chunks its content
 * @property {() => Promise<object>} [more] asked at its end: what the last frame says besides
 * @property {(end: { bytes: number, sha256: string }) => void} [onEnd] is told what its last frame says
 */

/** @param {AsyncIterable<Part>} parts @param {() => object | Promise<object>} manifest asked when all parts are through */
async function* framesOf(parts, manifest) {
  const said = (kind, content) => ({ kind, content: Buffer.from(JSON.stringify(content)) });
  for await (const { about, chunks, more, onEnd } of parts) {
    yield said('P', about);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of piecesOf(chunks)) {
      hash.update(piece);
      bytes += piece.length;
      yield { kind: 'D', content: piece };
    }
    const end = { bytes, sha256: hash.digest('hex'), ...(await more?.()) };
    onEnd?.(end);
    yield said('E', end);
  }
  yield said('M', await manifest());
}

/**
 * Writes a whole backup and ends the output.
 * @param {import('node:stream').Writable} output
 * @param {{ made: Date, portal: string, passphrase?: string, parts: AsyncIterable<Part>,
 *   manifest: () => object | Promise<object> }} options
 * @returns {Promise<{ bytes: number }>} as many as were written
 */
export async function writeBackup(output, { made, portal, passphrase, parts, manifest }) {
  const { head, sealer } = await newHead({ made, portal, passphrase });
  const all = createHash('sha256');
  let bytes = 0;
  async function* stored() {
    yield head;
    const shrunk = sideBySide(framesOf(parts, manifest), AT_ONCE + 1, async ({ kind, content }) => ({
      kind,
      content: kind === 'D' ? await compress(content, HOW) : content,
    }));
    for await (const { kind, content } of shrunk) {
      const sealed = sealer.seal(kind, content);
      yield frameHead(kind, sealed);
      yield sealed;
    }
  }
  async function* counted() {
    for await (const chunk of stored()) {
      all.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    const digest = all.digest();
    bytes += digest.length;
    yield digest;
  }
  await pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 2 }), output);
  return { bytes };
}
