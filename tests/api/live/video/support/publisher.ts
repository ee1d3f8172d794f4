import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { readAmf, writeAmf } from '@/lib/live/video/amf0';
import type { Amf } from '@/lib/live/video/amf0';
import { demoClip } from '@/lib/live/video/demo-camera';
import { AUDIO, SCRIPT } from '@/lib/live/video/flv';
import type { Tag } from '@/lib/live/video/flv';
import { ChunkReader, writeChunks } from '@/lib/live/video/rtmp-chunks';
import type { RtmpMessage } from '@/lib/live/video/rtmp-chunks';

/** An encoder of the tests: speaks RTMP as cameras do, and says what the server answered. */

const SIGNATURE = 1536;

export class Publisher {
  readonly #reader = new ChunkReader();
  readonly #answers: { name: string; info: Record<string, Amf> }[] = [];
  #bytes = Buffer.alloc(0);
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('close', () => (this.isClosed = true));
    socket.on('error', () => undefined);
  }

  /** Connects and asks to publish. @returns with what the server said: `NetStream.Publish.Start` or a refusal */
  static async open(port: number, stream: string, app = 'live'): Promise<{ publisher: Publisher; answer: string }> {
    const socket = connect(port, '127.0.0.1');
    const publisher = new Publisher(socket);
    await once(socket, 'connect');
    await publisher.#greet();
    publisher.command('connect', 1, { app, type: 'nonprivate', tcUrl: `rtmp://127.0.0.1:${port}/${app}` });
    publisher.command('releaseStream', 2, null, stream);
    publisher.command('createStream', 3, null);
    publisher.command('publish', 4, null, stream, 'live');
    return { publisher, answer: await publisher.#statusCode() };
  }

  command(name: string, ...values: Amf[]): void {
    this.send({ type: 20, streamId: 0, at: 0, payload: writeAmf(name, ...values) }, 3);
  }

  send(message: RtmpMessage, chunkStreamId: number): void {
    if (!this.isClosed) this.socket.write(writeChunks(message, chunkStreamId, 128));
  }

  tag({ type, at, data }: Tag): void {
    if (type === SCRIPT)
      this.send({ type: 18, streamId: 1, at, payload: Buffer.concat([writeAmf('@setDataFrame'), data]) }, 4);
    else this.send({ type, streamId: 1, at, payload: data }, type === AUDIO ? 5 : 6);
  }

  /** Everything of our clip, from some moment on, without waiting. */
  async play({ offset = 0, seconds = 20 } = {}): Promise<void> {
    const { configuration, tags } = await demoClip();
    for (const tag of configuration) this.tag(tag);
    for (const tag of tags) if (tag.at < seconds * 1000) this.tag({ ...tag, at: tag.at + offset });
  }

  end(): void {
    this.socket.destroy();
  }

  async #greet(): Promise<void> {
    this.socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(SIGNATURE, 1)]));
    await new Promise<void>((resolve, reject) => {
      this.socket.once('close', () => reject(new Error('closed while greeting')));
      this.socket.on('data', (part: Buffer) => {
        this.#bytes = Buffer.concat([this.#bytes, part]);
        if (this.#bytes.length >= 1 + 2 * SIGNATURE) resolve();
      });
    });
    this.socket.removeAllListeners('data');
    this.#bytes = this.#bytes.subarray(1 + 2 * SIGNATURE);
    this.socket.write(Buffer.alloc(SIGNATURE, 1));
    this.socket.on('data', (part: Buffer) => this.#take(part));
    if (this.#bytes.length > 0) this.#take(this.#bytes);
  }

  #take(part: Buffer): void {
    this.#reader.maxBytes = 1_000_000;
    for (const { type, payload } of this.#reader.read(part)) {
      if (type === 1) this.#reader.chunkSize = payload.readUInt32BE();
      if (type !== 20) continue;
      const [name, , , info] = readAmf(payload);
      this.#answers.push({ name: String(name), info: (info ?? {}) as Record<string, Amf> });
    }
  }

  async #statusCode(): Promise<string> {
    for (;;) {
      const status = this.#answers.find(({ name }) => name === 'onStatus');
      if (status) return String(status.info.code);
      if (this.isClosed) return 'closed';
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
