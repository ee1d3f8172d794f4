/** Least time between two hearings of what is not urgent, ms. */
const GAP_MS = 250;

/**
 * Takes in together what comes in a storm (readings 212): the first word at once, what follows every 250 ms, urgent words
 * without waiting. The order stays.
 */
export class NewsBatch<T> {
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

  /** What waits is not heard any more. */
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
