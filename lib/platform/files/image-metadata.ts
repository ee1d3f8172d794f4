import { Buffer } from 'node:buffer';

/** Pictures without what cameras write into them beside the picture: place, time, device, and texts. Pure. */

/** Segments of a JPEG that the picture itself needs: JFIF, colour profile, colour transform. */
const KEPT_SEGMENTS = new Set([0xe0, 0xe2, 0xee]);
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Chunks of a PNG that say something beside the picture. */
const TOLD_CHUNKS = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const PNG_HEAD = 8;

function plainJpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // From here on it is the picture.
    if (marker === START_OF_SCAN) return Buffer.concat([...parts, bytes.subarray(at)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const isTold = (marker >= 0xe0 && marker <= 0xef && !KEPT_SEGMENTS.has(marker)) || marker === COMMENT;
    if (!isTold) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

function plainPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, PNG_HEAD)];
  let at = PNG_HEAD;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (!TOLD_CHUNKS.has(bytes.toString('latin1', at + 4, at + 8))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** The same picture and nothing else. @param bytes of a file that is true to its type */
export const withoutMetadata = (bytes: Buffer, type: 'jpg' | 'png'): Buffer =>
  type === 'jpg' ? plainJpeg(bytes) : plainPng(bytes);
