import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';

/**
 * What a process refuses when more is asked of it than it can do. It looks four times a second at how late its timers run and
 * how many calls wait for the database. As long as one of them is beyond its limit it refuses more, step by step, and less again
 * as soon as both are below: so the rest is answered in time, and memory stays flat.
 */

/** What goes first; what goes when that was not enough; what is never refused. */
export type Importance = 'other' | 'live' | 'always';

export interface Strain {
  /** How late timers of this process run, ms. */
  readonly delayMs: number;
  /** Calls that wait for a connection to PostgreSQL. */
  readonly waiting: number;
}

export const PERIOD_MS = 250;
/** One long task is no overload: so many periods in a row are. */
const PERIODS_BEFORE = 4;
const STEP_UP = 0.1;
const STEP_DOWN = 0.05;
/** Something always gets through: otherwise nobody would see that it is over. */
const MOST = 0.95;

export interface LoadShedder {
  /** Takes the strain of one period. */
  note(strain: Strain): void;
  /** Which share of such calls is refused now, 0 to 0.95. */
  share(importance: Importance): number;
}

/** @param limits what is still no overload */
export function createLoadShedder(limits: Strain): LoadShedder {
  // 0 to 1: a share of what is `other`; 1 to 2: all of it, and a share of what is `live`.
  let level = 0;
  let strained = 0;
  return {
    note({ delayMs, waiting }) {
      const isStrained = delayMs > limits.delayMs || waiting > limits.waiting;
      strained = isStrained ? strained + 1 : 0;
      if (strained >= PERIODS_BEFORE) level = Math.min(2, level + STEP_UP);
      else if (!isStrained) level = Math.max(0, level - STEP_DOWN);
    },
    share(importance) {
      if (importance === 'always') return 0;
      return Math.min(MOST, Math.max(0, importance === 'live' ? level - 1 : level));
    },
  };
}

const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** How late timers ran since the last look, on average, ms. */
function takeDelay(histogram: IntervalHistogram): number {
  const { count, mean } = histogram;
  histogram.reset();
  return count === 0 ? 0 : Math.max(0, mean / NS_PER_MS - RESOLUTION_MS);
}

/**
 * Looks after this process's load until it ends.
 * @param waiting calls that wait for a connection to PostgreSQL
 */
export function watchLoad(shedder: LoadShedder, waiting: () => number): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  setInterval(() => shedder.note({ delayMs: takeDelay(histogram), waiting: waiting() }), PERIOD_MS).unref();
}
