import { z } from 'zod';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '@/lib/live/realtime/shared/heartbeat';
import { NotificationAcknowledged, InstantMessage, NoticeItem, ROW_KINDS } from '@/lib/live/realtime/shared/notices';
import type { ChannelType, RowKind } from '@/lib/live/realtime/shared/notices';
import { parseWallTime } from '@/lib/platform/i18n/format';
import type { LiveClientOptions } from './client-types';
import { Timers } from './timers';
import { isAnswer, TokenSocket } from './token-socket';
import { onWake } from './wakefulness';

/**
 * The browser's side of `/notification` (api.md §3.6): connects, sends the time of the last message it saw, and passes
 * new ones on.
 */

export interface NoticeClientOptions extends Pick<LiveClientOptions, 'getToken' | 'openSocket' | 'random'> {
  /** What the page wants to receive; default: all messages. */
  types?: readonly ChannelType[];
  /** A callback or symptom; `isHistory`: it existed before the page was opened. */
  onItem?(item: NoticeItem, isHistory: boolean): void;
  onInstant?(message: InstantMessage, isHistory: boolean): void;
  /** Sums over units changed, or may have changed while the connection was lost. `counts` has to be among the types. */
  onCounts?(): void;
  /**
   * Incidents in scope changed, or may have changed while the connection was lost. `incidents` has to be among the
   * types. `isUrgent`: somebody was trapped or released.
   */
  onIncidents?(isUrgent: boolean): void;
  /**
   * Rows of a list changed, or may have changed while the connection was lost; then `undefined` stands for every kind.
   * `incidents` has to be among the types.
   */
  onRows?(kind: RowKind | undefined): void;
  /** Since when the connection is lost, epoch ms; undefined: it is there. */
  onLink?(lostSince: number | undefined): void;
  /** Somebody acknowledged a message. */
  onAcknowledged?(news: NotificationAcknowledged): void;
  /** The account read something elsewhere, or may have while the connection was lost. */
  onUnread?(): void;
}

/** The part of an incidents message that is read. */
const IncidentsNews = z.object({ urgent: z.boolean().optional() });
const RowsNews = z.object({ kind: z.enum(ROW_KINDS) });
const HISTORY_MS = 24 * 3600_000;
/**
 * A message written so shortly before the connection still counts as new, when the server does not mark replays itself.
 */
const FRESH_MS = 10_000;
/** Server times are whole seconds. */
const ROUNDING_MS = 1000;
const REMEMBERED = 1000;
const RECONNECTS_BEFORE_POLLING = 2;
/** From asking for messages to the server's answer that they come from now on. */
const ANSWER_MS = 20_000;
const BUSY = 429;

export class NoticeClient {
  readonly #options: NoticeClientOptions;
  readonly #socket: TokenSocket;
  readonly #told = new Set<string>();
  readonly #timers = new Timers<'answer'>();
  #reconnects = 0;
  #isOpen = false;
  /** Server time of the newest message, epoch ms. */
  #lastAt: number | undefined;
  #openedAt = 0;
  #stopWatching: (() => void) | undefined;

  constructor(options: NoticeClientOptions) {
    this.#options = options;
    const retry = () => this.#retryLater();
    this.#socket = new TokenSocket({
      getToken: () => options.getToken(),
      openSocket: options.openSocket,
      random: options.random,
      events: {
        notification: (value) => (isAnswer(value) ? this.#subscribed(value) : this.#item(value)),
        instantMessage: (message) => this.#instant(message),
        counts: () => options.onCounts?.(),
        incidents: (news) => options.onIncidents?.(IncidentsNews.safeParse(news).data?.urgent ?? false),
        rows: (news) => {
          const { kind } = RowsNews.safeParse(news).data ?? {};
          if (kind) options.onRows?.(kind);
        },
        unread: () => options.onUnread?.(),
        acknowledged: (news) => this.#acknowledged(news),
      },
      onAuthorized: () => this.#authorized(),
      onRefused: (refusal) => (refusal === 'expired' ? this.#connect() : this.close()),
      onTokenFailed: (isFinal) => isFinal || retry(),
      onFailed: retry,
      // A connection found dead by its silence has been gone since its last sign of life.
      onLost: (reason) => this.#retryLater(reason === 'ping timeout' ? PING_INTERVAL_MS + PING_TIMEOUT_MS : 0),
    });
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#openedAt ||= Date.now();
    this.#options.onLink?.(Date.now());
    this.#stopWatching = onWake(() => this.#connect());
    this.#connect();
  }

  /** Ends the connection and every timer. `open` continues after the last message. */
  close(): void {
    this.#isOpen = false;
    this.#timers.clearAll();
    this.#socket.close();
    this.#stopWatching?.();
  }

  #connect(): void {
    void this.#socket.open({ isPollingOnly: this.#reconnects >= RECONNECTS_BEFORE_POLLING });
  }

  #authorized(): void {
    this.#reconnects += 1;
    const { types } = this.#options;
    this.#timers.set('answer', ANSWER_MS, () => this.#retryLater());
    this.#socket.emit(
      'notification',
      { since: (this.#lastAt ?? Date.now() - HISTORY_MS) - 1000, ...(types ? { types } : {}) },
      (answer) => this.#subscribed(answer),
    );
  }

  /**
   * The server has answered: what changes from now on is rung. Only now the page reads what changed before: whatever came
   * between a read and the subscription would be heard by neither.
   */
  #subscribed(answer: unknown): void {
    if (!this.#timers.has('answer')) return;
    this.#timers.clear('answer');
    if (isAnswer(answer) && answer.code >= BUSY && answer.code !== 511) return this.#retryLater();
    this.#socket.forgetAttempts();
    const { types, onCounts, onIncidents, onUnread } = this.#options;
    if (types?.includes('counts')) onCounts?.();
    if (types?.includes('incidents')) {
      onIncidents?.(false);
      this.#options.onRows?.(undefined);
    }
    this.#options.onLink?.(undefined);
    onUnread?.();
  }

  #item(value: unknown): void {
    const item = NoticeItem.safeParse(value).data;
    if (!item || this.#isKnown(`${item.key} ${item.status}`)) return;
    this.#options.onItem?.(item, this.#isHistory(item.time));
  }

  #instant(value: unknown): void {
    const message = InstantMessage.safeParse(value).data;
    if (!message || this.#isKnown(`${message.notificationId} ${message.gbError?.objectStatus ?? ''}`)) return;
    this.#options.onInstant?.(message, this.#isHistory(message.notificationDate, message.replay));
  }

  #acknowledged(value: unknown): void {
    const news = NotificationAcknowledged.safeParse(value).data;
    if (news) this.#options.onAcknowledged?.(news);
  }

  #isKnown(name: string): boolean {
    if (this.#told.has(name)) return true;
    this.#told.add(name);
    const [oldest] = this.#told;
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest);
    return false;
  }

  /**
   * Was it written before the page was opened? Also notes the time, so that a reconnect asks for later messages only.
   */
  #isHistory(time: string, isReplay?: boolean): boolean {
    const at = parseWallTime(time);
    if (at !== undefined) this.#lastAt = Math.max(this.#lastAt ?? 0, at);
    return at !== undefined && isReplay !== false && at < this.#openedAt - (isReplay ? ROUNDING_MS : FRESH_MS);
  }

  /** @param silentMs for how long nothing arrived already */
  #retryLater(silentMs = 0): void {
    this.#options.onLink?.(Date.now() - silentMs);
    this.#timers.clearAll();
    this.#socket.drop();
    this.#socket.retryLater(() => this.#connect());
  }
}
