import { isNewer } from './merge';
import type { RawEntry, StatusMessage } from './payload';

/**
 * Status messages above the rate have to wait, and what waits stays small (api.md §4.4): the newest full message, and
 * for each key of patches the newest measurement. Merging these gives the same state as merging all of them.
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
