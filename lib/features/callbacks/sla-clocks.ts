import type { CallbackStatusCode } from './latest-status';

/**
 * How long a call-out waits and works (silent-screens F3, readings 79, 80, 128): four clocks out of its history. Pure; all
 * times are epoch ms, all lengths seconds.
 */

export const CLOCKS = ['response', 'arrival', 'release', 'restore'] as const;
export type Clock = (typeof CLOCKS)[number];

export const CLOCK_STATES = ['waiting', 'running', 'paused', 'stopped', 'cancelled', 'unknown'] as const;
/** `waiting`: not begun; `unknown`: its end was skipped, so nobody wrote the time. */
export type ClockState = (typeof CLOCK_STATES)[number];

/** Seconds allowed. */
export interface Limits {
  readonly response: number;
  readonly arrival: number;
  readonly restore: number;
}
export interface SlaLimits {
  readonly other: Limits & {
    /** From here on a late arrival is a breach of the KPI (readings 131). */
    readonly arrivalBreach: number;
  };
  readonly entrapment: Limits & {
    /** Where the unit's district is filled: municipalities and cities with districts (TSG T5002-2017). */
    readonly arrivalInDistrict: number;
    readonly release: number;
  };
}

const MINUTE = 60;
const HOUR = 3600;
export const DEFAULT_LIMITS: SlaLimits = {
  other: { response: 10 * MINUTE, arrival: 60 * MINUTE, arrivalBreach: 120 * MINUTE, restore: 8 * HOUR },
  entrapment: {
    response: 3 * MINUTE,
    arrival: 60 * MINUTE,
    arrivalInDistrict: 30 * MINUTE,
    release: 30 * MINUTE,
    restore: 4 * HOUR,
  },
};

export interface SlaStep {
  readonly status: CallbackStatusCode;
  readonly at: number;
}

export interface SlaFacts {
  readonly createdAt: number;
  /** Of a detected call-out: when the trouble began. Arrival and restore count from then. */
  readonly eventAt?: number;
  /** Somebody was trapped, known since; the creation where it was known from the beginning. */
  readonly trappedAt?: number;
  /** When the persons were free; undefined: not yet, or nobody wrote it. */
  readonly releasedAt?: number;
  readonly hasDistrict: boolean;
  /** In any order. */
  readonly steps: readonly SlaStep[];
}

export interface ClockReading {
  readonly clock: Clock;
  readonly state: ClockState;
  readonly limitSec: number;
  readonly breachSec: number;
  /** When the time is over; undefined while it stands still or has not begun. */
  readonly dueAt?: number;
  readonly stoppedAt?: number;
  /** Without pauses; undefined where nobody knows. */
  readonly elapsedSec?: number;
  /** Took, or takes, longer than allowed. */
  readonly isLate: boolean;
}

interface Span {
  readonly from: number;
  readonly until: number;
  /** It goes on. */
  readonly isOpen?: boolean;
}
/** One of the beginnings that a clock may have, with its limit: an entrapment that joins later adds a second one. */
interface Track {
  readonly startAt: number;
  readonly limitSec: number;
  readonly breachSec: number;
}

/** Reached in the life cycle: whoever is there has passed what lies before. */
const REACHED: Readonly<Record<CallbackStatusCode, number>> = {
  INIT: 0,
  REQU: 0,
  PAGE: 1,
  DISP: 2,
  SITE: 3,
  INTR: 3,
  CLSO: 4,
  CLSC: 0,
};

const seconds = (ms: number) => Math.floor(ms / 1000);

/** From INTR to the next DISP or SITE the repair stands still; an end of the call-out ends that too. */
function pausesOf(steps: readonly SlaStep[], now: number): Span[] {
  const pauses: Span[] = [];
  let from: number | undefined;
  for (const { status, at } of steps) {
    if (status === 'INTR') from ??= at;
    else if (from !== undefined && ['DISP', 'SITE', 'CLSO', 'CLSC'].includes(status)) {
      pauses.push({ from, until: at });
      from = undefined;
    }
  }
  if (from !== undefined) pauses.push({ from, until: Math.max(from, now), isOpen: true });
  return pauses;
}

const pausedBetween = (pauses: readonly Span[], from: number, until: number) =>
  pauses.reduce((sum, pause) => sum + Math.max(0, Math.min(pause.until, until) - Math.max(pause.from, from)), 0);

interface Course {
  readonly now: number;
  readonly cancelledAt?: number;
}

interface Hand {
  readonly clock: Clock;
  /** None: not begun. */
  readonly tracks: readonly Track[];
  /** The limit before it begins. */
  readonly limitSec?: number;
  /** When what it waits for happened. */
  readonly stoppedAt?: number;
  /** It happened, or can happen no more, and nobody wrote when. */
  readonly isSkipped: boolean;
  readonly pauses?: readonly Span[];
}

function read(
  { clock, tracks, limitSec: laterSec = 0, stoppedAt, isSkipped, pauses = [] }: Hand,
  { now, cancelledAt }: Course,
): ClockReading {
  const end = stoppedAt ?? cancelledAt ?? now;
  const dueOf = ({ startAt, limitSec }: Track) => startAt + limitSec * 1000 + pausedBetween(pauses, startAt, end);
  // Both run, the earlier end counts (readings 128).
  const [track] = tracks
    .filter(({ startAt }, index) => index === 0 || startAt <= (stoppedAt ?? startAt))
    .sort((a, b) => dueOf(a) - dueOf(b));
  if (!track)
    return {
      clock,
      state: cancelledAt === undefined ? 'waiting' : 'cancelled',
      limitSec: laterSec,
      breachSec: laterSec,
      isLate: false,
    };
  const { startAt, limitSec, breachSec } = track;
  const base = { clock, limitSec, breachSec };
  if (stoppedAt === undefined && isSkipped) return { ...base, state: 'unknown', dueAt: dueOf(track), isLate: false };
  const elapsedMs = Math.max(0, end - startAt - pausedBetween(pauses, startAt, end));
  const isPaused = stoppedAt === undefined && cancelledAt === undefined && pauses.some(({ isOpen }) => isOpen);
  return {
    ...base,
    state:
      stoppedAt !== undefined ? 'stopped' : cancelledAt !== undefined ? 'cancelled' : isPaused ? 'paused' : 'running',
    ...(isPaused ? {} : { dueAt: dueOf(track) }),
    ...(stoppedAt === undefined ? {} : { stoppedAt }),
    elapsedSec: seconds(elapsedMs),
    isLate: elapsedMs > limitSec * 1000,
  };
}

/** The clocks of a call-out at a moment. The release clock is there only where somebody is trapped. */
export function slaClocks(facts: SlaFacts, limits: SlaLimits, now: number): ClockReading[] {
  const { createdAt, eventAt = createdAt, trappedAt, releasedAt, hasDistrict } = facts;
  const steps = [...facts.steps].sort((a, b) => a.at - b.at);
  const first = (status: CallbackStatusCode) => steps.find((step) => step.status === status)?.at;
  const cancelledAt = first('CLSC');
  const course: Course = { now, ...(cancelledAt === undefined ? {} : { cancelledAt }) };
  const reached = Math.max(0, ...steps.map(({ status }) => REACHED[status]));
  const isClosed = first('CLSO') !== undefined;
  const [pagedAt, siteAt] = [first('PAGE'), first('SITE')];

  const tracksOf = (startAt: number, key: 'response' | 'arrival' | 'restore'): Track[] => {
    const { other, entrapment } = limits;
    const trappedLimit = key === 'arrival' && hasDistrict ? entrapment.arrivalInDistrict : entrapment[key];
    const trapped =
      trappedAt === undefined
        ? []
        : [
            {
              startAt: trappedAt <= createdAt ? startAt : trappedAt,
              limitSec: trappedLimit,
              breachSec: trappedLimit,
            },
          ];
    const isKnownFromStart = trappedAt !== undefined && trappedAt <= createdAt;
    return isKnownFromStart
      ? trapped
      : [
          { startAt, limitSec: other[key], breachSec: key === 'arrival' ? other.arrivalBreach : other[key] },
          ...trapped,
        ];
  };
  const hand = (rest: Hand) => read(rest, course);
  const release =
    trappedAt === undefined
      ? []
      : [
          hand({
            clock: 'release',
            tracks:
              siteAt === undefined && releasedAt === undefined
                ? isClosed
                  ? [releaseTrack(trappedAt, limits)]
                  : []
                : [releaseTrack(Math.max(siteAt ?? trappedAt, trappedAt), limits)],
            ...(releasedAt === undefined ? {} : { stoppedAt: releasedAt }),
            isSkipped: isClosed,
            limitSec: limits.entrapment.release,
          }),
        ];
  return [
    hand({
      clock: 'response',
      tracks: tracksOf(createdAt, 'response'),
      ...(pagedAt === undefined ? {} : { stoppedAt: pagedAt }),
      isSkipped: reached > REACHED.PAGE,
    }),
    hand({
      clock: 'arrival',
      tracks: tracksOf(eventAt, 'arrival'),
      ...(siteAt === undefined ? {} : { stoppedAt: siteAt }),
      isSkipped: reached > REACHED.SITE || first('INTR') !== undefined,
    }),
    ...release,
    hand({
      clock: 'restore',
      tracks: tracksOf(eventAt, 'restore'),
      ...(isClosed ? { stoppedAt: first('CLSO') } : {}),
      isSkipped: false,
      pauses: pausesOf(steps, now),
    }),
  ];
}

const releaseTrack = (startAt: number, { entrapment: { release } }: SlaLimits): Track => ({
  startAt,
  limitSec: release,
  breachSec: release,
});
