import { LiveClient } from './client';
import type { LiveClientOptions, SubscriptionRequest } from './client-types';
import type { RealtimeError } from '@/lib/live/realtime/shared/events';
import { LIVE_STATE } from './client-types';
import type { LiveTopics } from './live-topics';
import { readMessage } from './normalize';
import type { ReadMessage } from './normalize';

/** All live data of a page uses one connection. It stays open while something on the page needs it. */

type ClientParts = Pick<
  LiveClientOptions,
  'getToken' | 'openSocket' | 'staleAfterMs' | 'isPollingOnly' | 'random' | 'refusals'
>;

export interface LiveMember {
  list: readonly SubscriptionRequest[];
  onMessage?(message: ReadMessage): void;
  onError?(error: RealtimeError): void;
}

/** When the user goes to the next page, the connection is kept for this long. */
const LINGER_MS = 1000;

export class LiveConnection {
  readonly #members = new Set<LiveMember>();
  readonly #client: LiveClient;
  #numbers = '';
  #isOpen = false;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly topics: LiveTopics,
    parts: ClientParts,
  ) {
    this.#client = new LiveClient({
      ...parts,
      onMessage: (raw) => {
        const message = readMessage(raw, Date.now());
        if (!message) return;
        topics.apply(message);
        for (const member of this.#members) {
          if (member.list.some(({ equipmentNo }) => equipmentNo === message.equipmentNo)) member.onMessage?.(message);
        }
      },
      onState: (state) => topics.setState(state),
      onDenied: (numbers) => topics.setDenied([...topics.denied, ...numbers]),
      onError: (error) => {
        for (const member of this.#members) member.onError?.(error);
      },
    });
  }

  /** Adds the units that a component needs. @returns a function that removes them again */
  join(member: LiveMember): () => void {
    this.#members.add(member);
    clearTimeout(this.#closing);
    this.#follow();
    return () => {
      this.#members.delete(member);
      if (this.#members.size > 0) return this.#follow();
      this.#closing = setTimeout(() => this.#close(), LINGER_MS);
    };
  }

  retry(): void {
    this.topics.setDenied([]);
    this.#client.retry();
  }

  /** The page is left: ends the connection at once, before the browser drops it. */
  suspend(): void {
    clearTimeout(this.#closing);
    if (this.#isOpen) this.#close();
  }

  /** The page is shown again as it was. */
  resume(): void {
    if (this.#members.size > 0) this.#follow();
  }

  #follow(): void {
    const wanted = new Map<string, SubscriptionRequest>();
    for (const { list } of this.#members) for (const item of list) wanted.set(item.equipmentNo, item);
    const numbers = [...wanted.keys()].sort().join(' ');
    if (this.#isOpen && numbers === this.#numbers) return;
    if (!this.#isOpen && wanted.size === 0) return;
    this.#numbers = numbers;
    this.#isOpen = true;
    this.topics.keep(new Set(wanted.keys()));
    this.topics.setDenied([...this.topics.denied].filter((equipmentNo) => wanted.has(equipmentNo)));
    this.#client.subscribe([...wanted.values()]);
  }

  #close(): void {
    this.#client.close();
    this.#isOpen = false;
    this.#numbers = '';
    this.topics.keep(new Set());
    this.topics.setState(LIVE_STATE.connecting);
  }
}
