/**
 * Where the car is drawn between two reports (doc2 §4.4: steps of 1.2 s). Positions are landing indexes with fractions.
 * The car moves to the reported landing in one step; while it travels on, it drifts towards the next one by the speed,
 * but never arrives there before the report: a landing is claimed only when the box said so.
 */
export const STEP_MS = 1200;
export const FADE_MS = 1000;
/** How far beyond the last report the car may be drawn, in landings. */
export const MAX_DRIFT = 0.4;
/** A report further away than this was not travelled before our eyes: the car is set there. */
export const MAX_STEP = 4;
/** Height between landings that the picture assumes, metres. */
const LANDING_HEIGHT_M = 3.2;

export type Heading = -1 | 0 | 1;

export interface CarStep {
  /** Where the car was drawn when the step began. */
  readonly from: number;
  /** The reported landing. */
  readonly to: number;
  /** Clock of the step, ms. */
  readonly startedAt: number;
  /** 1 up, -1 down, 0 standing. */
  readonly heading: Heading;
  /** m/s, for the drift. */
  readonly speed: number;
  /** Landings drifted before `startedAt`, when the speed changed on the way. */
  readonly drifted: number;
}

export interface CarReport {
  /** Index of the landing that the box reports. */
  readonly index: number;
  readonly heading: Heading;
  /** m/s */
  readonly speed: number;
  /** `move` animates; `jump` sets the car at once (reduced motion, hidden tab); `hold` freezes it (data is not fresh). */
  readonly mode: 'move' | 'jump' | 'hold';
}

/** A car at rest. */
export function restAt(position: number): CarStep {
  return { from: position, to: position, startedAt: Number.NEGATIVE_INFINITY, heading: 0, speed: 0, drifted: 0 };
}

function driftOf(step: CarStep, now: number): number {
  const elapsed = now - step.startedAt - STEP_MS;
  return elapsed <= 0 ? step.drifted : Math.min(MAX_DRIFT, step.drifted + ((step.speed / LANDING_HEIGHT_M) * elapsed) / 1000);
}

/** Where to draw the car at a moment. */
export function carAt(step: CarStep, now: number): number {
  const elapsed = now - step.startedAt;
  if (elapsed <= 0) return step.from;
  if (elapsed < STEP_MS) {
    const part = elapsed / STEP_MS;
    // Travelling on: even pace, so that one step runs into the next. Stopping: the car settles.
    return step.from + (step.to - step.from) * (step.heading === 0 ? 1 - (1 - part) ** 3 : part);
  }
  return step.heading === 0 ? step.to : step.to + step.heading * driftOf(step, now);
}

/** Nothing will change any more until the next report. */
export function isSettled(step: CarStep, now: number): boolean {
  if (now - step.startedAt < STEP_MS) return false;
  return step.heading === 0 || step.speed <= 0 || driftOf(step, now) >= MAX_DRIFT;
}

/** The step that follows from a report. */
export function nextStep(step: CarStep, { index, heading, speed, mode }: CarReport, now: number): CarStep {
  const position = carAt(step, now);
  if (mode === 'hold') return restAt(position);
  if (mode === 'jump') return restAt(index);
  const onTheWay: CarStep = { from: index, to: index, startedAt: now - STEP_MS, heading, speed, drifted: 0 };
  if (Math.abs(index - position) > MAX_STEP) return heading === 0 ? restAt(index) : onTheWay;
  if (index === step.to && heading === step.heading) {
    if (speed === step.speed) return step;
    return now - step.startedAt < STEP_MS ? { ...step, speed } : { ...onTheWay, drifted: driftOf(step, now) };
  }
  // Leaving a landing at which the car stands: nothing to catch up with.
  if (index === position && heading !== 0) return onTheWay;
  return { from: position, to: index, startedAt: now, heading, speed, drifted: 0 };
}
