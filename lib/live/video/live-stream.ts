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
 * One camera that plays: what its publisher says goes to everybody who watches. Who joins gets the pictures since the last
 * key frame at once, so that a picture stands within a frame; who cannot keep up loses pictures, never order.
 */

/** Somebody who watches: an answer, or a recording. */
export interface Viewer {
  /** Bytes that wait to leave. */
  readonly pending: number;
  /** A recording: it watches what runs anyway. */
  readonly isRecording?: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

/** What a viewer may have waiting before pictures are left out until the next key frame. */
const SLOW_BYTES = 2 * 1024 * 1024;
/** Beyond, he is sent away. */
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
  /** When the newest picture came, epoch ms; 0: none yet. */
  lastVideoAt = 0;
  /** Pictures that were given out, for tests and metrics. */
  frames = 0;

  constructor(
    readonly cameraId: string,
    readonly now: () => number = Date.now,
  ) {}

  get viewers(): number {
    return this.#viewers.size;
  }

  /** Whoever looks at it: recordings are nobody. */
  get audience(): number {
    return [...this.#viewers.keys()].filter(({ isRecording }) => !isRecording).length;
  }

  /** A picture has come. */
  get isPlaying(): boolean {
    return !this.#isOver && this.lastVideoAt > 0;
  }

  /** @returns false for pictures that are not H.264; other sound than AAC is left out */
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

  /** Everybody is told that it is over. */
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
    // Without key frames the past would grow for ever; who joins then waits for the next one.
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
