'use client';

import { useEffect, useState } from 'react';
import type { StepWay } from '@/lib/live/units/step-page';

/** Positions are counted in steps; after this many the whole band looks the same again. */
const ROUND = 12;
/** Times from stop to 100 percent and back: soft start, service brake, safety brake. */
const START_MS = 1100;
const BRAKE_MS = 900;
const HARD_BRAKE_MS = 400;
/** The shortest period; ramps are relative to it. */
const FULL_PERIOD_MS = 680;
/** On a slow computer frames are rare but the speed is right; after sleep the motion does not catch up. */
const LONGEST_FRAME_MS = 1000;

export interface BeltReport {
  readonly way: StepWay;
  /** Time until the next step is at this step's place. */
  readonly periodMs: number;
  /** `move` animates; `hold` freezes the picture (hidden tab, reduced motion, old data). */
  readonly mode: 'move' | 'hold';
  /** A safety device stopped it. */
  readonly isHard: boolean;
}

type StepListener = (position: number) => void;

/**
 * The drawn band, frame by frame: pictures subscribe and move their own SVG groups, so running steps render nothing in
 * React. It requests frames only while the band moves.
 */
export class StepMotion {
  #position = 0;
  /** Steps a millisecond, upwards positive. */
  #speed = 0;
  #goal = 0;
  #isHard = false;
  #mode: BeltReport['mode'] = 'hold';
  #frame: number | undefined;
  #last: number | undefined;
  readonly #listeners = new Set<StepListener>();

  /** The listener gets the current position at once. @returns the end of the subscription */
  subscribe(listener: StepListener): () => void {
    this.#listeners.add(listener);
    listener(this.#position);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  report({ way, periodMs, mode, isHard }: BeltReport): void {
    this.#goal = way === 'stop' ? 0 : (way === 'up' ? 1 : -1) / periodMs;
    this.#isHard = isHard;
    // Motion that was already running when the page opened starts without a ramp.
    if (mode === 'hold' || this.#mode === 'hold') this.#speed = this.#goal;
    this.#mode = mode;
    if (mode === 'hold' || this.#isAtRest()) this.stop();
    else this.#frame ??= requestAnimationFrame(this.#draw);
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#last = undefined;
  }

  #isAtRest(): boolean {
    return this.#speed === 0 && this.#goal === 0;
  }

  #draw = (now: number): void => {
    const passed = Math.min(LONGEST_FRAME_MS, now - (this.#last ?? now));
    this.#last = now;
    const before = this.#speed;
    this.#speed = this.#nextSpeed(passed);
    this.#position = (((this.#position + ((before + this.#speed) / 2) * passed) % ROUND) + ROUND) % ROUND;
    for (const listener of this.#listeners) listener(this.#position);
    if (this.#isAtRest()) this.stop();
    else this.#frame = requestAnimationFrame(this.#draw);
  };

  #nextSpeed(passedMs: number): number {
    const isBraking = Math.abs(this.#goal) < Math.abs(this.#speed);
    const rampMs = isBraking ? (this.#isHard ? HARD_BRAKE_MS : BRAKE_MS) : START_MS;
    const change = passedMs / rampMs / FULL_PERIOD_MS;
    return this.#speed < this.#goal
      ? Math.min(this.#goal, this.#speed + change)
      : Math.max(this.#goal, this.#speed - change);
  }
}

/** Follows the reports of one band. */
export function useStepMotion({ way, periodMs, mode, isHard }: BeltReport): StepMotion {
  const [motion] = useState(() => new StepMotion());
  useEffect(() => motion.report({ way, periodMs, mode, isHard }), [motion, way, periodMs, mode, isHard]);
  useEffect(() => () => motion.stop(), [motion]);
  return motion;
}
