/**
 * Where the car is drawn between two reports (doc2 §4.4: steps of 1.2 s). Positions are landing indexes with fractions.
 *
 * A box names a landing while the car approaches it, about half-way from the one before. The car therefore moves to the
 * named landing in one step. It is drawn beyond it only when it must be there: when it has just left, or when it passes
 * at a measured speed that has not fallen. It never arrives at the next landing before the box says so, and it never
 * goes back.
 */
export const STEP_MS = 1200;
export const FADE_MS = 1000;
/** How far beyond the last report the car may be drawn, in landings. */
export const MAX_DRIFT = 0.4;
/** After a jump of more landings than this, the car is placed there without movement. */
const MAX_STEP = 4;
/** A passing car waits at the landing until it has had time to brake for it, but not longer than this. */
const LATEST_DRIFT_MS = 3000;
/** Assumed height between landings until the building's own is known, metres. */
const LANDING_HEIGHT_M = 3.2;
/** When the speed falls below this share of the reported one, the car brakes for the landing. */
const BRAKING = 0.9;

export type CarHeading = -1 | 0 | 1;

export interface CarStep {
  /** Where the car was drawn when the step began. */
  readonly from: number;
  /** The reported landing. */
  readonly to: number;
  /** Clock of the step, ms. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** 1 up, -1 down, 0 standing still. */
  readonly heading: CarHeading;
  /** m/s */
  readonly speed: number;
  /** From then on the car is drawn beyond the landing; Infinity: not before the next report. */
  readonly driftAfterMs: number;
  /** How many landings beyond it at that moment. */
  readonly drifted: number;
  /** When the box reported the car here while it passed; undefined when it stands or has just left. */
  readonly passedAt?: number | undefined;
  /** Shortest time from one report to the next, ms: from landing to landing at full speed in this building. */
  readonly intervalMs?: number | undefined;
}

export interface CarReport {
  /** Index of the landing that the box reports. */
  readonly index: number;
  readonly heading: CarHeading;
  /** m/s */
  readonly speed: number;
  /** The box measured the speed itself. */
  readonly isMeasured: boolean;
  /** `move` animates; `jump` sets the car at once (reduced motion, hidden tab); `hold` freezes it (data is not fresh). */
  readonly mode: 'move' | 'jump' | 'hold';
}

/** A car that stands still. */
export function restAt(position: number, intervalMs?: number): CarStep {
  return {
    from: position,
    to: position,
    startedAt: Number.NEGATIVE_INFINITY,
    durationMs: 0,
    heading: 0,
    speed: 0,
    driftAfterMs: Number.POSITIVE_INFINITY,
    drifted: 0,
    intervalMs,
  };
}

/** Landings per millisecond beyond the reported one. A passing car uses the building's own interval. */
function driftRate({ speed, passedAt, intervalMs }: CarStep): number {
  return passedAt !== undefined && intervalMs !== undefined ? 1 / intervalMs : speed / LANDING_HEIGHT_M / 1000;
}

function driftOf(step: CarStep, now: number): number {
  const driftingMs = now - step.startedAt - step.driftAfterMs;
  return driftingMs <= 0 ? step.drifted : Math.min(MAX_DRIFT, step.drifted + driftRate(step) * driftingMs);
}

/** Where to draw the car at a moment. */
export function carAt(step: CarStep, now: number): number {
  // A frame's time may be a little earlier than the report that it draws.
  const elapsed = Math.max(0, now - step.startedAt);
  if (elapsed < step.durationMs) {
    const part = elapsed / step.durationMs;
    // A car that goes on moves at an even pace, so that one step continues in the next. A car that stops slows down.
    return step.from + (step.to - step.from) * (step.heading === 0 ? 1 - (1 - part) ** 3 : part);
  }
  return step.heading === 0 ? step.to : step.to + step.heading * driftOf(step, now);
}

/** Nothing changes until the next report. */
export function isSettled(step: CarStep, now: number): boolean {
  if (now - step.startedAt < step.durationMs) return false;
  if (step.heading === 0 || step.driftAfterMs === Number.POSITIVE_INFINITY || driftRate(step) <= 0) return true;
  return driftOf(step, now) >= MAX_DRIFT;
}

/** The next step, according to a report. */
export function nextStep(step: CarStep, report: CarReport, now: number): CarStep {
  const { index, heading, speed, mode } = report;
  const position = carAt(step, now);
  if (mode === 'hold') return restAt(position, step.intervalMs);
  if (mode === 'jump') return restAt(index, step.intervalMs);
  if (Math.abs(index - position) > MAX_STEP) {
    return {
      ...restAt(index, step.intervalMs),
      heading,
      speed,
      startedAt: now,
      passedAt: heading === 0 ? undefined : now,
    };
  }
  if (index === step.to && heading === step.heading) return atOtherSpeed(step, speed, now);
  // The car stood at a landing and leaves it: it travels from now on.
  if (index === position && heading !== 0)
    return { ...restAt(index, step.intervalMs), heading, speed, startedAt: now, driftAfterMs: 0 };

  const isPassing = heading !== 0 && index !== step.to;
  const sinceLast =
    isPassing && step.passedAt !== undefined && step.heading === heading && index === step.to + heading
      ? now - step.passedAt
      : Infinity;
  const intervalMs = Math.min(step.intervalMs ?? Infinity, sinceLast);
  const isKnown = Number.isFinite(intervalMs);
  const driftAfterMs = Math.max(STEP_MS, Math.min(LATEST_DRIFT_MS, intervalMs / 2));
  return {
    from: position,
    to: index,
    startedAt: now,
    durationMs: STEP_MS,
    heading,
    speed,
    drifted: 0,
    driftAfterMs: isPassing && isKnown && report.isMeasured ? driftAfterMs : Number.POSITIVE_INFINITY,
    passedAt: isPassing ? now : undefined,
    intervalMs: isKnown ? intervalMs : undefined,
  };
}

/**
 * Same landing and direction, another speed: a passing car that brakes stops here; a car that has left goes on from
 * where it is.
 */
function atOtherSpeed(step: CarStep, speed: number, now: number): CarStep {
  if (speed === step.speed) return step;
  if (step.passedAt === undefined)
    return step.driftAfterMs === 0
      ? { ...step, speed, startedAt: now, drifted: driftOf(step, now) }
      : { ...step, speed };
  const isBraking = speed < step.speed * BRAKING && now - step.startedAt < step.driftAfterMs;
  return {
    ...step,
    speed: Math.max(speed, step.speed),
    driftAfterMs: isBraking ? Number.POSITIVE_INFINITY : step.driftAfterMs,
  };
}
