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

/** Somebody was trapped (readings 248). */
export interface Entrapped {
  readonly startAt: number;
  /** When the persons were free; undefined: not yet, or nobody wrote it. */
  readonly releasedAt?: number;
}

export interface SlaFacts {
  readonly createdAt: number;
  /** Of a detected call-out: when the trouble began. Arrival and restore count from then. */
  readonly eventAt?: number;
  /** Oldest first; one that was known from the beginning starts with the creation or before. */
  readonly entrapments: readonly Entrapped[];
  readonly hasDistrict: boolean;
  /** In any order. */
  readonly steps: readonly SlaStep[];
}

export interface ClockReading {
  readonly clock: Clock;
  /** Which entrapment it waits for, of those that began later than the call-out; 0: what was known from the beginning. */
  readonly round: number;
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

/** How long the repair has stood still, and how often it was interrupted. @param until of what is not over */
export function pausesIn(steps: readonly SlaStep[], until: number): { readonly sec: number; readonly times: number } {
  const sorted = [...steps].sort((a, b) => a.at - b.at);
  const pauses = pausesOf(sorted, until);
  return { sec: seconds(pausedBetween(pauses, -Infinity, Infinity)), times: pauses.length };
}

const pausedBetween = (pauses: readonly Span[], from: number, until: number) =>
  pauses.reduce((sum, pause) => sum + Math.max(0, Math.min(pause.until, until) - Math.max(pause.from, from)), 0);

interface Course {
  readonly now: number;
  readonly cancelledAt?: number;
}

interface Hand {
  readonly clock: Clock;
  readonly round?: number;
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
  { clock, round = 0, tracks, limitSec: laterSec = 0, stoppedAt, isSkipped, pauses = [] }: Hand,
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
      round,
      state: cancelledAt === undefined ? 'waiting' : 'cancelled',
      limitSec: laterSec,
      breachSec: laterSec,
      isLate: false,
    };
  const { startAt, limitSec, breachSec } = track;
  const base = { clock, round, limitSec, breachSec };
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

/** The clocks of an entrapment that began while the call-out was open, as far as they begin anew with it (readings 248, 252). */
interface Anew {
  readonly startAt: number;
  readonly round: number;
  /** It joined a call-out of another trouble, whose clocks go on beside its own. */
  readonly isFirst: boolean;
}

/** Where somebody is on site already, only the release is waited for. */
function anewOf({ createdAt, entrapments }: SlaFacts, stateAt: (at: number) => CallbackStatusCode): Anew | undefined {
  const late = entrapments.filter(({ startAt }) => startAt > createdAt);
  const index = late.findLastIndex(({ startAt }) => stateAt(startAt) !== 'SITE');
  const found = late[index];
  return found && { startAt: found.startAt, round: index + 1, isFirst: found === entrapments[0] };
}

/** From the arrival, or from the start where somebody is there; who was free before nobody freed: 0 s, never late (readings 239). */
function releaseStart({ startAt, releasedAt }: Entrapped, siteAt: number | undefined): number | undefined {
  const from = siteAt === undefined ? undefined : Math.max(siteAt, startAt);
  if (releasedAt === undefined) return from;
  return from === undefined || from > releasedAt ? releasedAt : from;
}

/** The clocks of a call-out at a moment. The release clock is there only where somebody was trapped: that of the last entrapment. */
export function slaClocks(facts: SlaFacts, limits: SlaLimits, now: number): ClockReading[] {
  const { createdAt, eventAt = createdAt, entrapments, hasDistrict } = facts;
  const steps = [...facts.steps].sort((a, b) => a.at - b.at);
  const first = (...statuses: CallbackStatusCode[]) => steps.find(({ status }) => statuses.includes(status))?.at;
  const firstSince = (from: number, ...statuses: CallbackStatusCode[]) =>
    steps.find(({ status, at }) => at >= from && statuses.includes(status))?.at;
  const stateAt = (at: number) => steps.findLast((step) => step.at <= at)?.status ?? 'INIT';
  const cancelledAt = first('CLSC');
  const course: Course = { now, ...(cancelledAt === undefined ? {} : { cancelledAt }) };
  const reached = Math.max(0, ...steps.map(({ status }) => REACHED[status]));
  const isClosed = first('CLSO') !== undefined;
  const anew = anewOf(facts, stateAt);

  const trappedTrack = (startAt: number, key: 'response' | 'arrival' | 'restore'): Track => {
    const { entrapment } = limits;
    const limitSec = key === 'arrival' && hasDistrict ? entrapment.arrivalInDistrict : entrapment[key];
    return { startAt, limitSec, breachSec: limitSec };
  };
  /** As it was known from the beginning, with the first entrapment. */
  const tracksOf = (startAt: number, key: 'response' | 'arrival' | 'restore'): Track[] => {
    const trappedAt = entrapments[0]?.startAt;
    if (trappedAt !== undefined && trappedAt <= createdAt) return [trappedTrack(startAt, key)];
    const { other } = limits;
    return [
      { startAt, limitSec: other[key], breachSec: key === 'arrival' ? other.arrivalBreach : other[key] },
      ...(trappedAt === undefined ? [] : [trappedTrack(trappedAt, key)]),
    ];
  };
  const hand = (rest: Hand) => read(rest, course);
  /** @param isOver later steps say that it happened, without its time */
  const waitFor = (key: 'response' | 'arrival', startAt: number, stoppedAt: number | undefined, isOver: boolean) =>
    hand({
      clock: key,
      tracks: tracksOf(startAt, key),
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      isSkipped: isOver,
    });
  const waitAnew = (
    key: 'response' | 'arrival',
    { startAt, round, isFirst }: Anew,
    from: number,
    stoppedAt: number | undefined,
  ) => {
    const base = tracksOf(from, key).slice(0, 1);
    // Of a call-out that waits already the earlier end counts (readings 128), not one that was over before.
    const lasting = base.filter(
      (track) => isFirst && waitsAt(key, startAt) && track.startAt + track.limitSec * 1000 > startAt,
    );
    return hand({
      clock: key,
      round,
      tracks: [...lasting, trappedTrack(startAt, key)],
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      isSkipped: isClosed,
    });
  };
  const waitsAt = (key: 'response' | 'arrival', at: number) =>
    !steps.some((step) => step.at <= at && REACHED[step.status] >= (key === 'response' ? REACHED.PAGE : REACHED.SITE));
  // Who is on the way already has answered it.
  const answeredAt = ({ startAt }: Anew) =>
    stateAt(startAt) === 'DISP' ? startAt : firstSince(startAt, 'PAGE', 'DISP', 'SITE');
  return [
    anew
      ? waitAnew('response', anew, createdAt, answeredAt(anew))
      : waitFor('response', createdAt, first('PAGE'), reached > REACHED.PAGE),
    anew
      ? waitAnew('arrival', anew, eventAt, firstSince(anew.startAt, 'SITE'))
      : waitFor('arrival', eventAt, first('SITE'), reached > REACHED.SITE || first('INTR') !== undefined),
    ...releaseReading(),
    hand({
      clock: 'restore',
      tracks: tracksOf(eventAt, 'restore'),
      ...(isClosed ? { stoppedAt: first('CLSO') } : {}),
      isSkipped: false,
      pauses: pausesOf(steps, now),
    }),
  ];

  function releaseReading(): ClockReading[] {
    const last = entrapments.at(-1);
    if (!last) return [];
    const { startAt, releasedAt } = last;
    const isLate = startAt > createdAt;
    const siteAt = stateAt(startAt) === 'SITE' ? startAt : isLate ? firstSince(startAt, 'SITE') : first('SITE');
    const limitSec = limits.entrapment.release;
    const from = releaseStart(last, siteAt) ?? (isClosed ? startAt : undefined);
    return [
      hand({
        clock: 'release',
        round: isLate ? entrapments.filter((one) => one.startAt > createdAt).length : 0,
        tracks: from === undefined ? [] : [{ startAt: from, limitSec, breachSec: limitSec }],
        ...(releasedAt === undefined ? {} : { stoppedAt: releasedAt }),
        isSkipped: isClosed,
        limitSec,
      }),
    ];
  }
}
