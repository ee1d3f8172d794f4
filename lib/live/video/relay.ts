import { randomUUID } from 'node:crypto';
import { logger } from '@/lib/platform/system/log';
import { beginStates, findCamera, isKeyOf, writeState } from './cameras';
import type { RelayCamera } from './cameras';
import { demoClip, playDemo } from './demo-camera';
import { LiveStream } from './live-stream';
import type { Viewer } from './live-stream';
import type { Recordings } from './recordings';
import type { PublishedTo, PublishRequest } from './rtmp-session';
import { VIDEO_TIMES } from './stream-protocol';

/**
 * The cameras that play in this process: published by RTMP, or drawn by the demo camera. It knows no users;
 * `watchers.ts` checks who may watch.
 */

interface Publication {
  readonly stream: LiveStream;
  readonly kick: () => void;
  readonly keyHash: string | null;
  readonly since: number;
  isOnline: boolean;
}

export interface RelayOptions {
  readonly now: () => number;
  readonly recordings: Recordings;
}

const APP = 'live';

export class Relay {
  readonly #publications = new Map<string, Publication>();
  readonly #demos = new Map<string, { stream: LiveStream; stop: () => void }>();
  /** Writes camera states one after the other. */
  #states: Promise<void> = Promise.resolve();
  readonly #log = logger('video');

  constructor(readonly options: RelayOptions) {}

  /** Cameras that play now. */
  get streams(): number {
    return this.#publications.size + this.#demos.size;
  }

  async begin(): Promise<void> {
    await beginStates();
  }

  /** Allows a camera to publish when it sends its own key. */
  async admit({ app, name, key, ip }: PublishRequest, kick: () => void): Promise<PublishedTo | undefined> {
    const camera = /^[A-Za-z0-9_.-]{1,40}$/.test(name) ? await findCamera(name) : null;
    const isAllowed =
      camera !== null && app === APP && camera.enabled && camera.source === 'rtmp' && isKeyOf(camera, key);
    if (!isAllowed || this.#publications.has(camera.cameraId)) {
      this.#log.warn({ camera: name.slice(0, 40), ip, isTaken: isAllowed }, 'publishing refused');
      return undefined;
    }
    return this.#publish(camera, kick);
  }

  /** Adds a viewer. @returns a function that removes it; undefined: the camera does not play */
  async watch(cameraId: string, viewer: Viewer): Promise<(() => void) | undefined> {
    const published = this.#publications.get(cameraId);
    if (published) {
      if (!published.stream.isPlaying) return undefined;
      published.stream.add(viewer);
      return () => published.stream.remove(viewer);
    }
    const camera = await findCamera(cameraId);
    if (camera?.source !== 'demo' || !camera.enabled) return undefined;
    const stream = await this.#demo(camera);
    stream.add(viewer);
    return () => {
      stream.remove(viewer);
      this.#endIdleDemo(cameraId);
    };
  }

  /** A camera was changed or deleted: disconnects a publisher that may no longer publish, and its viewers. */
  async recheck(cameraId: string): Promise<void> {
    const published = this.#publications.get(cameraId);
    const demo = this.#demos.get(cameraId);
    const camera = await findCamera(cameraId);
    if (!camera) await this.options.recordings.forget(cameraId);
    if (published && !(camera?.enabled && camera.source === 'rtmp' && camera.keyHash === published.keyHash))
      published.kick();
    if (demo && !(camera?.enabled && camera.source === 'demo')) this.#endDemo(cameraId);
    const stream = published?.stream ?? demo?.stream;
    if (stream && camera) this.options.recordings.follow(camera, stream);
  }

  /** A camera that sends no pictures for 5 s counts as offline. An encoder that still works connects again. */
  checkSilence(): void {
    const before = this.options.now() - VIDEO_TIMES.noDataMs;
    for (const [cameraId, { stream, since, kick }] of this.#publications) {
      if (Math.max(stream.lastVideoAt, since) > before) continue;
      this.#log.info({ camera: cameraId }, 'no pictures for 5 s');
      kick();
    }
  }

  /**
   * Writes again which cameras play, because another gateway that started meanwhile, or a database that was
   * unavailable, may hold another state.
   */
  tellStates(): void {
    for (const [cameraId, { isOnline }] of this.#publications) if (isOnline) this.#setState(cameraId, '02');
  }

  async close(): Promise<void> {
    for (const cameraId of [...this.#demos.keys()]) this.#endDemo(cameraId);
    for (const { kick } of [...this.#publications.values()]) kick();
    await this.#states;
  }

  /** Resolves when all states are written. */
  idle(): Promise<void> {
    return this.#states;
  }

  #publish(camera: RelayCamera, kick: () => void): PublishedTo {
    const { cameraId } = camera;
    const { now } = this.options;
    const stream = new LiveStream(cameraId, now);
    const publication: Publication = { stream, kick, keyHash: camera.keyHash, since: now(), isOnline: false };
    this.#publications.set(cameraId, publication);
    this.options.recordings.follow(camera, stream);
    const run = randomUUID();
    this.#log.info({ camera: cameraId, run }, 'publishing');
    return {
      write: (tag) => {
        const isPlayed = stream.write(tag);
        if (stream.isPlaying && !publication.isOnline) {
          publication.isOnline = true;
          this.#setState(cameraId, '02');
        }
        return isPlayed;
      },
      end: () => {
        if (this.#publications.get(cameraId) !== publication) return;
        this.#publications.delete(cameraId);
        stream.end();
        this.#setState(cameraId, '01');
        this.#log.info({ camera: cameraId, run, frames: stream.frames }, 'publishing ended');
      },
    };
  }

  async #demo(camera: RelayCamera): Promise<LiveStream> {
    const clip = await demoClip();
    const running = this.#demos.get(camera.cameraId);
    if (running) return running.stream;
    const stream = new LiveStream(camera.cameraId, this.options.now);
    const stop = playDemo(stream, clip);
    this.#demos.set(camera.cameraId, { stream, stop });
    this.options.recordings.follow(camera, stream);
    return stream;
  }

  #endIdleDemo(cameraId: string): void {
    const demo = this.#demos.get(cameraId);
    if (demo?.stream.audience === 0) this.#endDemo(cameraId);
  }

  #endDemo(cameraId: string): void {
    const demo = this.#demos.get(cameraId);
    this.#demos.delete(cameraId);
    demo?.stop();
    demo?.stream.end();
  }

  #setState(cameraId: string, status: '01' | '02'): void {
    this.#states = this.#states
      .then(() => writeState(cameraId, status, new Date(this.options.now())))
      .catch((error: unknown) => this.#log.warn({ err: error, camera: cameraId }, 'state of a camera not written'));
  }
}
