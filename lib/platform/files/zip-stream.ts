import { Buffer } from 'node:buffer';
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { formatDateTime } from '@/lib/platform/i18n/format';

/**
 * A ZIP archive, written part by part while its contents are produced; only one short record per part stays in memory.
 */

export interface ZipPart {
  readonly path: string;
  readonly data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** When it was made; absent: it has no time, so that the same content gives the same file. */
  readonly at?: Date;
}

const UTF8_AND_SIZES_BEHIND = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** Marked as made on Unix, so that every reader takes the names as UTF-8; files that everybody may read. */
const MADE_BY = (3 << 8) | VERSION;
const MODE = 0o100644 * 0x1_0000;
/** 1980-01-01, the first day in a ZIP. */
const NO_TIME = { day: 0x0021, time: 0 };
const MAX_SIZE = 0xffff_ffff;

interface Sums {
  crc: number;
  size: number;
  packed: number;
}
interface ZipEntry extends Sums {
  readonly made: { readonly day: number; readonly time: number };
  readonly name: Buffer;
  readonly offset: number;
}

function le(...fields: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (value > MAX_SIZE) throw new Error('a ZIP part is larger than 4 GiB');
    at = buffer.writeUIntLE(value, at, bytes);
  }
  return buffer;
}

/** Shanghai's wall clock, as a ZIP has it: two seconds are its shortest step. */
function dosTime(at: Date): ZipEntry['made'] {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = formatDateTime(at).split(/\D/).map(Number);
  if (year < 1980) return NO_TIME;
  return { day: ((year - 1980) << 9) | (month << 5) | day, time: (hour << 11) | (minute << 5) | (second >> 1) };
}

const common = ({ name, made, crc, size, packed }: ZipEntry): [2 | 4, number][] => [
  [2, VERSION],
  [2, UTF8_AND_SIZES_BEHIND],
  [2, DEFLATE],
  [2, made.time],
  [2, made.day],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
  [2, 0],
];

/** The compressed bytes of a part; `sums` grow with them. An error of the source or of the reader ends both. */
async function* packed(data: ZipPart['data'], sums: Sums): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const chunk of data) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.byteLength;
      yield chunk;
    }
  }
  const deflate = createDeflateRaw();
  pipeline(counted, deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    sums.packed += chunk.byteLength;
    yield chunk;
  }
}

/**
 * The archive. A part is read to its end before the next one is requested, so that a later part can depend on an
 * earlier one.
 */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const entries: ZipEntry[] = [];
  let offset = 0;
  const sent = (bytes: Uint8Array) => {
    offset += bytes.byteLength;
    return bytes;
  };
  for await (const { path, data, at } of parts) {
    const made = at ? dosTime(at) : NO_TIME;
    const entry: ZipEntry = { name: Buffer.from(path), made, offset, crc: 0, size: 0, packed: 0 };
    yield sent(Buffer.concat([le([4, 0x0403_4b50], ...common(entry)), entry.name]));
    for await (const chunk of packed(data, entry)) yield sent(chunk);
    yield sent(le([4, 0x0807_4b50], [4, entry.crc], [4, entry.packed], [4, entry.size]));
    entries.push(entry);
  }
  const start = offset;
  for (const entry of entries)
    yield sent(
      Buffer.concat([
        le([4, 0x0201_4b50], [2, MADE_BY], ...common(entry), [2, 0], [2, 0], [2, 0], [4, MODE], [4, entry.offset]),
        entry.name,
      ]),
    );
  yield le(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, offset - start],
    [4, start],
    [2, 0],
  );
}
