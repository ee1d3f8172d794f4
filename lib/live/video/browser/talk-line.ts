import { TalkMessage } from '@/lib/live/video/stream-protocol';
import type { TalkSound } from './microphone';

interface Options {
  /** Path or URL of the WebSocket (api.md §3.8). */
  readonly url: string;
  readonly sound: TalkSound;
  readonly getToken: () => Promise<string>;
  /** The device listens now. */
  readonly onReady: () => void;
  /** How loud the device hears the speaker, 0..1. */
  readonly onLevel: (peak: number) => void;
  /** The talk ended by itself, with its code; 1006 when the connection broke. */
  readonly onClose: (code: number) => void;
}

/** More than this must not wait on a slow line, bytes: speech that old is useless. */
const MOST_WAITING = 32_000;

/** Delayed speech is dropped, because old speech is useless (the relay's own limits: talk-pace.ts). */
const PACE = { aSecond: 27, atOnce: 10 } as const;

/** Decides for each frame whether it may still be sent. */
function paced(now: () => number): () => boolean {
  let left: number = PACE.atOnce;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(PACE.atOnce, left + ((time - at) / 1000) * PACE.aSecond);
    at = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** A talk with the person at a camera: sends the microphone's frames and plays the device's. */
export class TalkLine {
  readonly #socket: WebSocket;
  #isClosed = false;

  constructor({ url, sound, getToken, onReady, onLevel, onClose }: Options) {
    const address = new URL(url, window.location.href);
    address.protocol = address.protocol.replace(/^http/, 'ws');
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      getToken().then(
        (token) => this.#isClosed || socket.send(JSON.stringify({ type: 'authorize', token })),
        () => socket.close(),
      );
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.#isClosed) return;
      if (data instanceof ArrayBuffer) return sound.say(data);
      const message = readMessage(data);
      if (message?.type === 'level') onLevel(message.peak);
      if (message?.type !== 'ready') return;
      const mayGo = paced(() => performance.now());
      sound.listen((frame) => {
        if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MOST_WAITING && mayGo()) socket.send(frame);
      });
      onReady();
    };
    socket.onclose = ({ code }) => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      onClose(code);
    };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(1000);
  }
}

function readMessage(data: unknown): TalkMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return TalkMessage.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
