/**
 * Where the car is drawn between two reports (doc2 §4.4: steps of 1.2 s). Positions are landing indexes with fractions.
 * The car moves to the reported landing in one step; while it travels on, it drifts towards the next one by the speed,
 * but never arrives there before the report: a landing is claimed only when the box said so.
 */
export const STEP_MS = 1200;
export const FADE_MS = 1000;
/** How far beyond the last report the car may be drawn, in landings. */
export const MAX_DRIFT = 0.4;
/** Height between landings that the picture assumes, metres. */
export const LANDING_HEIGHT_M = 3.2;

export interface CarStep {
  /** Where the car was drawn when the step began. */
  readonly from: number;
  /** The reported landing. */
  readonly to: number;
  /** Clock of the step, ms. */
  readonly startedAt: number;
  /** 1 up, -1 down, 0 standing. */
  readonly heading: -1 | 0 | 1;
  /** m/s, for the drift. */
  readonly speed: number;
}

/** A car at rest on a landing. */
export function restAt(index: number): CarStep {
  return { from: index, to: index, startedAt: Number.NEGATIVE_INFINITY, heading: 0, speed: 0 };
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
  if (step.heading === 0) return step.to;
  const drift = Math.min(MAX_DRIFT, ((step.speed / LANDING_HEIGHT_M) * (elapsed - STEP_MS)) / 1000);
  return step.to + step.heading * drift;
}

/** Nothing will change any more until the next report. */
export function isSettled(step: CarStep, now: number): boolean {
  const elapsed = now - step.startedAt;
  if (elapsed < STEP_MS) return false;
  return step.heading === 0 || step.speed <= 0 || ((step.speed / LANDING_HEIGHT_M) * (elapsed - STEP_MS)) / 1000 >= MAX_DRIFT;
}
