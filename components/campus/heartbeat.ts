/**
 * When the live connection last delivered anything. The header reads it once a second, so that a message renders
 * nothing.
 */
export class Heartbeat {
  #at: number | undefined;

  beat(now = Date.now()): void {
    this.#at = now;
  }

  /** Epoch ms of this browser; undefined before the first message. */
  get at(): number | undefined {
    return this.#at;
  }
}
