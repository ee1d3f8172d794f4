import type { CallbackStatusCode } from './state';
import { isCallbackOver } from './state';

/**
 * The SLA clocks of a call-out (silent-screens F3, readings 79, 80, 128): four clocks computed from its history. Pure;
 * all times are epoch ms, all lengths seconds.
 */

export const CLOCKS = ['response', 'arrival', 'release', 'restore'] as const;
export type SlaClockName = (typeof CLOCKS)[number];

export const CLOCK_STATES = ['waiting', 'running', 'paused', 'stopped', 'cancelled', 'unknown'] as const;
/** `waiting`: not started; `unknown`: its end was skipped, so its time is not recorded. */
export type ClockState = (typeof CLOCK_STATES)[number];

/** Seconds allowed. */
export interface ClockLimits {
  readonly response: number;
  readonly arrival: number;
  readonly restore: number;
}
export interface SlaLimits {
  readonly other: ClockLimits & {
    /** From here on a late arrival breaks the KPI (readings 131). */
    readonly arrivalBreach: number;
  };
  readonly entrapment: ClockLimits & {
    /** For units whose district is filled: municipalities and cities with districts (TSG T5002-2017). */
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
export interface SlaEntrapment {
  /** From when its clocks count. */
  readonly startAt: number;
  /** Since when persons are trapped, where a box says that it was earlier. */
  readonly trappedAt?: number;
  /** When the persons were released; undefined: not yet, or not recorded. */
  readonly releasedAt?: number;
}

export interface SlaFacts {
  readonly createdAt: number;
  /** Of a detected call-out: when the trouble began. Arrival and restore count from then. */
  readonly eventAt?: number;
  /** Oldest first. One that was known from the beginning starts with the creation or before it. */
  readonly entrapments: readonly SlaEntrapment[];
  readonly hasDistrict: boolean;
  /** In any order. */
  readonly steps: readonly SlaStep[];
}

export interface ClockReading {
  readonly clock: SlaClockName;
  /**
   * The entrapment that the clock waits for, counted among those that began after the call-out; 0: known from the
   * beginning.
   */
  readonly round: number;
  readonly state: ClockState;
  readonly limitSec: number;
  readonly breachSec: number;
  /** When the time is over; undefined while the clock is paused or has not started. */
  readonly dueAt?: number;
  readonly stoppedAt?: number;
  /** Without pauses; undefined when unknown. */
  readonly elapsedSec?: number;
  /** It took, or takes, longer than allowed. */
  readonly isLate: boolean;
}

interface SlaInterval {
  readonly from: number;
  readonly until: number;
  /** It is not over. */
  readonly isOpen?: boolean;
}
/** A start of a clock, with its limit. An entrapment that joins later adds a second start. */
interface SlaClockStart {
  readonly startAt: number;
  readonly limitSec: number;
  readonly breachSec: number;
}

/** Steps of the life cycle that count as reached: a technician on site has passed all earlier ones. */
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

/** From INTR to the next DISP or SITE the repair is paused; the end of the call-out ends the pause, too. */
function pausesOf(steps: readonly SlaStep[], now: number): SlaInterval[] {
  const pauses: SlaInterval[] = [];
  let from: number | undefined;
  for (const { status, at } of steps) {
    if (status === 'INTR') from ??= at;
    else if (from !== undefined && (status === 'DISP' || status === 'SITE' || isCallbackOver(status))) {
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

const pausedBetween = (pauses: readonly SlaInterval[], from: number, until: number) =>
  pauses.reduce((sum, pause) => sum + Math.max(0, Math.min(pause.until, until) - Math.max(pause.from, from)), 0);

interface SlaMoment {
  readonly now: number;
  readonly cancelledAt?: number;
}

interface SlaClockFacts {
  readonly clock: SlaClockName;
  readonly round?: number;
  /** Empty: not started. */
  readonly tracks: readonly SlaClockStart[];
  /** The limit before the clock starts. */
  readonly limitSec?: number;
  /** When the awaited step happened. */
  readonly stoppedAt?: number;
  /** It happened, or cannot happen any more, and its time is not recorded. */
  readonly isSkipped: boolean;
  readonly pauses?: readonly SlaInterval[];
}

function read(
  { clock, round = 0, tracks, limitSec: laterSec = 0, stoppedAt, isSkipped, pauses = [] }: SlaClockFacts,
  { now, cancelledAt }: SlaMoment,
): ClockReading {
  const end = stoppedAt ?? cancelledAt ?? now;
  const dueOf = ({ startAt, limitSec }: SlaClockStart) =>
    startAt + limitSec * 1000 + pausedBetween(pauses, startAt, end);
  // Both run; the earlier end counts (readings 128).
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

/** The clocks that start again for an entrapment that began while the call-out was open (readings 248, 252). */
interface RestartedClocks {
  readonly startAt: number;
  readonly round: number;
  /** It joined a call-out for another trouble, whose own clocks continue. */
  readonly isFirst: boolean;
}

/** When a technician is on site already, only the release clock runs. */
function restartOf(
  { createdAt, entrapments }: SlaFacts,
  stateAt: (at: number) => CallbackStatusCode,
): RestartedClocks | undefined {
  const late = entrapments.filter(({ startAt }) => startAt > createdAt);
  const index = late.findLastIndex(({ startAt }) => stateAt(startAt) !== 'SITE');
  const found = late[index];
  return found && { startAt: found.startAt, round: index + 1, isFirst: found === entrapments[0] };
}

/**
 * From the arrival, or from the start when a technician is on site already. Persons who got out before anybody freed
 * them: 0 s, never late (readings 239).
 */
function releaseStart({ startAt, releasedAt }: SlaEntrapment, siteAt: number | undefined): number | undefined {
  const from = siteAt === undefined ? undefined : Math.max(siteAt, startAt);
  if (releasedAt === undefined) return from;
  return from === undefined || from > releasedAt ? releasedAt : from;
}

/**
 * The clocks of a call-out at a moment. The release clock exists only when somebody was trapped; it is that of the last
 * entrapment.
 */
export function slaClocks(facts: SlaFacts, limits: SlaLimits, now: number): ClockReading[] {
  const { createdAt, eventAt = createdAt, entrapments, hasDistrict } = facts;
  const steps = [...facts.steps].sort((a, b) => a.at - b.at);
  const first = (...statuses: CallbackStatusCode[]) => steps.find(({ status }) => statuses.includes(status))?.at;
  const firstSince = (from: number, ...statuses: CallbackStatusCode[]) =>
    steps.find(({ status, at }) => at >= from && statuses.includes(status))?.at;
  const stateAt = (at: number) => steps.findLast((step) => step.at <= at)?.status ?? 'INIT';
  const cancelledAt = first('CLSC');
  const moment: SlaMoment = { now, ...(cancelledAt === undefined ? {} : { cancelledAt }) };
  const reached = Math.max(0, ...steps.map(({ status }) => REACHED[status]));
  const isClosed = first('CLSO') !== undefined;
  const restarted = restartOf(facts, stateAt);

  const trappedTrack = (startAt: number, key: 'response' | 'arrival' | 'restore'): SlaClockStart => {
    const { entrapment } = limits;
    const limitSec = key === 'arrival' && hasDistrict ? entrapment.arrivalInDistrict : entrapment[key];
    return { startAt, limitSec, breachSec: limitSec };
  };
  /** As known from the beginning, with the first entrapment. */
  const tracksOf = (startAt: number, key: 'response' | 'arrival' | 'restore'): SlaClockStart[] => {
    const trappedAt = entrapments[0]?.startAt;
    if (trappedAt !== undefined && trappedAt <= createdAt) return [trappedTrack(startAt, key)];
    const { other } = limits;
    return [
      { startAt, limitSec: other[key], breachSec: key === 'arrival' ? other.arrivalBreach : other[key] },
      ...(trappedAt === undefined ? [] : [trappedTrack(trappedAt, key)]),
    ];
  };
  const reading = (rest: SlaClockFacts) => read(rest, moment);
  /** @param isOver later steps show that it happened, without its time */
  const waitFor = (key: 'response' | 'arrival', startAt: number, stoppedAt: number | undefined, isOver: boolean) =>
    reading({
      clock: key,
      tracks: tracksOf(startAt, key),
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      isSkipped: isOver,
    });
  const waitAgain = (
    key: 'response' | 'arrival',
    { startAt, round, isFirst }: RestartedClocks,
    from: number,
    stoppedAt: number | undefined,
  ) => {
    const base = tracksOf(from, key).slice(0, 1);
    // For a call-out that waits already, the earlier end counts (readings 128), not one that had passed before.
    const lasting = base.filter(
      (track) => isFirst && waitsAt(key, startAt) && track.startAt + track.limitSec * 1000 > startAt,
    );
    return reading({
      clock: key,
      round,
      tracks: [...lasting, trappedTrack(startAt, key)],
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      isSkipped: isClosed,
    });
  };
  const waitsAt = (key: 'response' | 'arrival', at: number) =>
    !steps.some((step) => step.at <= at && REACHED[step.status] >= (key === 'response' ? REACHED.PAGE : REACHED.SITE));
  // A technician who is on the way has answered it.
  const answeredAt = ({ startAt }: RestartedClocks) =>
    stateAt(startAt) === 'DISP' ? startAt : firstSince(startAt, 'PAGE', 'DISP', 'SITE');
  return [
    restarted
      ? waitAgain('response', restarted, createdAt, answeredAt(restarted))
      : waitFor('response', createdAt, first('PAGE'), reached > REACHED.PAGE),
    restarted
      ? waitAgain('arrival', restarted, eventAt, firstSince(restarted.startAt, 'SITE'))
      : waitFor('arrival', eventAt, first('SITE'), reached > REACHED.SITE || first('INTR') !== undefined),
    ...releaseReading(),
    reading({
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
      reading({
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
