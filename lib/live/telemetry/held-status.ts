import { isNewer } from './merge';
import type { RawEntry, StatusMessage } from './payload';

/**
 * Status over the rate waits for its turn, and what waits stays small (api.md §4.4): of full messages the newest is kept,
 * of patches the newest measurement of each key. Merging what is kept gives the state that merging them all would give.
 */
export class HeldStatus {
  #full: StatusMessage | undefined;
  #patch: StatusMessage | undefined;

  add(message: StatusMessage): void {
    if (!message.full) this.#patch = this.#patch ? combine(this.#patch, message) : message;
    else if (!this.#full || message.at > this.#full.at) this.#full = message;
  }

  /** At most two messages, to be merged in this order. */
  get messages(): StatusMessage[] {
    return [this.#full, this.#patch].filter((message) => message !== undefined);
  }
}

function combine(a: StatusMessage, b: StatusMessage): StatusMessage {
  const entries = new Map<string, RawEntry>(a.entries);
  for (const [key, entry] of b.entries) {
    const known = entries.get(key);
    if (!known || Number.isNaN(known.at) || isNewer(entry, known)) entries.set(key, entry);
  }
  return { ...a, at: Math.max(a.at, b.at), entries };
}
