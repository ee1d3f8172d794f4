import type { LiveToken, OpenSocket } from './client-types';
import { LIST_ROWS } from '@/lib/live/realtime/shared/events';
import type { ListAnswer, RealtimeError, UnsubscribeAnswer, UnsubscribeItem } from '@/lib/live/realtime/shared/events';
import { isAnswer, TokenSocket } from './token-socket';
import type { TokenRefusal } from './token-socket';

/** connecting: no request is possible yet; ready: authorised; disconnected: nothing happens until `retry()`. */
export type StreamsState = 'connecting' | 'ready' | 'disconnected';

export interface StreamsClientOptions {
  /** Asks the session endpoint; a rejection ends the attempts until `retry()`. */
  getToken(): Promise<LiveToken>;
  openSocket: OpenSocket;
  /** Every authorisation ends in `ready`: the moment to ask for the list (doc3 §4.16). */
  onState(state: StreamsState): void;
  /** sms_error is only logged (doc3 §7.5). */
  onError?(error: RealtimeError): void;
  random?(): number;
}

const MAX_CONNECT_ERRORS = 3;
const ANSWER_MS = 15_000;
const NO_ANSWER = { code: 504, message: '' } as const;

/**
 * The subscription channel (doc3 §7.5, api.md §3.2): namespace rtc over polling. First the token, then `list` and
 * `unsubscribe` when requested. No React.
 */
export class StreamsClient {
  readonly #options: StreamsClientOptions;
  readonly #socket: TokenSocket;
  #state: StreamsState | undefined;
  #errors = 0;

  constructor(options: StreamsClientOptions) {
    this.#options = options;
    this.#socket = new TokenSocket({
      getToken: () => options.getToken(),
      openSocket: options.openSocket,
      random: options.random,
      events: { sms_error: (error) => isAnswer(error) && options.onError?.(error) },
      onAuthorized: () => this.#authorized(),
      onRefused: (refusal) => this.#refused(refusal),
      onTokenFailed: (isFinal) => this.#failed(isFinal),
      onFailed: () => this.#failed(),
      onLost: () => this.#failed(),
    });
  }

  /** Connects. After a disconnected state it starts again from the beginning. */
  retry(): void {
    this.#errors = 0;
    this.#socket.forgetAttempts();
    this.#setState('connecting');
    this.#open();
  }

  close(): void {
    this.#socket.close();
    this.#state = undefined;
  }

  /** Streams of these units (at most 1000 numbers), or of all. Code 504 when there is no answer. */
  list(equipmentNos: readonly string[]): Promise<ListAnswer> {
    return this.#ask(
      'list',
      equipmentNos.slice(0, LIST_ROWS).map((equipmentNo) => ({ equipmentNo })),
    );
  }

  /**
   * Ends streams, or with `refresh` asks for them again; an empty list refreshes all. Code 504 when there is no answer.
   */
  unsubscribe(items: readonly UnsubscribeItem[]): Promise<UnsubscribeAnswer> {
    return this.#ask('unsubscribe', items);
  }

  #ask<A extends { code: number; message: string }>(event: string, payload: unknown): Promise<A | typeof NO_ANSWER> {
    if (this.#state !== 'ready') return Promise.resolve(NO_ANSWER);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(NO_ANSWER), ANSWER_MS);
      this.#socket.emit(event, payload, (answer) => {
        clearTimeout(timer);
        resolve(isAnswer(answer) ? (answer as A) : NO_ANSWER);
      });
    });
  }

  #open(): void {
    void this.#socket.open({ isPollingOnly: true });
  }

  #authorized(): void {
    this.#errors = 0;
    this.#socket.forgetAttempts();
    this.#setState('ready');
  }

  #refused(refusal: TokenRefusal): void {
    // A token that is outdated as soon as it is issued counts as an error, so that the attempts end.
    if (refusal === 'expired' && this.#state === 'ready') {
      this.#setState('connecting');
      this.#open();
    } else this.#failed(refusal === 'denied');
  }

  #failed(isFinal = false): void {
    this.#errors += 1;
    if (isFinal || this.#errors >= MAX_CONNECT_ERRORS) {
      this.#socket.close();
      return this.#setState('disconnected');
    }
    this.#socket.drop();
    this.#setState('connecting');
    this.#socket.retryLater(() => this.#open());
  }

  #setState(state: StreamsState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
