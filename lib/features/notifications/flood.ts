/**
 * An account receives the same fault of the same unit once in 5 minutes (api.md §3.6); trapped persons are always
 * reported. Pure except for its memory.
 */

const AGAIN_MS = 5 * 60_000;
const MOST = 10_000;

export class FloodBook {
  readonly #told = new Map<string, { at: number; guid: string }>();
  readonly #withheld = new Set<string>();

  /** The start of an event. @returns may it be sent; other sockets of the account may receive the same start */
  admits(username: string, event: { equipmentNo: string; code: string; guid: string }, now: number): boolean {
    const name = `${username} ${event.equipmentNo} ${event.code}`;
    const told = this.#told.get(name);
    if (told && told.guid !== event.guid && now - told.at < AGAIN_MS) {
      if (this.#withheld.size > MOST) this.#withheld.clear();
      this.#withheld.add(`${username} ${event.guid}`);
      return false;
    }
    if (told?.guid !== event.guid) {
      if (this.#told.size > MOST)
        for (const [key, { at }] of this.#told) if (now - at >= AGAIN_MS) this.#told.delete(key);
      this.#told.set(name, { at: now, guid: event.guid });
    }
    return true;
  }

  /** Was its start withheld from the account? Then its end is withheld, too. */
  isWithheld(username: string, guid: string): boolean {
    return this.#withheld.has(`${username} ${guid}`);
  }
}
