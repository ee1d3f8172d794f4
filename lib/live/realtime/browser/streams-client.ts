import { backoffMs } from './backoff';
import type { LiveToken, OpenSocket, SocketLike } from './client-types';
import { LIST_ROWS, TOKEN_EXPIRED } from '@/lib/live/realtime/shared/events';
import type { ListAnswer, SmsError, UnsubscribeAnswer, UnsubscribeItem } from '@/lib/live/realtime/shared/events';
import { Timers } from './timers';

/** connecting: nothing can be asked yet; ready: authorised; disconnected: nothing happens by itself until `retry()`. */
export type StreamsState = 'connecting' | 'ready' | 'disconnected';

export interface StreamsClientOptions {
  /** Asks the session endpoint; a rejection ends the attempts until `retry()`. */
  getToken(): Promise<LiveToken>;
  openSocket: OpenSocket;
  /** Every authorisation ends in `ready`: then is the time to ask for the list (doc3 §4.16). */
  onState(state: StreamsState): void;
  /** sms_error is only logged (doc3 §7.5). */
  onError?(error: SmsError): void;
  random?(): number;
}

const MAX_CONNECT_ERRORS = 3;
const HANDSHAKE_MS = 20_000;
const ANSWER_MS = 15_000;
const NO_ANSWER = { code: 504, message: '' } as const;

function isAnswer(value: unknown): value is { code: number; message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/**
 * The subscription channel (doc3 §7.5, api.md §3.2): namespace rtc over polling; token first, then `list` and `unsubscribe`
 * as they are asked. Each attempt takes a new token, so an expired one is renewed by connecting again. Framework-free.
 */
export class StreamsClient {
  readonly #options: StreamsClientOptions;
  readonly #timers = new Timers<'retry' | 'handshake'>();
  #socket: SocketLike | null = null;
  /** Rises with every attempt; what an older attempt still says is not heard. */
  #generation = 0;
  #state: StreamsState | undefined;
  #errors = 0;

  constructor(options: StreamsClientOptions) {
    this.#options = options;
  }

  /** Connects, and after a disconnected state again from the beginning. */
  retry(): void {
    this.#errors = 0;
    this.#setState('connecting');
    void this.#open();
  }

  close(): void {
    this.#drop();
    this.#timers.clearAll();
    this.#state = undefined;
  }

  /** Streams of these units, of all without any; at most 1000 numbers. Code 504 when nobody answers. */
  list(equipmentNos: readonly string[]): Promise<ListAnswer> {
    return this.#ask(
      'list',
      equipmentNos.slice(0, LIST_ROWS).map((equipmentNo) => ({ equipmentNo })),
    );
  }

  /** Ends streams, or asks for them again with `refresh`; none at all refreshes every one. Code 504 when nobody answers. */
  unsubscribe(items: readonly UnsubscribeItem[]): Promise<UnsubscribeAnswer> {
    return this.#ask('unsubscribe', items);
  }

  #ask<A extends { code: number; message: string }>(event: string, payload: unknown): Promise<A | typeof NO_ANSWER> {
    const socket = this.#socket;
    if (!socket || this.#state !== 'ready') return Promise.resolve(NO_ANSWER);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(NO_ANSWER), ANSWER_MS);
      socket.emit(event, payload, (answer: unknown) => {
        clearTimeout(timer);
        resolve(isAnswer(answer) ? (answer as A) : NO_ANSWER);
      });
    });
  }

  async #open(): Promise<void> {
    this.#drop();
    this.#timers.clear('retry');
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    let token: LiveToken;
    let socket: SocketLike;
    try {
      token = await this.#options.getToken();
      if (!isCurrent()) return;
      socket = await this.#options.openSocket({ isPollingOnly: true });
    } catch (error) {
      if (isCurrent()) this.#failed(isAnswer(error) && (error.code === 401 || error.code === 403));
      return;
    }
    if (!isCurrent()) return void socket.disconnect();
    this.#socket = socket;
    const on = (event: string, listener: (value: unknown) => void) =>
      void socket.on(event, (value) => isCurrent() && listener(value));
    on('connect', () => socket.emit('authorize', typeof token === 'string' ? token : token.token));
    on('authorize', (answer) => isAnswer(answer) && this.#authorized(answer));
    on('connect_error', () => this.#failed());
    on('disconnect', () => this.#failed());
    on('sms_error', (error) => isAnswer(error) && this.#options.onError?.(error));
    this.#timers.set('handshake', HANDSHAKE_MS, () => this.#failed());
    socket.connect();
  }

  #authorized({ code, message }: { code: number; message: string }): void {
    if (code === 200) {
      this.#timers.clear('handshake');
      this.#errors = 0;
      return this.#setState('ready');
    }
    // A token that is outdated as soon as it is issued counts as an error, so that this ends.
    if (code === 511 && message === TOKEN_EXPIRED && this.#state === 'ready') {
      this.#setState('connecting');
      void this.#open();
    } else this.#failed(code === 511 && message !== TOKEN_EXPIRED);
  }

  #failed(isFinal = false): void {
    this.#drop();
    this.#errors += 1;
    if (isFinal || this.#errors >= MAX_CONNECT_ERRORS) {
      this.#timers.clearAll();
      return this.#setState('disconnected');
    }
    this.#setState('connecting');
    this.#timers.set(
      'retry',
      backoffMs(this.#errors - 1, (this.#options.random ?? Math.random)()),
      () => void this.#open(),
    );
  }

  #drop(): void {
    this.#generation += 1;
    this.#timers.clear('handshake');
    this.#socket?.disconnect();
    this.#socket = null;
  }

  #setState(state: StreamsState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
