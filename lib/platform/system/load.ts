import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';

/**
 * What a process refuses when more is asked of it than it can do. It looks four times a second at how late its timers run and
 * how many calls wait for the database. Once one of them was beyond its limit for a second it works at few requests at a time: at
 * fewer as long as what is urgent would be held up, at more again as soon as it would not. What finds no place is refused at
 * once: so nothing queues before what is urgent, the rest is answered in time, and memory stays flat.
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
/** Places at the first sign of overload, and where they end to be counted again. */
const FIRST_PLACES = 16;
const UNCOUNTED_FROM = 128;
const SHRINKS_BY = 0.7;
const GROWS_BY = 1.1;
/**
 * What is still no overload would be seconds for a call that has to be answered: it waits for some ten turns of the loop, and
 * at each statement for a connection. So as long as requests are refused, these parts of the limits are the measure.
 */
const DELAY_PART = 0.25;
const WAITING_PART = 0.05;
/** Something always gets through: otherwise nobody would see that it is over. */
const FEWEST_PLACES: Readonly<Record<Limited, number>> = { other: 1, live: 4 };

type Limited = Exclude<Importance, 'always'>;

export interface LoadShedder {
  /** Takes the strain of one period. */
  note(strain: Strain): void;
  /** Are requests refused now, as far as they find no place? */
  readonly isLimited: boolean;
  /** @returns gives the place back, when the request has been answered; undefined: there is none, the request is refused */
  enter(importance: Importance): (() => void) | undefined;
}

/** How many requests of one importance are worked at, and how many may be. */
function createPlaces(fewest: number) {
  let most = Infinity;
  let taken = 0;
  let isWanted = false;
  return {
    get isLimited() {
      return most !== Infinity;
    },
    get isAtEnd() {
      return most === fewest;
    },
    /** Was a request refused since their number changed? */
    get isWanted() {
      return isWanted;
    },
    shrink() {
      isWanted = false;
      most = most === Infinity ? FIRST_PLACES : Math.max(fewest, Math.floor(most * SHRINKS_BY));
    },
    grow() {
      isWanted = false;
      most = Math.ceil(most * GROWS_BY);
      if (most >= UNCOUNTED_FROM) most = Infinity;
    },
    take(): (() => void) | undefined {
      if (taken >= most) {
        isWanted = true;
        return undefined;
      }
      taken += 1;
      return () => void (taken -= 1);
    },
  };
}

const nothing = () => undefined;

/** @param limits what is still no overload */
export function createLoadShedder(limits: Strain): LoadShedder {
  const places = { other: createPlaces(FEWEST_PLACES.other), live: createPlaces(FEWEST_PLACES.live) };
  let strained = 0;
  return {
    note({ delayMs, waiting }) {
      const isStrained = delayMs > limits.delayMs || waiting > limits.waiting;
      const isUrgentHeldUp = delayMs > limits.delayMs * DELAY_PART || waiting > limits.waiting * WAITING_PART;
      strained = isStrained ? strained + 1 : 0;
      if (strained >= PERIODS_BEFORE) (places.other.isAtEnd ? places.live : places.other).shrink();
      else if (places.live.isLimited && !isStrained) places.live.grow();
      else if (places.other.isWanted && isUrgentHeldUp) places.other.shrink();
      else if (!isStrained) places.other.grow();
    },
    get isLimited() {
      return places.other.isLimited;
    },
    enter: (importance) => (importance === 'always' || !places.other.isLimited ? nothing : places[importance].take()),
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
