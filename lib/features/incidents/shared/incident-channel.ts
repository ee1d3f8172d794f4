import { NoticeClient } from '@/lib/live/realtime/browser/notice-client';
import type { NoticeClientOptions } from '@/lib/live/realtime/browser/notice-client';
import { socketOpener } from '@/lib/live/realtime/browser/open-socket';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { NOTICE_NAMESPACE } from '@/lib/live/realtime/shared/events';
import type { RowKind } from '@/lib/live/realtime/shared/notices';
import { callSms } from '@/lib/platform/client/client';
import { holdOneTab } from '@/lib/platform/client/one-tab';
import { connectionBack, connectionEnded, connectionLost } from '@/lib/platform/client/page-connection';
import { onNetworkGone } from '@/lib/platform/client/network';

/** How a page reaches the message channel; absent: the portal's own way. */
export type IncidentConnection = Partial<Pick<NoticeClientOptions, 'getToken' | 'openSocket' | 'random'>>;

/** Changes within this time cause one read. */
const TOGETHER_MS = 300;
/** Least time between two reads. */
const GAP_MS = 1000;
/** The same for trapped persons (readings 213): the first report is followed at once. */
const URGENT_GAP_MS = 250;

/** What the tab with the connection sends to the other tabs; null: incidents may have changed. */
type TabMessage =
  null | 'urgent' | { readonly rows: RowKind | undefined } | { readonly lostSince: number | undefined } | 'ask';

type RowListener = (kind: RowKind | undefined) => void;

/**
 * Tells everything on the page that incidents or rows may have changed. A browser has one connection; its tab tells the
 * other tabs. At most one signal a second, but for trapped persons at once. All tabs report the state of this
 * connection as theirs (readings 249).
 */
class IncidentChannel {
  readonly #listeners = new Set<() => void>();
  readonly #rowListeners = new Set<RowListener>();
  readonly #client: NoticeClient;
  readonly #others: BroadcastChannel | undefined;
  readonly #letGo: () => void;
  readonly #endNetwork: () => void;
  readonly #onShown = () => document.visibilityState === 'visible' && this.#soon();
  #isLeading = false;
  /** Of the tab with the connection: since when it is lost, epoch ms; undefined: connected. */
  #lostSince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends, epoch ms. */
  #tellsAt = 0;
  #toldAt = -Infinity;

  constructor(username: string, connection: IncidentConnection) {
    const name = `incidents:${username}`;
    this.#client = new NoticeClient({
      getToken: () => callSms(getSocketToken, {}),
      openSocket: socketOpener({ namespace: NOTICE_NAMESPACE }),
      ...connection,
      types: ['incidents'],
      onIncidents: (isUrgent) => {
        this.#tellOthers(isUrgent ? 'urgent' : null);
        this.#soon(isUrgent);
      },
      onRows: (kind) => {
        this.#tellOthers({ rows: kind });
        this.#ringRows(kind);
      },
      onLink: (lostSince) => this.#tellLink(lostSince),
    });
    if (typeof BroadcastChannel !== 'undefined') {
      this.#others = new BroadcastChannel(name);
      this.#others.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#told(data);
    }
    this.#letGo = holdOneTab(name, (isMine) => this.#lead(isMine));
    if (!this.#isLeading) this.#tellOthers('ask');
    this.#endNetwork = onNetworkGone(() => this.#tellLink(Date.now()));
    document.addEventListener('visibilitychange', this.#onShown);
    window.addEventListener('pageshow', this.#onShown);
  }

  #tellOthers(word: TabMessage): void {
    this.#others?.postMessage(word);
  }

  #lead(isMine: boolean): void {
    this.#isLeading = isMine;
    if (isMine) return this.#client.open();
    this.#client.close();
    connectionEnded();
  }

  #told(word: TabMessage): void {
    if (word === 'ask') {
      if (this.#isLeading) this.#tellOthers({ lostSince: this.#lostSince });
    } else if (word === null || word === 'urgent') this.#soon(word === 'urgent');
    else if ('rows' in word) this.#ringRows(word.rows);
    else sayLink(word.lostSince);
  }

  /** @param lostSince epoch ms; undefined: connected */
  #tellLink(lostSince: number | undefined): void {
    this.#lostSince = lostSince === undefined ? undefined : (this.#lostSince ?? lostSince);
    sayLink(this.#lostSince);
    if (this.#isLeading) this.#tellOthers({ lostSince: this.#lostSince });
  }

  #ringRows(kind: RowKind | undefined): void {
    for (const listener of [...this.#rowListeners]) listener(kind);
  }

  addRows(listener: RowListener): void {
    this.#rowListeners.add(listener);
  }

  add(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @returns whether any listener is left */
  remove(listener: (() => void) | RowListener): boolean {
    this.#listeners.delete(listener as () => void);
    this.#rowListeners.delete(listener);
    return this.#listeners.size + this.#rowListeners.size > 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#client.close();
    this.#letGo();
    this.#others?.close();
    this.#endNetwork();
    connectionEnded();
    document.removeEventListener('visibilitychange', this.#onShown);
    window.removeEventListener('pageshow', this.#onShown);
  }

  /** A change made in this tab concerns the other tabs at once. */
  tellAll(): void {
    this.#tellOthers(null);
    this.#soon();
  }

  #soon(isUrgent = false): void {
    const now = Date.now();
    const tellsAt = isUrgent
      ? Math.max(now, this.#toldAt + URGENT_GAP_MS)
      : Math.max(now + TOGETHER_MS, this.#toldAt + GAP_MS);
    if (this.#timer !== undefined && this.#tellsAt <= tellsAt) return;
    clearTimeout(this.#timer);
    this.#tellsAt = tellsAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#toldAt = Date.now();
      for (const listener of this.#listeners) listener();
    }, tellsAt - now);
  }
}

function sayLink(lostSince: number | undefined): void {
  if (lostSince === undefined) connectionBack();
  else connectionLost(lostSince);
}

const channels = new Map<string, IncidentChannel>();

/**
 * Calls the listener when incidents may have changed. @returns a function that ends it; the last one closes the
 * connection
 */
export function hearIncidents(username: string, listener: () => void, connection: IncidentConnection = {}): () => void {
  const channel = channelOf(username, connection);
  channel.add(listener);
  return leaver(username, channel, listener);
}

/**
 * Calls the listener when rows of a kind have changed; without a kind: rows of any kind. @returns a function that ends
 * it
 */
export function hearRows(username: string, listener: RowListener, connection: IncidentConnection = {}): () => void {
  const channel = channelOf(username, connection);
  channel.addRows(listener);
  return leaver(username, channel, listener);
}

function channelOf(username: string, connection: IncidentConnection): IncidentChannel {
  const channel = channels.get(username) ?? new IncidentChannel(username, connection);
  channels.set(username, channel);
  return channel;
}

function leaver(username: string, channel: IncidentChannel, listener: (() => void) | RowListener): () => void {
  return () => {
    if (channel.remove(listener)) return;
    channel.close();
    if (channels.get(username) === channel) channels.delete(username);
  };
}

/** Somebody acknowledged or dispatched in this tab: every tab of this browser reads again. */
export function tellIncidents(username: string): void {
  channels.get(username)?.tellAll();
}
