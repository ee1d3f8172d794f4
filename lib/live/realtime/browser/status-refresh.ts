import type { ReadMessage } from './normalize';
import { Timers } from './timers';

/**
 * When a live page repeats its status call (doc2 §4.7, api.md §3.3): after a message with an online status, at most
 * once in 30 s, and never skipping the last one; 2 s after a live entrapment or health event, because incidents are
 * opened meanwhile; and at once after another snapshot than the first: a person may have reported trapped persons, or
 * their release (readings 284).
 */

const ONLINE_MS = 30_000;
const INCIDENT_MS = 2000;

export class StatusRefresh {
  readonly #timers = new Timers<'online' | 'incident'>();
  readonly #call: () => void;
  #calledAt: number;
  #onlineStatus: unknown;
  #hasSnapshot = false;

  /** @param call the page's status call. The page makes the first one itself */
  constructor(call: () => void) {
    this.#call = call;
    this.#calledAt = -Infinity;
  }

  /** Checks every message of the page's unit. */
  onMessage({ responseType, status }: Pick<ReadMessage, 'responseType' | 'status'>): void {
    const isRead = responseType === 'snapshot' && this.#hasSnapshot;
    if (responseType === 'snapshot') this.#hasSnapshot = true;
    if (isRead) this.#run();
    if (status.onlinestatus) {
      // A keepalive repeats known values. Only a changed value in it counts.
      const isReport = responseType !== 'keepalive' || status.onlinestatus.value !== this.#onlineStatus;
      this.#onlineStatus = status.onlinestatus.value;
      if (isReport && !isRead && !this.#timers.has('online')) {
        const waitMs = this.#calledAt + ONLINE_MS - Date.now();
        if (waitMs <= 0) this.#run();
        else this.#timers.set('online', waitMs, () => this.#run());
      }
    }
    if (responseType === 'change' && (status.entrapment || status.health) && !this.#timers.has('incident')) {
      this.#timers.set('incident', INCIDENT_MS, () => this.#call());
    }
  }

  dispose(): void {
    this.#timers.clearAll();
  }

  #run(): void {
    this.#calledAt = Date.now();
    this.#call();
  }
}
