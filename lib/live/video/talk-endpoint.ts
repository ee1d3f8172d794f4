import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { logger } from '@/lib/platform/system/log';
import { closeSession } from './sessions';
import type { TalkDevice, TalkDevices } from './talk-devices';
import { TalkPace } from './talk-pace';
import type { End, Watchers } from './watchers';
import { TALK_CLOSE, TALK_MAX_FRAME_BYTES, TALK_SAMPLE_RATE, TalkHello } from './stream-protocol';
import type { TalkMessage } from './stream-protocol';

/** The WebSockets of talks (api.md §3.8): browsers authenticate by ticket and token, devices by their camera's key. */

const PREFIX = '/sms/talk/';
const DEVICE_PREFIX = '/sms/talk/device/';
const HELLO_MS = 10_000;
const GOODBYE_MS = 2000;
const LEVEL_SAMPLES = TALK_SAMPLE_RATE / 5;
const CLOSE_CODES: Readonly<Record<End, number>> = {
  expired: TALK_CLOSE.expired,
  forbidden: TALK_CLOSE.forbidden,
  replaced: TALK_CLOSE.ended,
  ended: TALK_CLOSE.ended,
};

/** The loudness of samples, 0..1. */
export function levelOf(samples: Buffer): { rms: number; peak: number } {
  let [sum, peak] = [0, 0];
  const count = samples.length >> 1;
  for (let index = 0; index < count; index += 1) {
    const value = Math.abs(samples.readInt16LE(index * 2)) / 32_768;
    sum += value * value;
    peak = Math.max(peak, value);
  }
  return { rms: Number(Math.sqrt(sum / Math.max(1, count)).toFixed(4)), peak: Number(peak.toFixed(4)) };
}

export class TalkEndpoint {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: TALK_MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });

  constructor(
    readonly watchers: Watchers,
    readonly devices: TalkDevices,
    readonly now: () => number,
  ) {}

  /** @returns false: this is not a talk */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    // Request lines may hold any text, also one that is no address.
    if (!request.url?.startsWith(PREFIX)) return false;
    const { pathname, searchParams } = new URL(request.url, 'http://own.invalid');
    this.#server.handleUpgrade(request, socket, head, (talk) => {
      talk.on('error', () => talk.terminate());
      const work = pathname.startsWith(DEVICE_PREFIX)
        ? this.#device(talk, request, pathname.slice(DEVICE_PREFIX.length))
        : this.#browser(talk, pathname.slice(PREFIX.length), searchParams.get('ticket'));
      work.catch((error: unknown) => {
        logger('video').error({ err: error }, 'talk failed');
        talk.close(TALK_CLOSE.offline);
      });
    });
    return true;
  }

  close(): void {
    for (const talk of this.#server.clients) talk.terminate();
    this.#server.close();
  }

  async #device(socket: WebSocket, { headers }: IncomingMessage, cameraId: string): Promise<void> {
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const [user, ...key] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    if (user !== cameraId || !(await this.devices.connect(socket, cameraId, key.join(':'))))
      socket.close(TALK_CLOSE.forbidden);
  }

  async #browser(socket: WebSocket, cameraId: string, ticket: string | null): Promise<void> {
    const token = await helloOf(socket);
    if (token === undefined) return socket.close(TALK_CLOSE.badMessage);
    const pass = await this.watchers.admit(ticket, token, cameraId);
    if (pass?.ticket.kind !== 'talk') return socket.close(TALK_CLOSE.forbidden);
    const device = await this.devices.find(cameraId);
    if (socket.readyState !== socket.OPEN) return device?.close();
    if (!device) return socket.close(TALK_CLOSE.offline);
    const { session } = pass;
    const leave = this.watchers.add({
      kind: 'talk',
      videoSessionId: session.id,
      sessionId: session.sessionId,
      cameraId,
      equipmentNo: session.equipmentNo,
      expireAt: session.expireAt.getTime(),
      end: (why) => {
        socket.close(CLOSE_CODES[why]);
        // A peer that does not answer the close is disconnected.
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
      },
    });
    socket.on('close', () => {
      leave();
      device.close();
      // The car is free for the next person at once, not after five minutes.
      closeSession(session.id, new Date(this.now())).catch(() => undefined);
    });
    this.#carry(socket, device);
  }

  #carry(socket: WebSocket, device: TalkDevice): void {
    const say = (message: TalkMessage) => socket.send(JSON.stringify(message));
    const pace = new TalkPace(this.now());
    let heard: Buffer[] = [];
    let bytes = 0;
    socket.on('message', (data, isBinary) => {
      // Frames that arrive after the end of a talk are dropped.
      if (!isBinary || !Buffer.isBuffer(data) || socket.readyState !== socket.OPEN) return;
      const taken = pace.take(this.now());
      if (data.length % 2 === 1 || taken === 'end') return socket.close(TALK_CLOSE.badMessage);
      if (taken === 'leaveOut' || !device.hear(data)) return;
      heard.push(data);
      bytes += data.length;
      if (bytes < LEVEL_SAMPLES * 2) return;
      say({ type: 'level', ...levelOf(Buffer.concat(heard)) });
      [heard, bytes] = [[], 0];
    });
    device.listen(
      (samples) => {
        if (socket.readyState === socket.OPEN && socket.bufferedAmount < TALK_SAMPLE_RATE * 2) socket.send(samples);
      },
      () => socket.close(TALK_CLOSE.offline),
    );
    say({ type: 'ready', sampleRate: TALK_SAMPLE_RATE });
  }
}

/** The token of the first message; undefined when it is late or invalid. */
function helloOf(socket: WebSocket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), HELLO_MS);
    timer.unref();
    const done = (token: string | undefined) => {
      clearTimeout(timer);
      resolve(token);
    };
    socket.once('close', () => done(undefined));
    socket.once('message', (data, isBinary) => {
      try {
        const text = Buffer.isBuffer(data) && !isBinary ? data.toString('utf8') : '';
        done(TalkHello.safeParse(JSON.parse(text)).data?.token);
      } catch {
        done(undefined);
      }
    });
  });
}
