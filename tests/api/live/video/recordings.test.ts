import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoClip } from '@/lib/live/video/demo-camera';
import { isConfiguration, isKeyFrame, readTags, VIDEO } from '@/lib/live/video/flv';
import type { Tag } from '@/lib/live/video/flv';
import { LiveStream } from '@/lib/live/video/live-stream';
import { findSegments, Recordings } from '@/lib/live/video/recordings';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../support/personas';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { makeCamera } from './support/stage';

useFreshDatabase();

const BEGIN = Date.parse('2026-01-31T08:00:00+08:00');
const MINUTE = 60_000;
let directory: string;
let now = BEGIN;
let recordings: Recordings;

beforeAll(async () => {
  await createPersonas();
  await makeCamera('DEMO-1', 'E-1', { recorded: true });
});
beforeEach(async () => {
  now = BEGIN;
  directory = await mkdtemp(join(tmpdir(), 'records-'));
  recordings = new Recordings(directory, () => now);
  await db().videoSegment.deleteMany();
});
afterEach(async () => {
  await recordings.close();
  await rm(directory, { recursive: true, force: true });
});
afterAll(closePortal);

/** Plays the clip for some minutes of the test's clock into a recorded stream. */
async function record(minutes: number): Promise<void> {
  const { configuration, tags, durationMs } = await demoClip();
  const stream = new LiveStream('DEMO-1', () => now);
  for (const tag of configuration) stream.write(tag);
  recordings.follow({ cameraId: 'DEMO-1', recorded: true }, stream);
  await until(() => stream.viewers > 0);
  const from = now;
  for (let round = 0; round * durationMs < minutes * MINUTE; round += 1)
    for (const tag of tags) {
      const at = tag.at + round * durationMs;
      now = from + at;
      stream.write({ ...tag, at: at + 500_000 });
    }
  stream.end();
  await recordings.close();
}
async function play(begin: number, end: number): Promise<Tag[]> {
  const tags: Tag[] = [];
  for await (const tag of readTags(recordings.play('DEMO-1', { begin, end }))) tags.push(tag);
  return tags.filter((tag) => tag.type === VIDEO && !isConfiguration(tag));
}

it('a marked camera is kept in stretches of five minutes, of which a range is played as one', async () => {
  await record(12);
  const segments = await findSegments('DEMO-1', { begin: BEGIN, end: now });
  expect(segments.map(({ beginAt }) => Math.round((beginAt.getTime() - BEGIN) / MINUTE))).toEqual([0, 5, 10]);
  expect(await readdir(join(directory, 'records/DEMO-1'))).toHaveLength(3);
  const pictures = await play(BEGIN + 4 * MINUTE, BEGIN + 6 * MINUTE);
  expect(isKeyFrame(pictures[0] as Tag)).toBe(true);
  expect(pictures[0]?.at).toBe(0);
  // Two minutes in 15 pictures a second, and at most what leads from the key frame to the beginning.
  expect(pictures.length).toBeGreaterThanOrEqual(1795);
  expect(pictures.length).toBeLessThanOrEqual(1835);
  const steps = pictures.slice(1).map(({ at }, index) => at - (pictures[index]?.at ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(2000);
  expect(await play(BEGIN + 20 * MINUTE, BEGIN + 21 * MINUTE)).toEqual([]);
});

it('one that is not marked is not kept, and one that is no longer marked ends', async () => {
  const stream = new LiveStream('DEMO-1', () => now);
  recordings.follow({ cameraId: 'DEMO-1', recorded: false }, stream);
  expect(stream.viewers).toBe(0);
  recordings.follow({ cameraId: 'DEMO-1', recorded: true }, stream);
  await until(() => stream.viewers > 0);
  expect(stream.audience).toBe(0);
  recordings.follow({ cameraId: 'DEMO-1', recorded: false }, stream);
  expect(stream.viewers).toBe(0);
});

it('what is older than a day goes, and beyond the bytes the oldest', async () => {
  await record(12);
  const rows = await db().videoSegment.findMany({ orderBy: { beginAt: 'asc' } });
  const [, middle, last] = rows;
  await recordings.prune({ keptBytes: Number(middle?.bytes) + Number(last?.bytes) });
  expect(await db().videoSegment.count()).toBe(2);
  expect(existsSync(join(directory, rows[0]?.file ?? ''))).toBe(false);
  now += 24 * 60 * MINUTE + 1;
  await recordings.prune();
  expect(await db().videoSegment.count()).toBe(0);
  expect(await readdir(join(directory, 'records/DEMO-1'))).toEqual([]);
});

it('after a kill the open stretch gets its end, and files that nobody knows go', async () => {
  await mkdir(join(directory, 'records/DEMO-1'), { recursive: true });
  await writeFile(join(directory, 'records/DEMO-1/1.flv'), 'known');
  await writeFile(join(directory, 'records/DEMO-1/2.flv'), 'unknown');
  const row = (file: string) => ({ cameraId: 'DEMO-1', beginAt: new Date(BEGIN), file });
  await db().videoSegment.createMany({ data: [row('records/DEMO-1/1.flv'), row('records/DEMO-1/gone.flv')] });
  await recordings.begin();
  expect(await readdir(join(directory, 'records/DEMO-1'))).toEqual(['1.flv']);
  expect(await db().videoSegment.findMany()).toMatchObject([{ file: 'records/DEMO-1/1.flv', bytes: 5n }]);
  await recordings.forget('DEMO-1');
  expect(existsSync(join(directory, 'records/DEMO-1'))).toBe(false);
});
