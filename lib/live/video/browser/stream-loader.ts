import type Mpegts from 'mpegts.js';

/** How a stream came to its end by itself. */
export type StreamEnd =
  | { readonly kind: 'over' }
  /** The relay said no; the status of its answer. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'broken' };

export interface StreamSource {
  /** The token of this sign-in, for addresses of this origin only. */
  readonly getToken: () => Promise<string>;
  /** Bytes have come. */
  readonly onData: () => void;
  readonly onEnd: (end: StreamEnd) => void;
  /** A range: where its connection breaks it goes on. A live stream that broke is over; what it showed has passed. */
  readonly isRange: boolean;
  /** Resolves once the player has room for more. */
  readonly room: (signal: AbortSignal) => Promise<void>;
}

/** How often a range that brings nothing new is asked for again, and how long after the last time, ms. */
const TRIES = 4;
const TRY_AGAIN_MS = 1000;

const fromByte = (url: string, at: number) => (at === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}from=${at}`);

/** Resolves early when nobody waits any more. */
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
 * Reads HTTP-FLV for mpegts.js (api.md §3.8). Its own loader sends no token, and in Chromium leaves a silent connection open
 * after the player is gone; this one ends with it.
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

    /** A range whose connection breaks, because the picture was held for long, goes on with the byte after the last one. */
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
        // A view on a larger buffer would be read from that buffer's beginning.
        const chunk = value.byteLength === value.buffer.byteLength ? value.buffer : value.slice().buffer;
        const from = this.#received;
        this.#received += chunk.byteLength;
        this.onDataArrival(chunk, from, this.#received);
      }
    }

    #finish(end: StreamEnd): void {
      if (this.#gone.signal.aborted) return;
      this._status = end.kind === 'over' ? kComplete : kError;
      // What has come is played to its end, whatever ended it.
      if (end.kind !== 'refused') this.onComplete(0, 0);
      onEnd(end);
    }
  };
}
