/**
 * The displayed speed when the box reports none: it runs up to the rated speed or down to zero in ticks (doc2 §4.4,
 * readings 33). All speeds in m/s.
 */
export const RAMP_TICK_MS = 500;

/** Acceleration in m/s² by rated speed: up to 2 m/s 0.8, up to 2.5 1.1, up to 3.15 1.2, above 1.6. */
export function accelerationOf(ratedSpeed: number): number {
  if (ratedSpeed <= 2) return 0.8;
  if (ratedSpeed <= 2.5) return 1.1;
  return ratedSpeed <= 3.15 ? 1.2 : 1.6;
}

/** The speed one tick later, never beyond the rated speed and never below zero. */
export function nextSpeed(current: number, isMoving: boolean, ratedSpeed: number): number {
  const change = accelerationOf(ratedSpeed) * (RAMP_TICK_MS / 1000);
  const target = isMoving ? ratedSpeed : 0;
  return current < target ? Math.min(target, current + change) : Math.max(target, current - change);
}
