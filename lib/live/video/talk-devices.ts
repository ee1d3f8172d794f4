import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { logger } from '@/lib/platform/system/log';
import { findCamera, isKeyOf, writeTalk } from './cameras';
import { TALK_SAMPLE_RATE } from './stream-protocol';

/** The devices for talks: a device connected to the relay, or the demo camera, which stores what it hears. */

export interface TalkDevice {
  /** Signed 16-bit little-endian mono samples of 16 kHz. False: the device did not get them. */
  hear(samples: Buffer): boolean;
  /** From now on this listener receives the device's sound; one listener at a time. */
  listen(hear: (samples: Buffer) => void, onGone: () => void): void;
  /** The talk is over. */
  close(): void;
}

const KEPT_BYTES = 60 * TALK_SAMPLE_RATE * 2;

/** A wave file with these samples. */
export function waveFile(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(TALK_SAMPLE_RATE, 24);
  head.writeUInt32LE(TALK_SAMPLE_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Stores the last minute of a talk as `heard/{cameraId}.wav`. */
class DemoDevice implements TalkDevice {
  #heard: Buffer[] = [];
  #bytes = 0;

  constructor(
    readonly directory: string,
    readonly cameraId: string,
  ) {}

  hear(samples: Buffer): boolean {
    this.#heard.push(samples);
    this.#bytes += samples.length;
    while (this.#bytes > KEPT_BYTES) this.#bytes -= this.#heard.shift()?.length ?? this.#bytes;
    return true;
  }

  listen(): void {
    // It has no microphone; its sound is part of its picture.
  }

  close(): void {
    if (this.#bytes === 0) return;
    const samples = Buffer.concat(this.#heard);
    [this.#heard, this.#bytes] = [[], 0];
    mkdir(join(this.directory, 'heard'), { recursive: true })
      .then(() => writeFile(join(this.directory, 'heard', `${this.cameraId}.wav`), waveFile(samples)))
      .catch((error: unknown) => logger('video').warn({ err: error, camera: this.cameraId }, 'talk not kept'));
  }
}

/** A device with a WebSocket of its own. Samples that it cannot take are lost. */
export class ConnectedDevice {
  #hear: ((samples: Buffer) => void) | undefined;
  #onGone: (() => void) | undefined;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data, isBinary) => {
      if (isBinary && Buffer.isBuffer(data)) this.#hear?.(data);
    });
    socket.on('close', () => this.#onGone?.());
  }

  hear(samples: Buffer): boolean {
    if (this.socket.readyState !== this.socket.OPEN || this.socket.bufferedAmount > TALK_SAMPLE_RATE * 2) return false;
    this.socket.send(samples);
    return true;
  }

  listen(hear: (samples: Buffer) => void, onGone: () => void): void {
    [this.#hear, this.#onGone] = [hear, onGone];
  }

  /** One talk with the device. The end of an old talk does not affect a later one. */
  talk(): TalkDevice {
    let own: ((samples: Buffer) => void) | undefined;
    return {
      hear: (samples) => this.hear(samples),
      listen: (hear, onGone) => {
        own = hear;
        this.listen(hear, onGone);
      },
      close: () => {
        if (own !== undefined && this.#hear === own) [this.#hear, this.#onGone] = [undefined, undefined];
      },
    };
  }
}

export class TalkDevices {
  readonly #connected = new Map<string, ConnectedDevice>();

  /** @param directory DATA_DIR/video */
  constructor(readonly directory: string) {}

  /** A device connects with its camera's key. @returns false: it is not allowed */
  async connect(socket: WebSocket, cameraId: string, key: string): Promise<boolean> {
    const camera = await findCamera(cameraId);
    if (!camera?.enabled || !isKeyOf(camera, key) || socket.readyState !== socket.OPEN) return false;
    const device = new ConnectedDevice(socket);
    const before = this.#connected.get(cameraId);
    this.#connected.set(cameraId, device);
    before?.socket.close();
    socket.on('close', () => {
      if (this.#connected.get(cameraId) !== device) return;
      this.#connected.delete(cameraId);
      writeTalk(cameraId, false).catch(() => undefined);
    });
    await writeTalk(cameraId, true);
    return true;
  }

  /** A camera was changed: a device whose key is no longer valid is disconnected. */
  async recheck(cameraId: string): Promise<void> {
    const device = this.#connected.get(cameraId);
    if (device) device.socket.close();
  }

  async find(cameraId: string): Promise<TalkDevice | undefined> {
    const connected = this.#connected.get(cameraId);
    if (connected) return connected.talk();
    const camera = await findCamera(cameraId);
    return camera?.enabled && camera.source === 'demo' ? new DemoDevice(this.directory, cameraId) : undefined;
  }

  close(): void {
    for (const { socket } of this.#connected.values()) socket.close();
  }
}
