/** RTMP's chunks (RTMP 1.0 §5.3): messages of several streams, cut into pieces. This reads and writes them. */

export interface RtmpMessage {
  readonly type: number;
  readonly streamId: number;
  /** Milliseconds. */
  readonly at: number;
  readonly payload: Buffer;
}

interface ChunkStream {
  type: number;
  streamId: number;
  length: number;
  /** As in the last header: an absolute time or a difference. */
  stamp: number;
  isExtended: boolean;
  at: number;
  parts: Buffer[];
  received: number;
}

const MAX_CHUNK_STREAMS = 32;
const HEADER_BYTES = [11, 7, 3, 0] as const;
const EXTENDED = 0xffffff;
const EMPTY: Readonly<ChunkStream> = {
  type: 0,
  streamId: 0,
  length: 0,
  stamp: 0,
  isExtended: false,
  at: 0,
  parts: [],
  received: 0,
};
/** Largest message before the publisher is known. */
export const STRANGER_MAX_BYTES = 16 * 1024;
export const PUBLISHER_MAX_BYTES = 4 * 1024 * 1024;

/** The peer broke the protocol or its limits. */
export class RtmpError extends Error {
  override name = 'RtmpError';
}

/** Joins chunks to messages as their bytes arrive. */
export class ChunkReader {
  chunkSize = 128;
  maxBytes = STRANGER_MAX_BYTES;
  #rest: Buffer = Buffer.alloc(0);
  readonly #streams = new Map<number, ChunkStream>();

  /** The messages that are complete now. @throws RtmpError */
  *read(bytes: Buffer): Generator<RtmpMessage> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const read = this.#chunk(this.#rest);
      if (read === undefined) return;
      this.#rest = this.#rest.subarray(read.used);
      if (read.message) yield read.message;
    }
  }

  /** Drops the received part of a message. */
  abort(chunkStreamId: number): void {
    const stream = this.#streams.get(chunkStreamId);
    if (stream) [stream.parts, stream.received] = [[], 0];
  }

  #chunk(bytes: Buffer): { used: number; message?: RtmpMessage } | undefined {
    const basic = basicHeader(bytes);
    if (!basic) return undefined;
    const { format, id, used: head } = basic;
    const known = this.#streams.get(id);
    if (!known && format !== 0) throw new RtmpError('a stream begins with a whole header');
    if (!known && this.#streams.size >= MAX_CHUNK_STREAMS) throw new RtmpError('too many chunk streams');
    const before = known ?? EMPTY;
    let used = head + HEADER_BYTES[format];
    if (bytes.length < used) return undefined;
    const stamp = format < 3 ? bytes.readUIntBE(head, 3) : before.stamp;
    const isExtended = format < 3 ? stamp === EXTENDED : before.isExtended;
    if (isExtended) used += 4;
    if (bytes.length < used) return undefined;
    const shown = isExtended ? bytes.readUInt32BE(used - 4) : stamp;
    const length = format < 2 ? bytes.readUIntBE(head + 3, 3) : before.length;
    if (length > this.maxBytes) throw new RtmpError('message too long');
    const isNew = before.received === 0;
    if (!isNew && format !== 3) throw new RtmpError('a message was not ended');
    const size = Math.min(this.chunkSize, length - before.received);
    if (bytes.length < used + size) return undefined;

    const stream = known ?? { ...EMPTY, parts: [] };
    this.#streams.set(id, stream);
    if (format < 2) [stream.length, stream.type] = [length, bytes[head + 6] ?? 0];
    if (format === 0) stream.streamId = bytes.readUInt32LE(head + 7);
    [stream.stamp, stream.isExtended] = [stamp, isExtended];
    if (isNew) stream.at = format === 0 ? shown : (stream.at + shown) >>> 0;
    stream.parts.push(Buffer.from(bytes.subarray(used, used + size)));
    stream.received += size;
    used += size;
    if (stream.received < stream.length) return { used };
    const payload = Buffer.concat(stream.parts);
    [stream.parts, stream.received] = [[], 0];
    return { used, message: { type: stream.type, streamId: stream.streamId, at: stream.at, payload } };
  }
}

type Format = 0 | 1 | 2 | 3;

function basicHeader(bytes: Buffer): { format: Format; id: number; used: number } | undefined {
  const [first, second, third] = bytes;
  if (first === undefined) return undefined;
  const format = (first >> 6) as Format;
  const small = first & 0x3f;
  if (small >= 2) return { format, id: small, used: 1 };
  if (second === undefined) return undefined;
  if (small === 0) return { format, id: second + 64, used: 2 };
  return third === undefined ? undefined : { format, id: third * 256 + second + 64, used: 3 };
}

/** A message in chunks of `chunkSize` on a chunk stream below 64. */
export function writeChunks({ type, streamId, at, payload }: RtmpMessage, id: number, chunkSize: number): Buffer {
  const head = Buffer.alloc(12);
  head[0] = id;
  head.writeUIntBE(Math.min(at, EXTENDED - 1), 1, 3);
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  const parts: Buffer[] = [head];
  for (let from = 0; from < payload.length; from += chunkSize) {
    if (from > 0) parts.push(Buffer.from([0xc0 | id]));
    parts.push(payload.subarray(from, from + chunkSize));
  }
  return Buffer.concat(parts);
}
