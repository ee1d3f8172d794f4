/**
 * How much of a talk is accepted (api.md §3.8). A browser sends 25 messages of 40 ms a second, and after a delay of its
 * own clock at most 10 at once. A slow line collects messages and delivers them all at once: those that are too old are
 * dropped, and the talk goes on. A talk ends only when more arrives than anybody can say.
 */

/**
 * Passed on: 2 s of speech at once, and a little more than 25 a second, because two clocks never run at exactly the
 * same speed.
 */
const HEARD = { aSecond: 30, atOnce: 50 } as const;
/** Accepted: half a minute of speech at once, and 40 a second on average. */
const TAKEN = { aSecond: 40, atOnce: 750 } as const;

/** Refills with time, up to the amount that may pass at once. */
class TalkBudget {
  #left: number;
  #at: number;

  constructor(
    readonly rate: { readonly aSecond: number; readonly atOnce: number },
    now: number,
  ) {
    this.#left = rate.atOnce;
    this.#at = now;
  }

  take(now: number): boolean {
    const { aSecond, atOnce } = this.rate;
    // A clock that was set back adds nothing and removes nothing.
    this.#left = Math.min(atOnce, this.#left + (Math.max(0, now - this.#at) / 1000) * aSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

export class TalkPace {
  readonly #heard: TalkBudget;
  readonly #taken: TalkBudget;

  /** @param now epoch ms */
  constructor(now: number) {
    this.#heard = new TalkBudget(HEARD, now);
    this.#taken = new TalkBudget(TAKEN, now);
  }

  /** What happens to a message that arrives now: it is passed on, it is too old, or it exceeds the limit. */
  take(now: number): 'hear' | 'leaveOut' | 'end' {
    if (!this.#taken.take(now)) return 'end';
    return this.#heard.take(now) ? 'hear' : 'leaveOut';
  }
}
