import { writeAmf } from './amf0';
import type { Amf } from './amf0';

/** FLV, the format in which pictures travel from the relay to browsers and into files (FLV 10.1, annex E). */

export const AUDIO = 8;
export const VIDEO = 9;
export const SCRIPT = 18;

/** One tag; RTMP carries the same. */
export interface Tag {
  readonly type: number;
  /** Milliseconds. */
  readonly at: number;
  readonly data: Buffer;
}

const FILE_HEADER_BYTES = 13;
const HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const H264 = 7;
const AAC = 10;
const ENHANCED = 0x80;

/** The first bytes of a file or stream. */
export function flvHeader({ hasAudio }: { hasAudio: boolean }): Buffer {
  return Buffer.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0]);
}

/** A tag as a stream contains it, followed by its length. */
export function writeTag({ type, at, data }: Tag): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + data.length + TRAILER_BYTES);
  const stamp = at >>> 0;
  bytes[0] = type;
  bytes.writeUIntBE(data.length, 1, 3);
  bytes.writeUIntBE(stamp & 0xffffff, 4, 3);
  bytes[7] = stamp >>> 24;
  bytes.writeUIntBE(0, 8, 3);
  data.copy(bytes, HEADER_BYTES);
  bytes.writeUInt32BE(HEADER_BYTES + data.length, HEADER_BYTES + data.length);
  return bytes;
}

/** The metadata tag of a stream. */
export function metadataTag(values: Record<string, Amf>): Buffer {
  return writeTag({ type: SCRIPT, at: 0, data: writeAmf('onMetaData', values) });
}

const byteOf = (data: Buffer, index: number) => data[index] ?? 0;

/**
 * Is it a picture in H.264? Our browsers play nothing else. The enhanced format, which names other codecs, is not
 * accepted.
 */
export const isH264 = (data: Buffer) =>
  data.length >= 5 && (byteOf(data, 0) & ENHANCED) === 0 && (byteOf(data, 0) & 0x0f) === H264;
export const isAac = (data: Buffer) => data.length >= 2 && byteOf(data, 0) >> 4 === AAC;
/** The data that a decoder needs before the first picture or sound. */
export const isConfiguration = ({ type, data }: Tag) =>
  (type === VIDEO ? isH264(data) : type === AUDIO && isAac(data)) && data[1] === 0;
/** A picture that does not depend on others. */
export const isKeyFrame = ({ type, data }: Tag) =>
  type === VIDEO && isH264(data) && byteOf(data, 0) >> 4 === 1 && data[1] === 1;

/** Reads the tags of a file or stream from its bytes. A tag that is cut at the end is dropped. @throws Error */
export async function* readTags(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Tag> {
  let rest: Buffer = Buffer.alloc(0);
  let isHeadRead = false;
  for await (const part of bytes) {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    if (!isHeadRead) {
      if (rest.length < FILE_HEADER_BYTES) continue;
      if (rest.toString('latin1', 0, 3) !== 'FLV') throw new Error('This is no FLV.');
      rest = rest.subarray(FILE_HEADER_BYTES);
      isHeadRead = true;
    }
    while (rest.length >= HEADER_BYTES) {
      const length = rest.readUIntBE(1, 3);
      const end = HEADER_BYTES + length + TRAILER_BYTES;
      if (rest.length < end) break;
      yield {
        type: byteOf(rest, 0) & 0x1f,
        at: rest.readUIntBE(4, 3) + byteOf(rest, 7) * 0x1000000,
        data: Buffer.from(rest.subarray(HEADER_BYTES, HEADER_BYTES + length)),
      };
      rest = rest.subarray(end);
    }
  }
}
