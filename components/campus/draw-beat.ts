/** Longest that a change waits to be drawn, ms: too short to be seen, long enough to draw a hundred units' changes in few frames. */
const BEAT_MS = 100;

type Listener = () => void;

/** Collects what is to be drawn anew and draws it together: the browser lays out and layers the whole wall once a beat, not once a message. */
export class DrawBeat {
  readonly #waiting = new Set<Listener>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  ask(listener: Listener): void {
    this.#waiting.add(listener);
    this.#timer ??= setTimeout(() => this.draw(), BEAT_MS);
  }

  forget(listener: Listener): void {
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

/** The one beat of the page. */
export const drawBeat = new DrawBeat();
