/** One warning an episode, whatever tiles come and go meanwhile (doc3 §4.4). One that could not be sent is tried again. */

const AGAIN_MS = 30_000;

export class WarnBook {
  readonly #send: (equipmentNo: string, warnDesc: string) => Promise<unknown>;
  /** Units in an episode, with the timer of the next try. */
  readonly #open = new Map<string, ReturnType<typeof setTimeout> | undefined>();

  constructor(send: (equipmentNo: string, warnDesc: string) => Promise<unknown>) {
    this.#send = send;
  }

  /** @param warnDesc the suspicion in words; undefined: there is none (any more) */
  see(equipmentNo: string, warnDesc: string | undefined): void {
    if (warnDesc === undefined) {
      clearTimeout(this.#open.get(equipmentNo));
      this.#open.delete(equipmentNo);
    } else if (!this.#open.has(equipmentNo)) {
      this.#open.set(equipmentNo, undefined);
      this.#try(equipmentNo, warnDesc);
    }
  }

  close(): void {
    for (const timer of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #try(equipmentNo: string, warnDesc: string): void {
    this.#send(equipmentNo, warnDesc).catch(() => {
      if (this.#open.has(equipmentNo))
        this.#open.set(
          equipmentNo,
          setTimeout(() => this.#try(equipmentNo, warnDesc), AGAIN_MS),
        );
    });
  }
}
