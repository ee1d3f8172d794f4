import { TOKEN_EXPIRED } from '@/lib/live/realtime/shared/events';
import { backoffMs } from './backoff';
import type { LiveToken, OpenSocket, SocketLike, SocketSettings } from './client-types';
import { Timers } from './timers';
import { renewLater, tokenText } from './token-renewal';

/** From opening a socket to its authorisation. */
const HANDSHAKE_MS = 20_000;

export interface TokenAnswer {
  code: number;
  message: string;
}

export function isAnswer(value: unknown): value is TokenAnswer {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

/** `expired`: a new token may help; `denied`: no token will; `other`: the server could not say. */
export type TokenRefusal = 'expired' | 'denied' | 'other';

function refusalOf({ code, message }: TokenAnswer): TokenRefusal {
  if (code !== 511) return 'other';
  return message === TOKEN_EXPIRED ? 'expired' : 'denied';
}

/** The events of a connection for its owner. Earlier attempts report nothing any more. */
export interface TokenSocketOwner {
  /** Asks the session endpoint; a rejection may carry a `code`. */
  getToken(): Promise<LiveToken>;
  openSocket: OpenSocket;
  /** 0..1, for the jitter. */
  random?: (() => number) | undefined;
  /** The events of the namespace, beside those of the connection itself. */
  events: Readonly<Record<string, (value: unknown) => void>>;
  /** Called once per connection; renewals of the token are silent. */
  onAuthorized(): void;
  /** The first token or a later one was refused. */
  onRefused(refusal: TokenRefusal): void;
  /** @param isFinal signed out or not allowed (401, 403): another attempt cannot help */
  onTokenFailed(isFinal: boolean): void;
  /** The connection could not be opened. */
  onFailed(): void;
  /** An authorised connection ended. @param reason Socket.IO's reason, for example `ping timeout` */
  onLost(reason: string): void;
}

/**
 * A socket that authorises itself by a token (api.md §3.1): token, connection, `authorize`, renewal before the token
 * ends, and a pause before another attempt. Its owner replaces it, never Socket.IO, because each attempt needs a new
 * token.
 */
export class TokenSocket {
  readonly #owner: TokenSocketOwner;
  readonly #timers = new Timers<'retry' | 'renew' | 'handshake'>();
  #socket: SocketLike | null = null;
  /** Rises with every attempt; events of older attempts are ignored. */
  #generation = 0;
  #isAuthorized = false;
  #attempts = 0;

  constructor(owner: TokenSocketOwner) {
    this.#owner = owner;
  }

  get isAuthorized(): boolean {
    return this.#isAuthorized;
  }

  /** Does it wait for its next attempt? */
  get isWaiting(): boolean {
    return this.#timers.has('retry');
  }

  /** Starts an attempt and replaces the present connection. */
  async open(settings: SocketSettings): Promise<void> {
    this.drop();
    this.#timers.clear('retry');
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    let token: LiveToken;
    try {
      token = await this.#owner.getToken();
    } catch (error) {
      if (isCurrent()) this.#owner.onTokenFailed(isAnswer(error) && (error.code === 401 || error.code === 403));
      return;
    }
    if (!isCurrent()) return;
    try {
      const socket = await this.#owner.openSocket(settings);
      if (isCurrent()) this.#listen(socket, token, isCurrent);
      else socket.disconnect();
    } catch {
      if (isCurrent()) this.#owner.onFailed();
    }
  }

  /** @param onAnswer not called when another connection has replaced this one */
  emit(event: string, payload: unknown, onAnswer?: (answer: unknown) => void): void {
    const generation = this.#generation;
    if (onAnswer)
      this.#socket?.emit(event, payload, (answer: unknown) => generation === this.#generation && onAnswer(answer));
    else this.#socket?.emit(event, payload);
  }

  /** Runs the next attempt after a pause that grows each time. */
  retryLater(run: () => void): void {
    const pause = backoffMs(this.#attempts, (this.#owner.random ?? Math.random)());
    this.#timers.set('retry', pause, run);
    this.#attempts += 1;
  }

  /** Makes the next pause the shortest again. */
  forgetAttempts(): void {
    this.#attempts = 0;
  }

  /** Ends the connection, but not the wait for the next attempt. */
  drop(): void {
    this.#generation += 1;
    this.#isAuthorized = false;
    this.#timers.clear('handshake', 'renew');
    this.#socket?.disconnect();
    this.#socket = null;
  }

  close(): void {
    this.drop();
    this.#timers.clearAll();
  }

  #listen(socket: SocketLike, token: LiveToken, isCurrent: () => boolean): void {
    const { events, onFailed, onLost } = this.#owner;
    this.#socket = socket;
    const on = (event: string, listener: (value: unknown) => void) =>
      void socket.on(event, (value) => isCurrent() && listener(value));
    on('connect', () => socket.emit('authorize', tokenText(token)));
    on('connect_error', onFailed);
    on('disconnect', (reason) => (this.#isAuthorized ? onLost(String(reason)) : onFailed()));
    on('authorize', (answer) => isAnswer(answer) && this.#answered(answer, token, isCurrent));
    for (const [event, listener] of Object.entries(events)) on(event, listener);
    this.#timers.set('handshake', HANDSHAKE_MS, onFailed);
    socket.connect();
  }

  #answered(answer: TokenAnswer, token: LiveToken, isCurrent: () => boolean): void {
    if (answer.code !== 200) return this.#owner.onRefused(refusalOf(answer));
    if (this.#isAuthorized) return;
    this.#isAuthorized = true;
    this.#timers.clear('handshake');
    this.#owner.onAuthorized();
    // The owner may already have started again.
    if (!isCurrent()) return;
    renewLater(token, {
      timers: this.#timers,
      getToken: () => this.#owner.getToken(),
      isCurrent,
      authorize: (text) => this.emit('authorize', text),
    });
  }
}
