import {
  AUDIO,
  flvHeader,
  isAac,
  isConfiguration,
  isH264,
  isKeyFrame,
  metadataTag,
  SCRIPT,
  VIDEO,
  writeTag,
} from './flv';
import type { Tag } from './flv';

/**
 * One playing camera: everything that its publisher sends goes to all viewers. A new viewer gets the pictures since the
 * last key frame at once, so that it sees a picture within one frame. A viewer that is too slow loses pictures, but
 * never their order.
 */

/** A viewer: an HTTP answer, or a recording. */
export interface Viewer {
  /** Bytes that wait to be sent. */
  readonly pending: number;
  /** A recording: it does not count as audience. */
  readonly isRecording?: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

/** When more than this waits for a viewer, pictures are dropped until the next key frame. */
const SLOW_BYTES = 2 * 1024 * 1024;
/** When more than this waits, the viewer is disconnected. */
const STUCK_BYTES = 8 * 1024 * 1024;
const MAX_GROUP_BYTES = 6 * 1024 * 1024;
const MAX_GROUP_TAGS = 3000;

interface StreamViewer {
  isWaiting: boolean;
}

export class LiveStream {
  #metadata: Buffer | undefined;
  #video: Buffer | undefined;
  #audio: Buffer | undefined;
  #group: Buffer[] = [];
  #groupBytes = 0;
  readonly #viewers = new Map<Viewer, StreamViewer>();
  #isOver = false;
  /** When the newest picture arrived, epoch ms; 0: none yet. */
  lastVideoAt = 0;
  /** Number of pictures sent, for tests and metrics. */
  frames = 0;

  constructor(
    readonly cameraId: string,
    readonly now: () => number = Date.now,
  ) {}

  get viewers(): number {
    return this.#viewers.size;
  }

  /** Number of viewers without recordings. */
  get audience(): number {
    return [...this.#viewers.keys()].filter(({ isRecording }) => !isRecording).length;
  }

  /** Has a picture arrived? */
  get isPlaying(): boolean {
    return !this.#isOver && this.lastVideoAt > 0;
  }

  /** @returns false for pictures that are not H.264; sound other than AAC is dropped */
  write(tag: Tag): boolean {
    if (this.#isOver) return true;
    if (tag.type === SCRIPT) {
      this.#metadata = writeTag(tag);
      return true;
    }
    if (tag.type === VIDEO && !isH264(tag.data)) return false;
    if (tag.type === AUDIO && !isAac(tag.data)) return true;
    const bytes = writeTag(tag);
    if (isConfiguration(tag)) {
      if (tag.type === VIDEO) this.#video = bytes;
      else this.#audio = bytes;
      this.#give(bytes, false, true);
      return true;
    }
    const isKey = isKeyFrame(tag);
    if (tag.type === VIDEO) {
      this.lastVideoAt = this.now();
      this.frames += 1;
    }
    this.#keep(bytes, isKey);
    this.#give(bytes, isKey, false);
    return true;
  }

  add(viewer: Viewer): void {
    if (this.#isOver) return viewer.end();
    viewer.write(flvHeader({ hasAudio: this.#audio !== undefined }));
    viewer.write(this.#metadata ?? metadataTag({ encoder: 'relay' }));
    for (const configuration of [this.#video, this.#audio]) if (configuration) viewer.write(configuration);
    for (const bytes of this.#group) viewer.write(bytes);
    this.#viewers.set(viewer, { isWaiting: this.#group.length === 0 });
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
  }

  /** Tells every viewer that the stream is over. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const viewers = [...this.#viewers.keys()];
    this.#viewers.clear();
    this.#group = [];
    for (const viewer of viewers) viewer.end();
  }

  #keep(bytes: Buffer, isKey: boolean): void {
    if (isKey) [this.#group, this.#groupBytes] = [[], 0];
    else if (this.#group.length === 0) return;
    this.#group.push(bytes);
    this.#groupBytes += bytes.length;
    // Without key frames the kept pictures would grow for ever. A new viewer then waits for the next key frame.
    if (this.#groupBytes > MAX_GROUP_BYTES || this.#group.length > MAX_GROUP_TAGS)
      [this.#group, this.#groupBytes] = [[], 0];
  }

  #give(bytes: Buffer, isKey: boolean, isAlways: boolean): void {
    for (const [viewer, watching] of this.#viewers) {
      const { pending } = viewer;
      if (pending > STUCK_BYTES) {
        this.#viewers.delete(viewer);
        viewer.end();
        continue;
      }
      if (pending > SLOW_BYTES) watching.isWaiting = true;
      else if (isKey) watching.isWaiting = false;
      if (isAlways || !watching.isWaiting) viewer.write(bytes);
    }
  }
}
