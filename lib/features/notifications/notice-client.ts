import { Acknowledged, InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import type { ChannelType } from '@/lib/live/realtime/shared/notices';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { backoffMs } from '@/lib/live/realtime/browser/backoff';
import type { LiveClientOptions, LiveToken, SocketLike } from '@/lib/live/realtime/browser/client-types';
import { TOKEN_EXPIRED } from '@/lib/live/realtime/shared/events';
import { Timers } from '@/lib/live/realtime/browser/timers';
import { renewLater, tokenText } from '@/lib/live/realtime/browser/token-renewal';
import { onWake } from '@/lib/live/realtime/browser/wakefulness';

/** The browser's end of `/notification` (api.md §3.6): connects, names the last time it saw, and hands on what is new. */

export interface NoticeClientOptions extends Pick<LiveClientOptions, 'getToken' | 'openSocket' | 'random'> {
  /** What the page wants to be told; default: all messages. */
  types?: readonly ChannelType[];
  /** A callback or symptom; `isHistory`: it was there before the page. */
  onItem?(item: NoticeItem, isHistory: boolean): void;
  onInstant?(message: InstantMessage, isHistory: boolean): void;
  /** Sums of units have changed, or may have while the connection was lost; `counts` has to be among the types. */
  onCounts?(): void;
  /** Somebody has acknowledged a message. */
  onAcknowledged?(news: Acknowledged): void;
  /** The account has read something elsewhere, or may have while the connection was lost. */
  onUnread?(): void;
}

const HISTORY_MS = 24 * 3600_000;
/** What the server wrote so shortly before the connection is news all the same, where it does not say itself what is a replay. */
const FRESH_MS = 10_000;
/** Its times are whole seconds. */
const ROUNDING_MS = 1000;
const HANDSHAKE_MS = 20_000;
const REMEMBERED = 1000;
const RECONNECTS_BEFORE_POLLING = 2;

const codeOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined;

export class NoticeClient {
  readonly #options: NoticeClientOptions;
  readonly #timers = new Timers<'retry' | 'renew' | 'handshake'>();
  readonly #told = new Set<string>();
  #socket: SocketLike | null = null;
  #generation = 0;
  #attempt = 0;
  #reconnects = 0;
  #isOpen = false;
  /** Server time of the newest message, epoch ms. */
  #lastAt: number | undefined;
  #openedAt = 0;
  #stopWatching: (() => void) | undefined;

  constructor(options: NoticeClientOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#openedAt ||= Date.now();
    this.#stopWatching = onWake(() => void this.#connect());
    void this.#connect();
  }

  /** Ends the connection and every timer; `open` goes on from the last message. */
  close(): void {
    this.#isOpen = false;
    this.#drop();
    this.#timers.clearAll();
    this.#stopWatching?.();
  }

  async #connect(): Promise<void> {
    this.#drop();
    this.#timers.clear('retry');
    const generation = this.#generation;
    const isCurrent = () => this.#isOpen && generation === this.#generation;
    try {
      const token = await this.#options.getToken();
      if (!isCurrent()) return;
      const socket = await this.#options.openSocket({ isPollingOnly: this.#reconnects >= RECONNECTS_BEFORE_POLLING });
      if (!isCurrent()) return void socket.disconnect();
      this.#listen(socket, token, isCurrent);
    } catch (error) {
      // Signed out or not allowed: no attempt will change that.
      if (isCurrent() && codeOf(error) !== 401 && codeOf(error) !== 403) this.#retryLater();
    }
  }

  #listen(socket: SocketLike, token: LiveToken, isCurrent: () => boolean): void {
    this.#socket = socket;
    const on = (event: string, listener: (value: unknown) => void) =>
      void socket.on(event, (value) => isCurrent() && listener(value));
    const lost = () => {
      this.#drop();
      this.#retryLater();
    };
    on('connect', () => socket.emit('authorize', tokenText(token)));
    on('connect_error', lost);
    on('disconnect', lost);
    on('authorize', (answer) => this.#authorizeAnswered(answer, token));
    on('notification', (item) => this.#item(item));
    on('instantMessage', (message) => this.#instant(message));
    on('counts', () => this.#options.onCounts?.());
    on('unread', () => this.#options.onUnread?.());
    on('acknowledged', (news) => this.#acknowledged(news));
    this.#timers.set('handshake', HANDSHAKE_MS, lost);
    socket.connect();
  }

  #authorizeAnswered(answer: unknown, token: LiveToken): void {
    const code = codeOf(answer);
    if (code === 200) {
      if (!this.#timers.has('handshake')) return;
      this.#timers.clear('handshake');
      this.#attempt = 0;
      this.#reconnects += 1;
      this.#renewLater(token);
      const { types, onCounts, onUnread } = this.#options;
      this.#socket?.emit('notification', {
        since: (this.#lastAt ?? Date.now() - HISTORY_MS) - 1000,
        ...(types ? { types } : {}),
      });
      if (types?.includes('counts')) onCounts?.();
      onUnread?.();
    } else if (code === 511 && (answer as { message?: unknown }).message === TOKEN_EXPIRED) void this.#connect();
    else this.close();
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
    const news = Acknowledged.safeParse(value).data;
    if (news) this.#options.onAcknowledged?.(news);
  }

  #isKnown(name: string): boolean {
    if (this.#told.has(name)) return true;
    this.#told.add(name);
    const [oldest] = this.#told;
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest);
    return false;
  }

  /** Was it written before the page was opened? Also notes the time, so that a reconnect asks for what follows. */
  #isHistory(time: string, isReplay?: boolean): boolean {
    const at = parseWallTime(time);
    if (at !== undefined) this.#lastAt = Math.max(this.#lastAt ?? 0, at);
    return at !== undefined && isReplay !== false && at < this.#openedAt - (isReplay ? ROUNDING_MS : FRESH_MS);
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

  #retryLater(): void {
    if (!this.#isOpen) return;
    this.#timers.set(
      'retry',
      backoffMs(this.#attempt, (this.#options.random ?? Math.random)()),
      () => void this.#connect(),
    );
    this.#attempt += 1;
  }

  #drop(): void {
    this.#generation += 1;
    this.#timers.clear('handshake', 'renew');
    this.#socket?.disconnect();
    this.#socket = null;
  }
}
