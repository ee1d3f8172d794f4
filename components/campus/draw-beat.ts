/** Longest that a change in a tile waits to be drawn, ms: too short to be seen, long enough to draw a hundred units' changes in few frames. */
const TILE_MS = 100;
/** Longest that tiles wait to change places, ms: each change lays out the whole wall (readings 211). */
const ORDER_MS = 1000;
/** Longest that a message waits to be listed, ms. */
const MESSAGE_MS = 250;

type BeatListener = () => void;

/** Collects changes and renders them together: the browser lays out the whole wall once a beat, not once a message. */
export class DrawBeat {
  readonly #waiting = new Set<BeatListener>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param waitMs longest that a change waits */
  constructor(readonly waitMs = TILE_MS) {}

  ask(listener: BeatListener): void {
    this.#waiting.add(listener);
    this.#timer ??= setTimeout(() => this.draw(), this.waitMs);
  }

  forget(listener: BeatListener): void {
    this.#waiting.delete(listener);
  }

  /** Draws at once what has been collected. */
  draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const listener of all) listener();
  }
}

/** The beats of the page: of tiles, of their order, of messages. */
export const drawBeat = new DrawBeat();
export const orderBeat = new DrawBeat(ORDER_MS);
export const messageBeat = new DrawBeat(MESSAGE_MS);
