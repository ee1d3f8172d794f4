import type { ShownClock } from '../frame/page-clock';

/** Multiples of real time. */
export const SPEEDS = [1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

const TICK_MS = 100;

export interface PlayerSpan {
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly at: number;
}

/** The moment of a replay. It is paused until started, runs at its speed, and pauses at the end and in a hidden tab. */
export class ReplayPlayer implements ShownClock {
  readonly from: number;
  readonly until: number;
  #moment: number;
  #speed: Speed = 1;
  #isPlaying = false;
  #isHidden = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #tickedAt = 0;
  readonly #listeners = new Set<() => void>();

  constructor({ from, until, at }: PlayerSpan) {
    this.from = from;
    this.until = Math.max(from, until);
    this.#moment = this.#within(at);
  }

  get moment(): number {
    return this.#moment;
  }
  get speed(): Speed {
    return this.#speed;
  }
  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  get pace(): number {
    return this.#isPlaying && !this.#isHidden ? this.#speed : 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** At the end it starts again from the beginning. */
  play(): void {
    if (this.#moment >= this.until) this.#moment = this.from;
    this.#isPlaying = true;
    this.#follow();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#follow();
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  seek(moment: number): void {
    this.#moment = this.#within(moment);
    this.#tickedAt = performance.now();
    this.#tell();
  }

  setSpeed(speed: Speed): void {
    this.#advance();
    this.#speed = speed;
    this.#tell();
  }

  /** A hidden tab pauses; when visible again, it continues where it stopped. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#follow();
  }

  #within(moment: number): number {
    return Math.min(Math.max(moment, this.from), this.until);
  }

  #follow(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.pace > 0) {
      this.#tickedAt = performance.now();
      this.#timer = setInterval(() => {
        this.#advance();
        this.#tell();
      }, TICK_MS);
    }
    this.#tell();
  }

  #advance(): void {
    const now = performance.now();
    if (this.#timer !== undefined) this.#moment = this.#within(this.#moment + (now - this.#tickedAt) * this.#speed);
    this.#tickedAt = now;
    if (this.#isPlaying && this.#moment >= this.until) {
      this.#isPlaying = false;
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
