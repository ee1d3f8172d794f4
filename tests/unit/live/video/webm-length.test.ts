import { withLength } from '@/lib/live/video/browser/webm-length';

/** A file as a browser writes it: EBML, a Segment of unknown size, Info (scale 1 ms, a name), then clusters. */
const EBML = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 0x01];
const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const SCALE = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
const NAME = [0x4d, 0x80, 0x81, 0x43];
const info = (...parts: number[][]) => [0x15, 0x49, 0xa9, 0x66, 0x80 + parts.flat().length, ...parts.flat()];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe7, 0x81, 0x00];
const file = (...parts: number[][]) => Uint8Array.from(parts.flat());
const DURATION = (milliseconds: number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, milliseconds);
  return [0x44, 0x89, 0x88, ...new Uint8Array(view.buffer)];
};

it('a finished recording says its length, and nothing else of it changes', () => {
  expect([...withLength(file(EBML, SEGMENT, info(SCALE, NAME), CLUSTER), 12_345)]).toEqual([
    ...EBML,
    ...SEGMENT,
    0x15,
    0x49,
    0xa9,
    0x66,
    0x10,
    0,
    0,
    SCALE.length + NAME.length + 11,
    ...SCALE,
    ...NAME,
    ...DURATION(12_345),
    ...CLUSTER,
  ]);
});

it.each([
  ['has its length already', file(EBML, SEGMENT, info(SCALE, DURATION(1)), CLUSTER)],
  ['knows its size', file(EBML, [0x18, 0x53, 0x80, 0x67, 0x90], info(SCALE), CLUSTER)],
  ['has no Info before its pictures', file(EBML, SEGMENT, CLUSTER, info(SCALE))],
  ['is cut within its Info', file(EBML, SEGMENT, info(SCALE, NAME)).slice(0, -4)],
  ['is nothing of the kind', file([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70])],
  ['is empty', file()],
])('a file that %s stays as it is', (_, given) => {
  expect(withLength(given, 5000)).toEqual(given);
});
