'use client';

import { useEffect, useState } from 'react';
import type { StepWay } from '@/lib/live/units/step-page';

/** Positions are counted in steps; after so many everything that turns with the band looks the same again. */
const ROUND = 12;
/** From standing to 100 percent, and back: a soft start, the service brake, the safety brake. */
const START_MS = 1100;
const BRAKE_MS = 900;
const HARD_BRAKE_MS = 400;
/** The fastest period; what ramps are measured by. */
const FULL_PERIOD_MS = 680;
/** On a slow machine the frames are far apart and the speed is the same; a machine that slept does not make up for it. */
const LONGEST_FRAME_MS = 1000;

export interface BeltReport {
  readonly way: StepWay;
  /** Until the next step stands where this one stood. */
  readonly periodMs: number;
  /** `move` animates; `hold` freezes the picture as it stands (hidden tab, reduced motion, old data). */
  readonly mode: 'move' | 'hold';
  /** It was stopped by a safety device. */
  readonly isHard: boolean;
}

type StepListener = (position: number) => void;

/**
 * The band as it is drawn, frame by frame: pictures subscribe and move their own SVG groups, so that running steps render
 * nothing in React. Frames are asked for only while the band moves.
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

  /** The listener is told the present position at once. @returns the end of the subscription */
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
    // What was going on before one looked has not just begun.
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

/** Follows what is said of one band. */
export function useStepMotion({ way, periodMs, mode, isHard }: BeltReport): StepMotion {
  const [motion] = useState(() => new StepMotion());
  useEffect(() => motion.report({ way, periodMs, mode, isHard }), [motion, way, periodMs, mode, isHard]);
  useEffect(() => () => motion.stop(), [motion]);
  return motion;
}
