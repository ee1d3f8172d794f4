/**
 * How much of a talk is taken (api.md §3.8). A browser sends 25 messages of 40 ms a second, what its own clock held up at most
 * 10 at once. A line that stutters keeps them and then delivers all of it at once: what is old by then is left out, and the
 * talk goes on. Only who sends more than anybody can say is ended.
 */

/** Passed on: 2 s of speech at once, and a little more than 25 a second, because two clocks are never the same. */
const HEARD = { aSecond: 30, atOnce: 50 } as const;
/** Taken at all: half a minute of speech at once, 40 a second for ever. */
const TAKEN = { aSecond: 40, atOnce: 750 } as const;

/** Fills by the time, up to what may go at once. */
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
    // A clock that was put back fills nothing, and takes nothing away.
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

  /** What becomes of a message that comes now: it is passed on, it is too late to be worth it, or it was one too many. */
  take(now: number): 'hear' | 'leaveOut' | 'end' {
    if (!this.#taken.take(now)) return 'end';
    return this.#heard.take(now) ? 'hear' : 'leaveOut';
  }
}
