import { demoClip } from '@/lib/live/video/demo-camera';
import { readTags, VIDEO } from '@/lib/live/video/flv';
import type { Tag } from '@/lib/live/video/flv';
import { LiveStream } from '@/lib/live/video/live-stream';
import type { Viewer } from '@/lib/live/video/live-stream';

class Seen implements Viewer {
  pending = 0;
  isOver = false;
  readonly parts: Buffer[] = [];
  write(bytes: Buffer): void {
    this.parts.push(bytes);
  }
  end(): void {
    this.isOver = true;
  }
  async tags(): Promise<Tag[]> {
    const tags: Tag[] = [];
    for await (const tag of readTags(this.parts)) tags.push(tag);
    return tags;
  }
}

const picture = (at: number, isKey: boolean): Tag => ({
  type: VIDEO,
  at,
  data: Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0, 1, 2, 3]),
});
const configuration: Tag = { type: VIDEO, at: 0, data: Buffer.from([0x17, 0, 0, 0, 0, 1]) };

it('who joins gets the configuration and everything since the last key frame, at once', async () => {
  const stream = new LiveStream('C', () => 1);
  stream.write(configuration);
  for (const [at, isKey] of [
    [0, true],
    [40, false],
    [80, true],
    [120, false],
  ] as const)
    stream.write(picture(at, isKey));
  const seen = new Seen();
  stream.add(seen);
  expect((await seen.tags()).filter(({ type }) => type === VIDEO).map(({ at, data }) => [at, data[1]])).toEqual([
    [0, 0],
    [80, 1],
    [120, 1],
  ]);
  stream.write(picture(160, false));
  expect((await seen.tags()).at(-1)?.at).toBe(160);
});

it('who cannot keep up loses pictures until the next key frame, and is sent away before he costs memory', async () => {
  const stream = new LiveStream('C', () => 1);
  const seen = new Seen();
  stream.write(configuration);
  stream.write(picture(0, true));
  stream.add(seen);
  seen.pending = 3 * 1024 * 1024;
  stream.write(picture(40, false));
  seen.pending = 0;
  stream.write(picture(80, false));
  stream.write(picture(120, true));
  stream.write(picture(160, false));
  const pictures = (await seen.tags()).filter(({ type, data }) => type === VIDEO && data[1] === 1);
  expect(pictures.map(({ at }) => at)).toEqual([0, 120, 160]);
  seen.pending = 9 * 1024 * 1024;
  stream.write(picture(200, false));
  expect([seen.isOver, stream.viewers]).toEqual([true, 0]);
});

it('other pictures than H.264 are refused, the enhanced form too; other sound than AAC is left out', () => {
  const stream = new LiveStream('C', () => 1);
  const seen = new Seen();
  stream.add(seen);
  const before = seen.parts.length;
  expect(stream.write({ type: VIDEO, at: 0, data: Buffer.from([0x1c, 1, 0, 0, 0]) })).toBe(false);
  expect(stream.write({ type: VIDEO, at: 0, data: Buffer.from([0x90, 0x68, 0x76, 0x63, 0x31]) })).toBe(false);
  expect(stream.write({ type: 8, at: 0, data: Buffer.from([0x2f, 1]) })).toBe(true);
  expect(seen.parts.length).toBe(before);
  expect(stream.isPlaying).toBe(false);
});

it('the demo camera has 20 seconds in pictures, with a key frame at its beginning, and less than 500 KB', async () => {
  const { configuration: heads, tags, durationMs } = await demoClip();
  expect(heads).toHaveLength(3);
  expect(durationMs).toBeGreaterThan(19_900);
  expect(durationMs).toBeLessThan(20_100);
  expect(tags.find(({ type }) => type === VIDEO)?.data[0]).toBe(0x17);
  expect(tags.filter(({ type }) => type === VIDEO)).toHaveLength(299);
  expect(tags.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThan(500_000);
});
