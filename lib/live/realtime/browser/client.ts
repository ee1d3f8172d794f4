import { note } from '@/lib/platform/local-log/recorder';
import { backoffMs } from './backoff';
import { LIVE_STATE } from './client-types';
import type { LiveClientOptions, LiveState, LiveToken, SocketLike, SubscriptionRequest } from './client-types';
import { MAX_SUBSCRIPTIONS, TOKEN_EXPIRED } from '@/lib/live/realtime/shared/events';
import type { SmsError } from '@/lib/live/realtime/shared/events';
import { Timers } from './timers';
import { renewLater, tokenText } from './token-renewal';
import { onWake } from './wakefulness';

const STALE_MS = 60_000;
/** From opening a socket to its authorisation. */
const HANDSHAKE_MS = 20_000;
/** A lost connection is shown as connecting only if it is not back by then: most are. */
const LOSS_GRACE_MS = 2000;
/** After coming back, a socket that says nothing for so long is replaced. */
const WAKE_MS = 5000;
const SUBSCRIBE_MS = 50;
/** After too many events: most of the server's window of 10 s. */
const TOO_MANY_MS = 5000;
const MAX_CONNECT_ERRORS = 3;
const RECONNECTS_BEFORE_POLLING = 2;

const nameOf = (state: LiveState) =>
  Object.entries(LIVE_STATE).find(([, value]) => value === state)?.[0] ?? String(state);

interface Answer {
  code: number;
  message: string;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

/**
 * One live connection of a page (doc2 §4.7, api.md §3): token, authorize, list, data; and what to do when any of them
 * fails. Connections are replaced by itself, never by Socket.IO, because each attempt needs a new token. Framework-free;
 * all times come from the global timers.
 */
export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #timers = new Timers<'stale' | 'retry' | 'renew' | 'loss' | 'handshake' | 'wake' | 'subscribe'>();
  readonly #random: () => number;
  #list: SubscriptionRequest[] = [];
  #state: LiveState = LIVE_STATE.connecting;
  #socket: SocketLike | null = null;
  /** Rises with every attempt; what an older attempt still says is not heard. */
  #generation = 0;
  #isAuthorized = false;
  /** Refusals of new tokens as outdated, since the last success. */
  #expiredTokens = 0;
  #connectErrors = 0;
  #attempt = 0;
  #reconnects = 0;
  #wasLost = false;
  #wasLive = false;
  #isPollingOnly: boolean;
  /** Nothing happens by itself until `retry()`: access denied, signed out, streams ended by an administrator. */
  #isStopped = false;
  #isOpen = false;
  #denied = new Set<string>();
  #stopWatching: (() => void) | null = null;

  constructor(options: LiveClientOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#isPollingOnly = options.isPollingOnly ?? false;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Watches these units instead of those before (at most 200); connects at the first call. */
  subscribe(list: readonly SubscriptionRequest[]): void {
    this.#list = list.slice(0, MAX_SUBSCRIPTIONS);
    this.#denied = new Set(
      [...this.#denied].filter((equipmentNo) => this.#list.some((item) => item.equipmentNo === equipmentNo)),
    );
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#stopWatching = onWake(() => this.#wake());
      this.#setState(LIVE_STATE.connecting);
      void this.#open();
      return;
    }
    if (this.#isAuthorized && this.#isStopped) this.#isStopped = false;
    if (!this.#isStopped && !this.#isAllDenied && this.#state === LIVE_STATE.denied)
      this.#setState(LIVE_STATE.connecting);
    // Tiles come and go together; one event says it all.
    if (this.#isAuthorized) this.#timers.set('subscribe', SUBSCRIBE_MS, () => this.#sendList());
  }

  /** Somebody pressed "retry": starts from the beginning. */
  retry(): void {
    if (!this.#isOpen) return;
    this.#isStopped = false;
    this.#connectErrors = 0;
    this.#attempt = 0;
    this.#denied.clear();
    this.#setState(LIVE_STATE.connecting);
    this.#armStale();
    void this.#open();
  }

  /** Ends the connection and every timer. `subscribe` starts anew. */
  close(): void {
    this.#isOpen = false;
    this.#isStopped = false;
    this.#dropSocket();
    this.#timers.clearAll();
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  async #open(): Promise<void> {
    this.#dropSocket();
    const generation = this.#generation;
    const isCurrent = () => this.#isOpen && generation === this.#generation;
    this.#timers.clear('retry');
    if (!this.#timers.has('stale')) this.#armStale();
    let token: LiveToken;
    try {
      token = await this.#options.getToken();
    } catch (error) {
      if (isCurrent()) this.#tokenFailed(error);
      return;
    }
    if (!isCurrent()) return;
    try {
      const socket = await this.#options.openSocket({ isPollingOnly: this.#isPollingOnly });
      if (!isCurrent()) return void socket.disconnect();
      this.#listen(socket, token, isCurrent);
    } catch {
      if (isCurrent()) this.#connectFailed();
    }
  }

  #listen(socket: SocketLike, token: LiveToken, isCurrent: () => boolean): void {
    this.#socket = socket;
    const on = (event: string, listener: (value: unknown) => void) =>
      void socket.on(event, (value) => isCurrent() && listener(value));
    on('connect', () => socket.emit('authorize', tokenText(token)));
    on('connect_error', () => this.#connectFailed());
    on('disconnect', () => (this.#isAuthorized ? this.#lost() : this.#connectFailed()));
    on('authorize', (answer) => isAnswer(answer) && this.#authorizeAnswered(answer, token));
    on('rtc', (message) => this.#received(message));
    on('sms_error', (error) => isAnswer(error) && this.#refused(error));
    on('unsubscribe', (message) => this.#ended(message));
    this.#timers.set('handshake', HANDSHAKE_MS, () => this.#connectFailed());
    socket.connect();
  }

  #authorizeAnswered({ code, message }: Answer, token: LiveToken): void {
    if (code === 200) {
      if (!this.#isAuthorized) this.#authorized(token);
      return;
    }
    if (code === 511 && message === TOKEN_EXPIRED) return this.#renewByReconnect();
    if (code === 511) return this.#stop(LIVE_STATE.denied);
    this.#connectFailed();
  }

  #authorized(token: LiveToken): void {
    this.#isAuthorized = true;
    this.#expiredTokens = 0;
    this.#connectErrors = 0;
    this.#timers.clear('handshake');
    if (this.#wasLost && this.#wasLive) this.#reconnects += 1;
    this.#wasLost = false;
    this.#wasLive = true;
    if (this.#reconnects >= RECONNECTS_BEFORE_POLLING && !this.#isPollingOnly) {
      // Something on the way cuts long connections: a fresh one without them (doc2 §4.7).
      this.#isPollingOnly = true;
      void this.#open();
      return;
    }
    this.#renewLater(token);
    this.#sendList();
  }

  #sendList(): void {
    this.#timers.clear('subscribe');
    const isCurrent = this.#generation;
    this.#socket?.emit('rtc', this.#list, (answer: unknown) => {
      if (isCurrent !== this.#generation || !isAnswer(answer)) return;
      if (answer.code === 500) this.#lost();
      if (answer.code === 429) this.#timers.set('subscribe', TOO_MANY_MS, () => this.#sendList());
    });
    if (this.#list.length === 0) {
      this.#timers.clear('stale');
      this.#setState(LIVE_STATE.live);
    } else if (this.#state !== LIVE_STATE.denied) this.#armStale();
  }

  #received(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('equipmentNo' in message)) return;
    this.#attempt = 0;
    this.#timers.clear('loss', 'wake');
    if (!this.#isStopped) {
      this.#setState(LIVE_STATE.live);
      this.#armStale();
    }
    this.#options.onMessage(message);
  }

  #refused(error: SmsError): void {
    note('warn', 'socket', `sms_error ${error.code}`, { message: error.message });
    if (error.code === 511 && error.message === TOKEN_EXPIRED) return this.#renewByReconnect();
    const isCovering = this.#options.refusals === 'cover';
    if (error.code === 511 && error.checkResult === false) {
      this.#refusedUnits(
        Array.isArray(error.equipmentNoList)
          ? error.equipmentNoList.map(String)
          : this.#list.map(({ equipmentNo }) => equipmentNo),
      );
      if (isCovering) return;
    } else if (error.code === 403 && isCovering) this.#stop(LIVE_STATE.denied);
    this.#options.onError?.(error);
  }

  #refusedUnits(numbers: string[]): void {
    for (const equipmentNo of numbers) this.#denied.add(equipmentNo);
    if (this.#isAllDenied) {
      this.#timers.clear('stale');
      this.#setState(this.#options.refusals === 'cover' ? LIVE_STATE.denied : LIVE_STATE.live);
    }
    this.#options.onDenied?.(numbers);
  }

  get #isAllDenied(): boolean {
    return this.#list.length > 0 && this.#list.every(({ equipmentNo }) => this.#denied.has(equipmentNo));
  }

  /** An administrator ended streams of this page: nothing comes back by itself (api.md §3.2). */
  #ended(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('equipmentNoList' in message)) return;
    this.#isStopped = true;
    this.#timers.clear('stale');
    this.#setState(LIVE_STATE.disconnected);
  }

  #tokenFailed(error: unknown): void {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 401 || code === 403) return this.#stop(LIVE_STATE.disconnected);
    this.#setState(LIVE_STATE.disconnected);
    this.#retryLater();
  }

  #connectFailed(): void {
    note('warn', 'socket', 'connection failed', { errors: this.#connectErrors + 1 });
    this.#connectErrors += 1;
    if (this.#connectErrors >= MAX_CONNECT_ERRORS) this.#setState(LIVE_STATE.disconnected);
    this.#dropSocket();
    this.#retryLater();
  }

  #lost(): void {
    this.#wasLost = true;
    this.#dropSocket();
    if (this.#isStopped) return;
    this.#timers.set('loss', LOSS_GRACE_MS, () => {
      if (this.#state === LIVE_STATE.live) this.#setState(LIVE_STATE.connecting);
    });
    this.#retryLater();
  }

  #renewByReconnect(): void {
    this.#expiredTokens += 1;
    // Tokens that are outdated as soon as they are issued: asking faster will not help.
    if (this.#expiredTokens > 1) return this.#connectFailed();
    void this.#open();
  }

  #renewLater(token: LiveToken): void {
    const generation = this.#generation;
    renewLater(token, {
      timers: this.#timers,
      getToken: () => this.#options.getToken(),
      isCurrent: () => generation === this.#generation,
      authorize: (text) => void this.#socket?.emit('authorize', text),
    });
  }

  #wake(): void {
    if (!this.#isOpen || this.#isStopped) return;
    if (!this.#isAuthorized) {
      this.#attempt = 0;
      if (this.#timers.has('retry')) void this.#open();
      return;
    }
    // The list again brings a new snapshot; a socket that died in the meantime brings nothing.
    this.#sendList();
    this.#timers.set('wake', WAKE_MS, () => void this.#open());
  }

  #armStale(): void {
    this.#timers.set('stale', this.#options.staleAfterMs ?? STALE_MS, () => {
      this.#setState(LIVE_STATE.disconnected);
      if (this.#isAuthorized) this.#lost();
    });
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    this.#timers.set('retry', backoffMs(this.#attempt, this.#random()), () => void this.#open());
    this.#attempt += 1;
  }

  #stop(state: LiveState): void {
    this.#isStopped = true;
    this.#dropSocket();
    this.#timers.clearAll();
    this.#setState(state);
  }

  #dropSocket(): void {
    this.#generation += 1;
    this.#isAuthorized = false;
    this.#timers.clear('handshake', 'renew', 'wake', 'subscribe');
    this.#socket?.disconnect();
    this.#socket = null;
  }

  #setState(state: LiveState): void {
    if (this.#state === state) return;
    note(state === LIVE_STATE.live ? 'info' : 'warn', 'socket', `${nameOf(this.#state)} → ${nameOf(state)}`, {
      units: this.#list.length,
      reconnects: this.#reconnects,
      isPollingOnly: this.#isPollingOnly,
    });
    this.#state = state;
    this.#options.onState?.(state);
  }
}
