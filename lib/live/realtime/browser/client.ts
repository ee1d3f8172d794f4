import { note } from '@/lib/platform/local-log/recorder';
import { LIVE_STATE } from './client-types';
import type { LiveClientOptions, LiveState, SubscriptionRequest } from './client-types';
import { MAX_SUBSCRIPTIONS, TOKEN_EXPIRED } from '@/lib/live/realtime/shared/events';
import type { RealtimeError } from '@/lib/live/realtime/shared/events';
import { Timers } from './timers';
import { isAnswer, TokenSocket } from './token-socket';
import type { TokenRefusal } from './token-socket';
import { onWake } from './wakefulness';

const STALE_MS = 60_000;
/** A lost connection is shown as connecting only after this time, because most are back before. */
const LOSS_GRACE_MS = 2000;
/** A socket that is silent for this long after a return is replaced. */
const WAKE_MS = 5000;
const SUBSCRIBE_MS = 50;
/** Pause after too many events: most of the server's window of 10 s. */
const TOO_MANY_MS = 5000;
const MAX_CONNECT_ERRORS = 3;
const RECONNECTS_BEFORE_POLLING = 2;

const nameOf = (state: LiveState) =>
  Object.entries(LIVE_STATE).find(([, value]) => value === state)?.[0] ?? String(state);

/**
 * One live connection of a page (doc2 §4.7, api.md §3): token, authorize, list, data, and the handling of every
 * failure. No React; all times come from the global timers.
 */
export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #timers = new Timers<'stale' | 'loss' | 'wake' | 'subscribe'>();
  readonly #socket: TokenSocket;
  #list: SubscriptionRequest[] = [];
  #state: LiveState = LIVE_STATE.connecting;
  /** How often new tokens were refused as outdated since the last success. */
  #expiredTokens = 0;
  #connectErrors = 0;
  #reconnects = 0;
  #wasLost = false;
  #wasLive = false;
  #isPollingOnly: boolean;
  /** Nothing happens until `retry()`: access denied, signed out, or streams ended by an administrator. */
  #isStopped = false;
  #isOpen = false;
  #denied = new Set<string>();
  #stopWatching: (() => void) | null = null;

  constructor(options: LiveClientOptions) {
    this.#options = options;
    this.#isPollingOnly = options.isPollingOnly ?? false;
    this.#socket = new TokenSocket({
      getToken: () => options.getToken(),
      openSocket: (settings) => options.openSocket(settings),
      random: options.random,
      events: {
        rtc: (message) => this.#received(message),
        sms_error: (error) => isAnswer(error) && this.#errorTold(error),
        unsubscribe: (message) => this.#ended(message),
      },
      onAuthorized: () => this.#authorized(),
      onRefused: (refusal) => this.#refused(refusal),
      onTokenFailed: (isFinal) => this.#tokenFailed(isFinal),
      onFailed: () => this.#connectFailed(),
      onLost: () => this.#lost(),
    });
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Watches these units (at most 200) in place of the earlier ones. The first call connects. */
  subscribe(list: readonly SubscriptionRequest[]): void {
    this.#list = list.slice(0, MAX_SUBSCRIPTIONS);
    this.#denied = new Set(
      [...this.#denied].filter((equipmentNo) => this.#list.some((item) => item.equipmentNo === equipmentNo)),
    );
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#stopWatching = onWake(() => this.#wake());
      this.#setState(LIVE_STATE.connecting);
      this.#open();
      return;
    }
    if (this.#socket.isAuthorized && this.#isStopped) this.#isStopped = false;
    if (!this.#isStopped && !this.#isAllDenied && this.#state === LIVE_STATE.denied)
      this.#setState(LIVE_STATE.connecting);
    // Tiles appear and disappear together, so one event carries all of them.
    if (this.#socket.isAuthorized) this.#timers.set('subscribe', SUBSCRIBE_MS, () => this.#sendList());
  }

  /** Somebody pressed "retry": starts again. */
  retry(): void {
    if (!this.#isOpen) return;
    this.#isStopped = false;
    this.#connectErrors = 0;
    this.#socket.forgetAttempts();
    this.#denied.clear();
    this.#setState(LIVE_STATE.connecting);
    this.#armStale();
    this.#open();
  }

  /** Ends the connection and every timer. `subscribe` starts again. */
  close(): void {
    this.#isOpen = false;
    this.#isStopped = false;
    this.#endAll();
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  #open(): void {
    this.#dropSocket();
    if (!this.#timers.has('stale')) this.#armStale();
    void this.#socket.open({ isPollingOnly: this.#isPollingOnly });
  }

  #refused(refusal: TokenRefusal): void {
    if (refusal === 'expired') this.#renewByReconnect();
    else if (refusal === 'denied') this.#stop(LIVE_STATE.denied);
    else this.#connectFailed();
  }

  #authorized(): void {
    this.#expiredTokens = 0;
    this.#connectErrors = 0;
    if (this.#wasLost && this.#wasLive) this.#reconnects += 1;
    this.#wasLost = false;
    this.#wasLive = true;
    if (this.#reconnects >= RECONNECTS_BEFORE_POLLING && !this.#isPollingOnly) {
      // A proxy on the way cuts long connections: connect again without a pause (doc2 §4.7).
      this.#isPollingOnly = true;
      return this.#open();
    }
    this.#sendList();
  }

  #sendList(): void {
    this.#timers.clear('subscribe');
    this.#socket.emit('rtc', this.#list, (answer) => {
      if (!isAnswer(answer)) return;
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
    this.#socket.forgetAttempts();
    this.#timers.clear('loss', 'wake');
    if (!this.#isStopped) {
      this.#setState(LIVE_STATE.live);
      this.#armStale();
    }
    this.#options.onMessage(message);
  }

  #errorTold(error: RealtimeError): void {
    note('warn', 'socket', `sms_error ${error.code}`, { message: error.message });
    if (error.code === 511 && error.message === TOKEN_EXPIRED) return this.#renewByReconnect();
    const isCovering = this.#isCovering;
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
      if (this.#options.refusals === 'end') this.#stop(LIVE_STATE.denied);
      else this.#setState(this.#isCovering ? LIVE_STATE.denied : LIVE_STATE.live);
    }
    this.#options.onDenied?.(numbers);
  }

  get #isCovering(): boolean {
    return this.#options.refusals === 'cover' || this.#options.refusals === 'end';
  }

  get #isAllDenied(): boolean {
    return this.#list.length > 0 && this.#list.every(({ equipmentNo }) => this.#denied.has(equipmentNo));
  }

  /** An administrator ended streams of this page. Nothing comes back by itself (api.md §3.2). */
  #ended(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('equipmentNoList' in message)) return;
    this.#isStopped = true;
    this.#timers.clear('stale');
    this.#setState(LIVE_STATE.disconnected);
  }

  #tokenFailed(isFinal: boolean): void {
    if (isFinal) return this.#stop(LIVE_STATE.disconnected);
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
    // The tokens are outdated as soon as they are issued. Faster attempts do not help.
    if (this.#expiredTokens > 1) return this.#connectFailed();
    this.#open();
  }

  #wake(): void {
    if (!this.#isOpen || this.#isStopped) return;
    if (!this.#socket.isAuthorized) {
      this.#socket.forgetAttempts();
      if (this.#socket.isWaiting) this.#open();
      return;
    }
    // Sending the list again brings a new snapshot. A socket that died meanwhile stays silent.
    this.#sendList();
    this.#timers.set('wake', WAKE_MS, () => void this.#open());
  }

  #armStale(): void {
    this.#timers.set('stale', this.#options.staleAfterMs ?? STALE_MS, () => {
      this.#setState(LIVE_STATE.disconnected);
      if (this.#socket.isAuthorized) this.#lost();
    });
  }

  #retryLater(): void {
    if (!this.#isStopped) this.#socket.retryLater(() => this.#open());
  }

  #stop(state: LiveState): void {
    this.#isStopped = true;
    this.#endAll();
    this.#setState(state);
  }

  #endAll(): void {
    this.#socket.close();
    this.#timers.clearAll();
  }

  #dropSocket(): void {
    this.#socket.drop();
    this.#timers.clear('wake', 'subscribe');
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
