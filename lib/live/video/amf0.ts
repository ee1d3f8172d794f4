/**
 * AMF0, the values of RTMP commands and of FLV metadata, as far as cameras and encoders send them. Every length that a
 * peer names is checked against the bytes that arrived.
 */

export type Amf = number | boolean | string | null | undefined | Amf[] | { [name: string]: Amf };

const [NUMBER, BOOLEAN, STRING, OBJECT, NULL, UNDEFINED] = [0, 1, 2, 3, 5, 6];
const [ECMA_ARRAY, OBJECT_END, STRICT_ARRAY, DATE, LONG_STRING] = [8, 9, 10, 11, 12];
const MAX_DEPTH = 8;
const MAX_MEMBERS = 256;

/** The bytes are no AMF0, or more of it than allowed. */
export class AmfError extends Error {
  override name = 'AmfError';
}

class AmfReader {
  #at = 0;
  constructor(readonly bytes: Buffer) {}

  get isDone(): boolean {
    return this.#at >= this.bytes.length;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.bytes.length) throw new AmfError('cut short');
    const part = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  value(depth = 0): Amf {
    if (depth > MAX_DEPTH) throw new AmfError('too deep');
    const kind = this.take(1)[0];
    switch (kind) {
      case NUMBER:
        return this.take(8).readDoubleBE();
      case BOOLEAN:
        return this.take(1)[0] !== 0;
      case STRING:
        return this.#text(this.take(2).readUInt16BE());
      case LONG_STRING:
        return this.#text(this.take(4).readUInt32BE());
      case OBJECT:
        return this.#members(depth);
      case ECMA_ARRAY:
        this.take(4);
        return this.#members(depth);
      case STRICT_ARRAY: {
        const length = this.take(4).readUInt32BE();
        if (length > MAX_MEMBERS) throw new AmfError('too many');
        return Array.from({ length }, () => this.value(depth + 1));
      }
      case DATE:
        return this.take(10).readDoubleBE();
      case NULL:
        return null;
      case UNDEFINED:
        return undefined;
      default:
        throw new AmfError('unknown type');
    }
  }

  #text(length: number): string {
    return this.take(length).toString('utf8');
  }

  #members(depth: number): Record<string, Amf> {
    const members = new Map<string, Amf>();
    for (let count = 0; ; count += 1) {
      if (count > MAX_MEMBERS) throw new AmfError('too many');
      const name = this.#text(this.take(2).readUInt16BE());
      if (name === '' && this.bytes[this.#at] === OBJECT_END) {
        this.take(1);
        return Object.fromEntries(members);
      }
      members.set(name, this.value(depth + 1));
    }
  }
}

/** All values of a message. @throws AmfError */
export function readAmf(bytes: Buffer): Amf[] {
  const reader = new AmfReader(bytes);
  const values: Amf[] = [];
  while (!reader.isDone) {
    if (values.length > MAX_MEMBERS) throw new AmfError('too many');
    values.push(reader.value());
  }
  return values;
}

function named(name: string): Buffer {
  const text = Buffer.from(name);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, text]);
}

function writeValue(value: Amf): Buffer {
  switch (typeof value) {
    case 'number': {
      const bytes = Buffer.alloc(9);
      bytes.writeDoubleBE(value, 1);
      return bytes;
    }
    case 'boolean':
      return Buffer.from([BOOLEAN, value ? 1 : 0]);
    case 'string':
      return Buffer.concat([Buffer.from([STRING]), named(value)]);
    case 'undefined':
      return Buffer.from([UNDEFINED]);
    default:
      if (value === null) return Buffer.from([NULL]);
      if (Array.isArray(value)) {
        const head = Buffer.alloc(5);
        head[0] = STRICT_ARRAY;
        head.writeUInt32BE(value.length, 1);
        return Buffer.concat([head, ...value.map(writeValue)]);
      }
      return Buffer.concat([
        Buffer.from([OBJECT]),
        ...Object.entries(value).flatMap(([name, member]) => [named(name), writeValue(member)]),
        Buffer.from([0, 0, OBJECT_END]),
      ]);
  }
}

/** Encodes values, one after the other. */
export function writeAmf(...values: Amf[]): Buffer {
  return Buffer.concat(values.map(writeValue));
}
