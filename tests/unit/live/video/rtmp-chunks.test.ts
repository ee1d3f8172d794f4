import { readAmf, writeAmf, AmfError } from '@/lib/live/video/amf0';
import { flvHeader, metadataTag, readTags, VIDEO, writeTag } from '@/lib/live/video/flv';
import { ChunkReader, RtmpError, STRANGER_MAX_BYTES, writeChunks } from '@/lib/live/video/rtmp-chunks';
import type { RtmpMessage } from '@/lib/live/video/rtmp-chunks';
import { levelOf } from '@/lib/live/video/talk-endpoint';
import { waveFile } from '@/lib/live/video/talk-devices';

const message = (length: number, at = 40): RtmpMessage => ({
  type: 9,
  streamId: 1,
  at,
  payload: Buffer.from(Array.from({ length }, (_, index) => index & 255)),
});

describe('messages in chunks', () => {
  it('come out as they went in, however the bytes arrive', () => {
    const sent = [message(0), message(1), message(128), message(129, 80), message(5000, 16_777_000)];
    const bytes = Buffer.concat(sent.map((one) => writeChunks(one, 6, 128)));
    for (const step of [1, 7, 128, bytes.length]) {
      const reader = new ChunkReader();
      const got: RtmpMessage[] = [];
      for (let from = 0; from < bytes.length; from += step) got.push(...reader.read(bytes.subarray(from, from + step)));
      expect(got).toEqual(sent);
    }
  });

  it('of streams between each other are put together each for itself', () => {
    const [one, other] = [writeChunks(message(200), 6, 128), writeChunks(message(150, 50), 7, 128)];
    const first = 12 + 128;
    const mixed = Buffer.concat([
      one.subarray(0, first),
      other.subarray(0, first),
      one.subarray(first),
      other.subarray(first),
    ]);
    expect([...new ChunkReader().read(mixed)].map(({ payload }) => payload.length)).toEqual([200, 150]);
  });

  it('take times as differences where the header is short, and beyond 24 bits', () => {
    const whole = Buffer.from([6, 0xff, 0xff, 0xff, 0, 0, 1, 9, 1, 0, 0, 0, 0x01, 0, 0, 0, 0xaa]);
    const later = Buffer.from([0x80 | 6, 0, 0, 40, 0xbb]);
    const again = Buffer.from([0xc0 | 6, 0xcc]);
    expect([...new ChunkReader().read(Buffer.concat([whole, later, again]))].map(({ at }) => at)).toEqual([
      0x01000000, 0x01000028, 0x01000050,
    ]);
  });

  it('are bounded: no message longer than allowed, no header out of nowhere, no end of streams', () => {
    const long = writeChunks(message(STRANGER_MAX_BYTES + 1), 6, 128);
    expect(() => [...new ChunkReader().read(long)]).toThrow(RtmpError);
    expect(() => [...new ChunkReader().read(Buffer.from([0x46, 0, 0, 0, 0, 0, 0, 0]))]).toThrow(RtmpError);
    const reader = new ChunkReader();
    expect(() => {
      for (let id = 3; id < 60; id += 1) Array.from(reader.read(writeChunks(message(1), id, 128)));
    }).toThrow(RtmpError);
  });
});

describe('AMF0', () => {
  it('says what was said', () => {
    const values = ['connect', 1, { app: 'live', fourCcList: ['avc1'], flag: true, none: null }, undefined] as const;
    expect(readAmf(writeAmf(...(values as unknown as Parameters<typeof writeAmf>)))).toEqual(values);
  });

  it('refuses what is cut, unknown, endless or deep, and makes no prototype', () => {
    expect(() => readAmf(Buffer.from([2, 0, 9, 65]))).toThrow(AmfError);
    expect(() => readAmf(Buffer.from([99]))).toThrow(AmfError);
    expect(() => readAmf(Buffer.from([10, 0xff, 0xff, 0xff, 0xff]))).toThrow(AmfError);
    const deep = Buffer.concat(Array.from({ length: 50 }, () => Buffer.from([3, 0, 1, 97])));
    expect(() => readAmf(deep)).toThrow(AmfError);
    const [object] = readAmf(writeAmf(JSON.parse('{"__proto__":{"isAdmin":true}}') as { [name: string]: string }));
    expect((object as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });
});

it('a stream is read back tag by tag, with times beyond 24 bits, and without what is cut at its end', async () => {
  const tags = [0, 40, 0x01000000].map((at) => ({ type: VIDEO, at, data: Buffer.from([0x17, 1, 0, 0, 0, 9]) }));
  const bytes = Buffer.concat([
    flvHeader({ hasAudio: false }),
    metadataTag({ duration: 1 }),
    ...tags.map(writeTag),
    Buffer.from([9, 0, 0]),
  ]);
  const read = [];
  for await (const tag of readTags([bytes.subarray(0, 20), bytes.subarray(20)])) read.push(tag);
  expect(read.slice(1)).toEqual(tags);
});

it('a talk is as loud as its samples, and kept as a wave file of 16 kHz', () => {
  const samples = Buffer.alloc(3200);
  for (let index = 0; index < 1600; index += 1) samples.writeInt16LE(index % 2 ? 16_384 : -16_384, index * 2);
  expect(levelOf(samples)).toEqual({ rms: 0.5, peak: 0.5 });
  expect(levelOf(Buffer.alloc(0))).toEqual({ rms: 0, peak: 0 });
  const file = waveFile(samples);
  expect([file.toString('latin1', 0, 4), file.readUInt32LE(24), file.readUInt32LE(40)]).toEqual(['RIFF', 16_000, 3200]);
});
