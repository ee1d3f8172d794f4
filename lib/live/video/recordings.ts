import { createReadStream, createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import type { RelayCamera } from './cameras';
import { flvHeader, isConfiguration, isKeyFrame, readTags, SCRIPT, VIDEO, metadataTag, writeTag } from './flv';
import type { Tag } from './flv';
import type { LiveStream, Viewer } from './live-stream';

/**
 * The recordings of cameras that are marked for it (readings 89, 168): segments of 5 minutes as FLV files below
 * DATA_DIR/video/records, at most 24 hours and 2 GB of all cameras together. The oldest are deleted first. A table
 * lists the segments.
 */

const HOUR_MS = 3_600_000;
const SEGMENT_MS = 5 * 60_000;
export const KEPT_MS = 24 * HOUR_MS;
export const KEPT_BYTES = 2 * 1024 ** 3;
const HEADER_BYTES = 11;
const TRAILER_BYTES = 4;

/** Parses a written tag. */
function tagOf(bytes: Buffer): Tag {
  return {
    type: (bytes[0] ?? 0) & 0x1f,
    at: bytes.readUIntBE(4, 3) + (bytes[7] ?? 0) * 0x1000000,
    data: bytes.subarray(HEADER_BYTES, bytes.length - TRAILER_BYTES),
  };
}

interface OpenSegment {
  readonly file: WriteStream;
  readonly row: Promise<bigint>;
  readonly beginAt: number;
  /** The stream's time at the start of the segment. */
  readonly from: number;
  bytes: number;
}

/** Writes one camera's stream into files, as one of its viewers. */
class Recorder implements Viewer {
  readonly isRecording = true;
  readonly #heads = new Map<number, Buffer>();
  #segment: OpenSegment | undefined;
  /** The older pictures that a new viewer gets are not recorded, because their time is unknown. */
  #isJoining = true;
  #work: Promise<void> = Promise.resolve();

  constructor(
    readonly cameraId: string,
    readonly directory: string,
    readonly now: () => number,
    readonly onEnd: () => void,
  ) {}

  get pending(): number {
    return this.#segment?.file.writableLength ?? 0;
  }

  joined(): void {
    this.#isJoining = false;
  }

  write(bytes: Buffer): void {
    if (bytes.length < HEADER_BYTES + TRAILER_BYTES) return;
    const tag = tagOf(bytes);
    if (tag.type === SCRIPT) return;
    if (isConfiguration(tag)) return void this.#heads.set(tag.type, Buffer.from(bytes));
    if (this.#isJoining) return;
    if (isKeyFrame(tag) && (!this.#segment || this.now() - this.#segment.beginAt >= SEGMENT_MS)) this.#begin(tag);
    if (this.#segment) this.#put(writeTag({ ...tag, at: Math.max(0, tag.at - this.#segment.from) }));
  }

  end(): void {
    this.#finish();
    this.onEnd();
  }

  /** Resolves when everything is written. */
  idle(): Promise<void> {
    return this.#work;
  }

  #begin(tag: Tag): void {
    this.#finish();
    const beginAt = this.now();
    const name = `records/${this.cameraId}/${beginAt}.flv`;
    const file = createWriteStream(join(this.directory, name));
    file.on('error', (error) => logger('video').warn({ err: error, camera: this.cameraId }, 'recording failed'));
    const row = db()
      .videoSegment.create({ data: { cameraId: this.cameraId, beginAt: new Date(beginAt), file: name } })
      .then(({ id }) => id);
    row.catch(() => undefined);
    this.#segment = { file, row, beginAt, from: tag.at, bytes: 0 };
    this.#put(flvHeader({ hasAudio: this.#heads.size > 1 }));
    for (const head of this.#heads.values()) this.#put(writeTag({ ...tagOf(head), at: 0 }));
  }

  #put(bytes: Buffer): void {
    if (!this.#segment) return;
    this.#segment.bytes += bytes.length;
    this.#segment.file.write(bytes);
  }

  #finish(): void {
    const segment = this.#segment;
    this.#segment = undefined;
    if (!segment) return;
    const { file, row, bytes } = segment;
    const endAt = new Date(this.now());
    const closed = new Promise<void>((resolve) => file.end(() => resolve()));
    this.#work = this.#work
      .then(async () => {
        await closed;
        await db().videoSegment.updateMany({ where: { id: await row }, data: { endAt, bytes } });
      })
      .catch((error: unknown) => logger('video').warn({ err: error, camera: this.cameraId }, 'recording not noted'));
  }
}

export class Recordings {
  readonly #recorders = new Map<string, { recorder: Recorder; stop: () => void }>();
  #ended: Promise<void> = Promise.resolve();

  /** @param directory DATA_DIR/video */
  constructor(
    readonly directory: string,
    readonly now: () => number,
  ) {}

  /** Records the stream if its camera is marked, and stops when it is no longer marked. */
  follow({ cameraId, recorded }: Pick<RelayCamera, 'cameraId' | 'recorded'>, stream: LiveStream): void {
    const running = this.#recorders.get(cameraId);
    if (!recorded) return running?.stop();
    if (running) return;
    const recorder = new Recorder(cameraId, this.directory, this.now, () => {
      this.#recorders.delete(cameraId);
      this.#ended = Promise.all([this.#ended, recorder.idle()]).then(() => undefined);
    });
    const stop = () => {
      stream.remove(recorder);
      recorder.end();
    };
    this.#recorders.set(cameraId, { recorder, stop });
    mkdir(join(this.directory, 'records', cameraId), { recursive: true }).then(
      () => {
        if (this.#recorders.get(cameraId)?.recorder !== recorder) return;
        stream.add(recorder);
        recorder.joined();
      },
      (error: unknown) => logger('video').warn({ err: error, camera: cameraId }, 'recording failed'),
    );
  }

  /** The pictures of a range as one file; gaps are left out. */
  async *play(cameraId: string, { begin, end }: { begin: number; end: number }): AsyncGenerator<Buffer> {
    const segments = await findSegments(cameraId, { begin, end });
    let offset = 0;
    let isHeadSent = false;
    for (const { file, beginAt } of segments) {
      const heads: Tag[] = [];
      let group: Tag[] = [];
      let from: number | undefined;
      let last = 0;
      for await (const tag of readTags(this.#read(file))) {
        const at = beginAt.getTime() + tag.at;
        if (at > end) break;
        if (isConfiguration(tag)) {
          heads.push(tag);
          continue;
        }
        if (from === undefined) {
          // Pictures need the key frame before them.
          if (isKeyFrame(tag)) group = [];
          group.push(tag);
          if (at < begin || !group.some(isKeyFrame)) continue;
          from = group[0]?.at ?? tag.at;
          if (!isHeadSent) yield* head(heads, segments, { begin, end });
          isHeadSent = true;
          for (const held of group) yield writeTag({ ...held, at: offset + held.at - from });
        } else yield writeTag({ ...tag, at: offset + tag.at - from });
        last = tag.at - from;
      }
      if (from !== undefined) offset += last + 40;
    }
  }

  /** Closes files of a process that was killed, and removes files without a row. */
  async begin(): Promise<void> {
    const open = await db().videoSegment.findMany({ where: { endAt: null } });
    for (const { id, file } of open) {
      const found = await stat(join(this.directory, file)).catch(() => undefined);
      if (found)
        await db().videoSegment.update({ where: { id }, data: { endAt: found.mtime, bytes: BigInt(found.size) } });
      else await db().videoSegment.delete({ where: { id } });
    }
    const known = new Set((await db().videoSegment.findMany({ select: { file: true } })).map(({ file }) => file));
    // Nothing was ever recorded, so there is no folder.
    const names = await readdir(join(this.directory, 'records'), { recursive: true }).catch(() => []);
    for (const name of names) {
      const file = `records/${name}`;
      if (name.endsWith('.flv') && !known.has(file)) await rm(join(this.directory, file), { force: true });
    }
  }

  /** Removes what is older than a day, and the oldest segments beyond 2 GB. */
  async prune({ keptMs = KEPT_MS, keptBytes = KEPT_BYTES } = {}): Promise<void> {
    const rows = await db().videoSegment.findMany({
      where: { endAt: { not: null } },
      orderBy: { beginAt: 'desc' },
      select: { id: true, file: true, endAt: true, bytes: true },
    });
    const before = this.now() - keptMs;
    let total = 0;
    for (const { id, file, endAt, bytes } of rows) {
      total += Number(bytes);
      if (total <= keptBytes && endAt !== null && endAt.getTime() >= before) continue;
      await rm(join(this.directory, file), { force: true });
      await db().videoSegment.deleteMany({ where: { id } });
    }
  }

  /** Removes the files of a deleted camera; its rows were deleted with it. */
  async forget(cameraId: string): Promise<void> {
    this.#recorders.get(cameraId)?.stop();
    await this.#ended;
    await rm(join(this.directory, 'records', cameraId), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    for (const { stop } of [...this.#recorders.values()]) stop();
    await this.#ended;
  }

  async *#read(file: string): AsyncGenerator<Buffer> {
    try {
      for await (const part of createReadStream(join(this.directory, file))) yield part as Buffer;
    } catch (error) {
      // The file was removed because of its age meanwhile: the range continues without it.
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    }
  }
}

function* head(
  heads: readonly Tag[],
  segments: readonly SegmentRow[],
  { begin, end }: { begin: number; end: number },
): Generator<Buffer> {
  const lengthMs = segments.reduce(
    (sum, { beginAt, endAt }) =>
      sum + Math.max(0, Math.min(end, endAt?.getTime() ?? end) - Math.max(begin, beginAt.getTime())),
    0,
  );
  yield flvHeader({ hasAudio: heads.some(({ type }) => type !== VIDEO) });
  yield metadataTag({ duration: lengthMs / 1000, encoder: 'relay' });
  for (const tag of heads) yield writeTag({ ...tag, at: 0 });
}

interface SegmentRow {
  readonly beginAt: Date;
  readonly endAt: Date | null;
  readonly file: string;
}

/** The segments of a range, oldest first. The one that is being written has no end. */
export function findSegments(cameraId: string, { begin, end }: { begin: number; end: number }): Promise<SegmentRow[]> {
  return db().videoSegment.findMany({
    where: {
      cameraId,
      beginAt: { lt: new Date(end) },
      OR: [{ endAt: null }, { endAt: { gt: new Date(begin) } }],
    },
    orderBy: { beginAt: 'asc' },
    select: { beginAt: true, endAt: true, file: true },
  });
}
