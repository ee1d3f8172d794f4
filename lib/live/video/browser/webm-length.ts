/**
 * A browser writes a recording while it runs, so a WebM file does not know its own length: players show no time and
 * cannot seek. This writes the length into the head of a finished file (Matroska: Segment › Info › Duration).
 */

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const CLUSTER = 0x1f43b675;
const TIMECODE_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
/** Id, a length of 8, and the number. */
const DURATION_BYTES = 11;
const DEFAULT_SCALE_NS = 1_000_000;

interface Element {
  readonly id: number;
  /** Where its content starts. */
  readonly at: number;
  /** Length of its content; undefined: unknown, it reaches to the end. */
  readonly size: number | undefined;
  readonly sizeAt: number;
}

/** Number of bytes of a variable-length number, from its first byte. */
const widthOf = (first: number) => Math.clz32(first) - 23;

function elementAt(view: DataView, at: number): Element | undefined {
  if (at >= view.byteLength) return undefined;
  const idWidth = widthOf(view.getUint8(at));
  const sizeAt = at + idWidth;
  if (idWidth > 4 || sizeAt >= view.byteLength) return undefined;
  let id = 0;
  for (let index = 0; index < idWidth; index += 1) id = id * 256 + view.getUint8(at + index);
  const first = view.getUint8(sizeAt);
  const width = widthOf(first);
  if (width > 8 || sizeAt + width > view.byteLength) return undefined;
  let size = first & ((1 << (8 - width)) - 1);
  let isUnknown = size === (1 << (8 - width)) - 1;
  for (let index = 1; index < width; index += 1) {
    const byte = view.getUint8(sizeAt + index);
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  return { id, at: sizeAt + width, size: isUnknown ? undefined : size, sizeAt };
}

/** The children of an element, as far as `view` contains them before the first cluster. */
function* childrenOf(view: DataView, begin: number, end: number): Generator<Element> {
  for (let at = begin; at < end;) {
    const element = elementAt(view, at);
    if (!element || element.id === CLUSTER) return;
    yield element;
    if (element.size === undefined) return;
    at = element.at + element.size;
  }
}

function scaleOf(view: DataView, info: Element & { readonly size: number }): number {
  for (const { id, at, size = 0 } of childrenOf(view, info.at, info.at + info.size)) {
    if (id !== TIMECODE_SCALE) continue;
    let scale = 0;
    for (let index = 0; index < size; index += 1) scale = scale * 256 + view.getUint8(at + index);
    return scale || DEFAULT_SCALE_NS;
  }
  return DEFAULT_SCALE_NS;
}

/**
 * @param head the first bytes of a file, with the whole Info in them
 * @returns them with the length; unchanged when they are not as expected
 */
export function withLength(head: Uint8Array<ArrayBuffer>, lengthMs: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const segment = [...childrenOf(view, 0, head.byteLength)].find(({ id }) => id === SEGMENT);
  // A segment that knows its size was already finished.
  if (!segment || segment.size !== undefined) return head;
  const info = [...childrenOf(view, segment.at, head.byteLength)].find(({ id }) => id === INFO);
  if (info?.size === undefined || info.at + info.size > head.byteLength) return head;
  const known = { ...info, size: info.size };
  const inside = [...childrenOf(view, known.at, known.at + known.size)];
  if (inside.some(({ id }) => id === DURATION)) return head;
  const duration = new DataView(new ArrayBuffer(DURATION_BYTES));
  duration.setUint16(0, DURATION);
  duration.setUint8(2, 0x88);
  duration.setFloat64(3, (lengthMs * 1_000_000) / scaleOf(view, known));
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, 0x10000000 + known.size + DURATION_BYTES);
  const parts = [
    head.subarray(0, known.sizeAt),
    new Uint8Array(size.buffer),
    head.subarray(known.at, known.at + known.size),
    new Uint8Array(duration.buffer),
    head.subarray(known.at + known.size),
  ];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
