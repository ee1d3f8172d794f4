/** Limits of one socket and one user (api.md §3.1). Pure; times in epoch ms. */

export const EVENTS_PER_WINDOW = 20;
export const EVENT_WINDOW_MS = 10_000;
export const SOCKETS_PER_BROWSER = 5;
export const SOCKETS_PER_USER = 20;

/** Allows at most so many events in any window of time. */
export class EventWindow {
  readonly #times: number[] = [];

  constructor(
    private readonly limit = EVENTS_PER_WINDOW,
    private readonly windowMs = EVENT_WINDOW_MS,
  ) {}

  /** Counts an event. @returns whether it is within the limit; refused events do not count */
  admit(now: number): boolean {
    while (this.#times.length > 0 && now - (this.#times[0] ?? now) >= this.windowMs) this.#times.shift();
    if (this.#times.length >= this.limit) return false;
    this.#times.push(now);
    return true;
  }
}

/**
 * Is one more socket too many for this user, or for this browser of the user? A client without an id counts only toward
 * the user's total.
 */
export function hasTooManySockets(others: readonly { clientId: string }[], clientId: string): boolean {
  if (others.length >= SOCKETS_PER_USER) return true;
  return clientId !== '' && others.filter((other) => other.clientId === clientId).length >= SOCKETS_PER_BROWSER;
}
