import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { logger } from '@/lib/platform/system/log';
import { AmfError, readAmf, writeAmf } from './amf0';
import type { Amf } from './amf0';
import { AUDIO, SCRIPT, VIDEO } from './flv';
import type { Tag } from './flv';
import { ChunkReader, PUBLISHER_MAX_BYTES, RtmpError, STRANGER_MAX_BYTES, writeChunks } from './rtmp-chunks';
import type { RtmpMessage } from './rtmp-chunks';

/**
 * One connection of a camera or encoder that publishes by RTMP (RTMP 1.0 with the simple handshake). It can publish one
 * stream and do nothing else; nobody can play from here.
 */

/** Receives the tags of a publisher; `end` is called once. */
export interface PublishedTo {
  /** False: this cannot be played, and the publisher is refused. */
  write(tag: Tag): boolean;
  end(): void;
}

export interface PublishRequest {
  readonly app: string;
  readonly name: string;
  readonly key: string;
  readonly ip: string;
}

export interface RtmpOptions {
  /** Undefined: refused. Called once per connection. */
  admit(request: PublishRequest, kick: () => void): Promise<PublishedTo | undefined>;
  /** Time until it has to publish, ms. */
  readonly helloMs: number;
  /** Longest time without any byte, ms. */
  readonly idleMs: number;
}

const SIGNATURE_BYTES = 1536;
const VERSION = 3;
const OUT_CHUNK = 4096;
const WINDOW_BYTES = 2_500_000;
const [CONTROL, COMMANDS] = [2, 3];
const [SET_CHUNK, ABORT, ACK, WINDOW, BANDWIDTH] = [1, 2, 3, 5, 6];
const [DATA_AMF3, COMMAND_AMF3, DATA, COMMAND] = [15, 17, 18, 20];
const STREAM_ID = 1;

export class RtmpSession {
  readonly #chunks = new ChunkReader();
  #handshake: Buffer | undefined = Buffer.alloc(0);
  #isGreeted = false;
  #app = '';
  #target: PublishedTo | undefined;
  #isAsked = false;
  #isOver = false;
  #received = 0;
  #acknowledged = 0;
  #work: Promise<void> = Promise.resolve();
  readonly #hello: NodeJS.Timeout;

  constructor(
    readonly socket: Socket,
    readonly options: RtmpOptions,
  ) {
    this.#hello = setTimeout(() => this.end(), options.helloMs);
    this.#hello.unref();
    socket.setTimeout(options.idleMs, () => this.end());
    socket.setNoDelay(true);
    socket.on('error', () => this.end());
    socket.on('close', () => this.end());
    socket.on('data', (bytes) => {
      socket.pause();
      this.#work = this.#work.then(async () => {
        try {
          await this.#take(bytes);
          if (!this.#isOver) socket.resume();
        } catch (error) {
          // The peer broke the protocol, or the database is unavailable. In both cases the peer connects again.
          const isTheirs = error instanceof RtmpError || error instanceof AmfError;
          logger('video').warn({ err: isTheirs ? undefined : error, ip: socket.remoteAddress }, 'publisher cut off');
          this.end();
        }
      });
    });
  }

  /** Ends connection and stream. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#hello);
    this.#target?.end();
    this.socket.destroySoon();
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#received += bytes.length;
    const rest = this.#handshake === undefined ? bytes : this.#greet(Buffer.concat([this.#handshake, bytes]));
    if (rest === undefined) return;
    for (const message of this.#chunks.read(rest)) {
      if (this.#isOver) return;
      await this.#handle(message);
    }
    if (this.#received - this.#acknowledged < WINDOW_BYTES) return;
    this.#acknowledged = this.#received;
    this.#control(ACK, this.#received >>> 0);
  }

  /** Simple handshake. @returns the bytes after it */
  #greet(bytes: Buffer): Buffer | undefined {
    this.#handshake = bytes;
    if (bytes.length > 0 && bytes[0] !== VERSION) throw new RtmpError('no RTMP');
    if (!this.#isGreeted && bytes.length > SIGNATURE_BYTES) {
      this.#isGreeted = true;
      const own = randomBytes(SIGNATURE_BYTES);
      own.fill(0, 0, 8);
      this.socket.write(Buffer.concat([Buffer.from([VERSION]), own, bytes.subarray(1, 1 + SIGNATURE_BYTES)]));
    }
    if (bytes.length < 1 + 2 * SIGNATURE_BYTES) return undefined;
    this.#handshake = undefined;
    return bytes.subarray(1 + 2 * SIGNATURE_BYTES);
  }

  async #handle({ type, at, payload }: RtmpMessage): Promise<void> {
    switch (type) {
      case SET_CHUNK: {
        const size = payload.length >= 4 ? payload.readUInt32BE() : 0;
        if (size < 1 || size > 0x7fffffff) throw new RtmpError('bad chunk size');
        this.#chunks.chunkSize = size;
        return;
      }
      case ABORT:
        if (payload.length >= 4) this.#chunks.abort(payload.readUInt32BE());
        return;
      case COMMAND:
        return this.#command(payload);
      case COMMAND_AMF3:
        return this.#command(payload.subarray(1));
      case AUDIO:
      case VIDEO:
        return this.#publish({ type, at, data: payload });
      case DATA:
        return this.#data(payload);
      case DATA_AMF3:
        return this.#data(payload.subarray(1));
      default:
    }
  }

  #publish(tag: Tag): void {
    if (this.#target === undefined) throw new RtmpError('nothing is published');
    if (tag.data.length === 0 || this.#target.write(tag)) return;
    this.#status('error', 'NetStream.Publish.Rejected', 'H.264 only');
    this.end();
  }

  /** `@setDataFrame onMetaData {…}` is stored without its first word, as in FLV. */
  #data(payload: Buffer): void {
    const [name, ...values] = readAmf(payload);
    if (this.#target && name === '@setDataFrame' && values[0] === 'onMetaData')
      this.#target.write({ type: SCRIPT, at: 0, data: writeAmf(...values) });
  }

  async #command(payload: Buffer): Promise<void> {
    const [name, transaction, object, ...rest] = readAmf(payload);
    const id = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect': {
        const app = (object as Record<string, Amf> | null | undefined)?.app;
        this.#app = typeof app === 'string' ? app : '';
        this.#control(WINDOW, WINDOW_BYTES);
        this.#send(CONTROL, BANDWIDTH, Buffer.from([...uint32(WINDOW_BYTES), 2]));
        this.#control(SET_CHUNK, OUT_CHUNK);
        return this.#answer(
          '_result',
          id,
          { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
          { level: 'status', code: 'NetConnection.Connect.Success', description: 'connected', objectEncoding: 0 },
        );
      }
      case 'createStream':
        return this.#answer('_result', id, null, STREAM_ID);
      case 'publish':
        return this.#askToPublish(typeof rest[0] === 'string' ? rest[0] : '');
      case 'play':
      case 'play2':
        this.#status('error', 'NetStream.Play.Failed', 'nobody plays here');
        return this.end();
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        return this.#target ? this.end() : undefined;
      default:
    }
  }

  async #askToPublish(stream: string): Promise<void> {
    if (this.#isAsked) throw new RtmpError('published twice');
    this.#isAsked = true;
    const [name = '', query = ''] = stream.split('?');
    const key = new URLSearchParams(query).get('key') ?? '';
    const ip = this.socket.remoteAddress ?? '';
    const target = await this.options.admit({ app: this.#app, name, key, ip }, () => this.end());
    if (this.#isOver) return target?.end();
    if (!target) {
      this.#status('error', 'NetStream.Publish.BadName', 'refused');
      return this.end();
    }
    clearTimeout(this.#hello);
    this.#target = target;
    this.#chunks.maxBytes = PUBLISHER_MAX_BYTES;
    this.#status('status', 'NetStream.Publish.Start', 'publishing');
  }

  #status(level: string, code: string, description: string): void {
    this.#answer('onStatus', 0, null, { level, code, description });
  }

  #answer(name: string, id: number, ...values: Amf[]): void {
    this.#send(COMMANDS, COMMAND, writeAmf(name, id, ...values), name === 'onStatus' ? STREAM_ID : 0);
  }

  #control(type: number, value: number): void {
    this.#send(CONTROL, type, Buffer.from(uint32(value)));
  }

  #send(chunkStreamId: number, type: number, payload: Buffer, streamId = 0): void {
    // A peer that reads nothing gets nothing more. Our answers are only a few hundred bytes.
    if (this.socket.writable && this.socket.writableLength < STRANGER_MAX_BYTES)
      this.socket.write(writeChunks({ type, streamId, at: 0, payload }, chunkStreamId, chunkSizeOf(type)));
  }
}

/** Messages sent before the peer knows our chunk size are small enough for both sizes. */
const chunkSizeOf = (type: number) => (type === COMMAND ? OUT_CHUNK : 128);
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
