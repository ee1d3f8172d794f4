/** Least time between two deliveries of notices that are not urgent, ms. */
const GAP_MS = 250;

/**
 * Delivers many notices together (readings 212): the first at once, the next ones every 250 ms, urgent ones without
 * waiting. The order is kept.
 */
export class NoticeBatch<T> {
  readonly #hear: (news: readonly T[]) => void;
  #waiting: T[] = [];
  #heardAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(hear: (news: readonly T[]) => void) {
    this.#hear = hear;
  }

  add(news: T, isUrgent: boolean): void {
    this.#waiting.push(news);
    const waitMs = this.#heardAt + GAP_MS - Date.now();
    if (isUrgent || waitMs <= 0) this.#take();
    else this.#timer ??= setTimeout(() => this.#take(), waitMs);
  }

  /** Waiting notices are dropped. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #take(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#heardAt = Date.now();
    this.#hear(this.#waiting.splice(0));
  }
}
