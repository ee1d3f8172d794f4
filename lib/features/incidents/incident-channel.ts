import { NoticeClient } from '@/lib/live/realtime/browser/notice-client';
import type { NoticeClientOptions } from '@/lib/live/realtime/browser/notice-client';
import { socketOpener } from '@/lib/live/realtime/browser/open-socket';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { NOTICE_NAMESPACE } from '@/lib/live/realtime/shared/events';
import { callSms } from '@/lib/platform/client/client';
import { holdOneTab } from '@/lib/platform/client/one-tab';

/** How a page reaches the message channel; the portal's own way when absent. */
export type IncidentConnection = Partial<Pick<NoticeClientOptions, 'getToken' | 'openSocket' | 'random'>>;

/** What comes together is read together. */
const TOGETHER_MS = 300;
/** Least time between two reads. */
const GAP_MS = 1000;
/** The same where somebody is trapped (readings 213): the first word is followed at once. */
const URGENT_GAP_MS = 250;

/** What tabs tell each other of trapped persons. */
const URGENT = 'urgent';

/**
 * Says when incidents may have changed, to everything on the page that shows some: one connection a browser, whose tab tells
 * the others, and at most one word a second, but of trapped persons at once.
 */
class IncidentChannel {
  readonly #listeners = new Set<() => void>();
  readonly #client: NoticeClient;
  readonly #others: BroadcastChannel | undefined;
  readonly #letGo: () => void;
  readonly #onShown = () => document.visibilityState === 'visible' && this.#soon();
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
        this.#others?.postMessage(isUrgent ? URGENT : null);
        this.#soon(isUrgent);
      },
    });
    if (typeof BroadcastChannel !== 'undefined') {
      this.#others = new BroadcastChannel(name);
      this.#others.onmessage = ({ data }) => this.#soon(data === URGENT);
    }
    this.#letGo = holdOneTab(name, (isMine) => (isMine ? this.#client.open() : this.#client.close()));
    document.addEventListener('visibilitychange', this.#onShown);
    window.addEventListener('pageshow', this.#onShown);
  }

  add(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @returns whether somebody still listens */
  remove(listener: () => void): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size > 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#client.close();
    this.#letGo();
    this.#others?.close();
    document.removeEventListener('visibilitychange', this.#onShown);
    window.removeEventListener('pageshow', this.#onShown);
  }

  /** What this tab itself changed concerns the others at once. */
  tellAll(): void {
    this.#others?.postMessage(null);
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

const channels = new Map<string, IncidentChannel>();

/** Calls the listener when incidents may have changed. @returns ends it; the last one closes the connection */
export function hearIncidents(username: string, listener: () => void, connection: IncidentConnection = {}): () => void {
  const channel = channels.get(username) ?? new IncidentChannel(username, connection);
  channels.set(username, channel);
  channel.add(listener);
  return () => {
    if (channel.remove(listener)) return;
    channel.close();
    if (channels.get(username) === channel) channels.delete(username);
  };
}

/** Somebody acknowledged or sent somebody here: every tab of this browser reads anew. */
export function tellIncidents(username: string): void {
  channels.get(username)?.tellAll();
}
