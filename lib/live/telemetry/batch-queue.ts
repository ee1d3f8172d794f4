/**
 * The messages that wait for a commit, and the batches that run. A box is in at most one running batch, so its messages
 * are committed in the order of arrival. A second batch runs in parallel only when it is full.
 */

export interface QueuedItem {
  cubeNo: string;
  rows: number;
}

export interface BatchQueueOptions<T extends QueuedItem> {
  /** Commits a batch; must not reject. */
  run: (items: readonly T[]) => Promise<void>;
  /** A batch is finished, so there may be room again. */
  onDone: () => void;
  /** How long the first item waits for others. */
  flushMs: number;
  maxBatchRows: number;
}

/** The database works on one batch while we prepare the next. More batches would only wait for each other. */
const MAX_RUNNING = 2;

export class BatchQueue<T extends QueuedItem> {
  readonly #options: BatchQueueOptions<T>;
  readonly #running = new Set<Promise<void>>();
  readonly #busyCubes = new Set<string>();
  #waiting: T[] = [];
  /** When each message that is not committed came, oldest first. */
  readonly #since = new Map<T, number>();
  #waitingRows = 0;
  #runningRows = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchQueueOptions<T>) {
    this.#options = options;
  }

  /** Rows that are not committed yet. */
  get rows(): number {
    return this.#waitingRows + this.#runningRows;
  }

  /** How long the oldest message has been waiting for its commit, ms. */
  get waitedMs(): number {
    const [oldest] = this.#since.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#running.size === 0 && this.#timer === undefined;
  }

  push(item: T): void {
    this.#waiting.push(item);
    this.#since.set(item, performance.now());
    this.#waitingRows += item.rows;
    if (this.#waitingRows >= this.#options.maxBatchRows) this.flush();
    else this.#schedule();
  }

  #schedule(): void {
    if (this.#running.size > 0 || this.#timer) return;
    this.#timer = setTimeout(() => this.flush(), this.#options.flushMs);
  }

  /** Starts every batch that may run now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#mayStart()) {
      const items = this.#take();
      if (items.length === 0 && this.#running.size > 0) return;
      this.#start(items);
    }
  }

  /** Resolves when everything pushed so far was passed to `run` and finished. */
  async drained(): Promise<void> {
    this.flush();
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  #mayStart(): boolean {
    if (this.#running.size === 0) return this.#waiting.length > 0;
    return this.#running.size < MAX_RUNNING && this.#waitingRows >= this.#options.maxBatchRows;
  }

  /** The oldest items of boxes that are in no running batch, up to the size of one batch. */
  #take(): T[] {
    const taken: T[] = [];
    const passed: T[] = [];
    let rows = 0;
    let next = 0;
    for (; next < this.#waiting.length; next += 1) {
      const item = this.#waiting[next] as T;
      if (this.#busyCubes.has(item.cubeNo)) passed.push(item);
      else if (taken.length > 0 && rows + item.rows > this.#options.maxBatchRows) break;
      else {
        taken.push(item);
        rows += item.rows;
      }
    }
    this.#waiting = next === this.#waiting.length ? passed : passed.concat(this.#waiting.slice(next));
    this.#waitingRows -= rows;
    this.#runningRows += rows;
    return taken;
  }

  #start(items: readonly T[]): void {
    for (const { cubeNo } of items) this.#busyCubes.add(cubeNo);
    const done: Promise<void> = this.#options.run(items).finally(() => {
      this.#running.delete(done);
      for (const item of items) {
        this.#busyCubes.delete(item.cubeNo);
        this.#runningRows -= item.rows;
        this.#since.delete(item);
      }
      this.#options.onDone();
      this.flush();
    });
    this.#running.add(done);
  }
}
