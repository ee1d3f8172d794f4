import type Mpegts from 'mpegts.js';

/** How a stream ended by itself. */
export type StreamEnd =
  | { readonly kind: 'over' }
  /** The relay refused, with the status of its answer. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'broken' };

export interface StreamSource {
  /** The token of this sign-in, sent only to addresses of this origin. */
  readonly getToken: () => Promise<string>;
  /** Bytes arrived. */
  readonly onData: () => void;
  readonly onEnd: (end: StreamEnd) => void;
  /** A recorded range: it continues where its connection broke. A live stream that broke is over. */
  readonly isRange: boolean;
  /** Resolves once the player has room for more. */
  readonly room: (signal: AbortSignal) => Promise<void>;
}

/** How often, and how long after the last time (ms), a range is asked for again when it brings nothing new. */
const TRIES = 4;
const TRY_AGAIN_MS = 1000;

const fromByte = (url: string, at: number) => (at === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}from=${at}`);

/** Resolves early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Reads HTTP-FLV for mpegts.js (api.md §3.8). The library's own loader sends no token, and in Chromium it leaves a
 * silent connection open after the player is closed. This loader ends with the player.
 */
export function loaderOf(
  mpegts: typeof Mpegts,
  { getToken, onData, onEnd, isRange, room }: StreamSource,
): Mpegts.CustomLoaderConstructor {
  const { kIdle, kConnecting, kBuffering, kError, kComplete } = mpegts.LoaderStatus;
  return class StreamLoader extends mpegts.BaseLoader {
    readonly #gone = new AbortController();
    #received = 0;

    constructor() {
      super('http-flv');
      this._needStash = true;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }

    override abort(): void {
      this.#gone.abort();
      this._status = kIdle;
    }

    override open({ url }: Mpegts.MediaSegment): void {
      this._status = kConnecting;
      void this.#readOn(url).then(
        (end) => this.#finish(end),
        () => this.#finish({ kind: 'broken' }),
      );
    }

    /**
     * The connection of a range breaks when the picture is paused for long. It continues with the byte after the last
     * one.
     */
    async #readOn(url: string): Promise<StreamEnd> {
      const { signal } = this.#gone;
      for (let left = TRIES; ;) {
        const before = this.#received;
        try {
          return await this.#read(url);
        } catch (failure) {
          // Only the relay of this origin knows `from`.
          if (!isRange || !url.startsWith('/') || signal.aborted) throw failure;
          left = this.#received > before ? TRIES : left - 1;
          if (left === 0) throw failure;
        }
        await pause(TRY_AGAIN_MS, signal);
        if (signal.aborted) return { kind: 'over' };
      }
    }

    async #read(url: string): Promise<StreamEnd> {
      const { signal } = this.#gone;
      const response = await fetch(fromByte(url, this.#received), {
        headers: url.startsWith('/') ? { Authorization: `Bearer ${await getToken()}` } : {},
        credentials: 'same-origin',
        cache: 'no-store',
        signal,
      });
      if (!response.ok || !response.body) return { kind: 'refused', status: response.status };
      const reader = response.body.getReader();
      for (;;) {
        await room(signal);
        const { done, value } = await reader.read();
        if (signal.aborted) return { kind: 'over' };
        if (done) return { kind: 'over' };
        this._status = kBuffering;
        onData();
        // mpegts.js would read a view on a larger buffer from that buffer's start.
        const chunk = value.byteLength === value.buffer.byteLength ? value.buffer : value.slice().buffer;
        const from = this.#received;
        this.#received += chunk.byteLength;
        this.onDataArrival(chunk, from, this.#received);
      }
    }

    #finish(end: StreamEnd): void {
      if (this.#gone.signal.aborted) return;
      this._status = end.kind === 'over' ? kComplete : kError;
      // Whatever ended the stream, the part that arrived is played to its end.
      if (end.kind === 'refused') return onEnd(end);
      this.onComplete(0, 0);
      // The library tells its player later; whoever closes the player at the end must not be faster.
      setTimeout(() => {
        if (!this.#gone.signal.aborted) onEnd(end);
      });
    }
  };
}
