/** When anything was heard over the live connection; read once a second by the header, so a message draws nothing. */
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
