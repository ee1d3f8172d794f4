'use client';

import { useEffect, useState } from 'react';
import { carAt, isSettled, nextStep, restAt } from '@/lib/live/units/travel';
import type { CarReport, CarStep } from '@/lib/live/units/travel';

type PositionListener = (position: number) => void;

/**
 * The car's drawn position, frame by frame. Pictures subscribe and move their own SVG groups, so a moving car renders
 * nothing in React. It requests frames only while something moves; a hidden tab gets none.
 */
export class CarMotion {
  #step: CarStep | undefined;
  #frame: number | undefined;
  /** The picture's own time, which runs at a multiple of the clock from here on. */
  #pace = 1;
  #since = { real: 0, shown: 0 };
  readonly #listeners = new Set<PositionListener>();

  /** The listener gets the current position at once, when there is one. @returns the end of the subscription */
  subscribe(listener: PositionListener): () => void {
    this.#listeners.add(listener);
    if (this.#step) listener(carAt(this.#step, this.#now()));
    return () => {
      this.#listeners.delete(listener);
    };
  }

  report(report: CarReport): void {
    this.#step = nextStep(this.#step ?? restAt(report.index), report, this.#now());
    this.#draw();
  }

  /** The speed of the drawing: 1 is real time, 0 is paused. */
  setPace(pace: number): void {
    if (pace === this.#pace) return;
    this.#since = { real: performance.now(), shown: this.#now() };
    this.#pace = pace;
    this.#draw();
  }

  #now(real = performance.now()): number {
    return this.#since.shown + (real - this.#since.real) * this.#pace;
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #draw = (real?: number): void => {
    this.stop();
    if (!this.#step) return;
    const now = this.#now(real);
    const position = carAt(this.#step, now);
    for (const listener of this.#listeners) listener(position);
    if (this.#pace > 0 && !isSettled(this.#step, now)) this.#frame = requestAnimationFrame(this.#draw);
  };
}

/**
 * Follows the reports of one elevator; undefined: the position is unknown and nothing is drawn. @param pace speed of
 * the display
 */
export function useCarMotion(report: CarReport | undefined, pace = 1): CarMotion {
  const [motion] = useState(() => new CarMotion());
  useEffect(() => motion.setPace(pace), [motion, pace]);
  const { index, heading, speed, isMeasured, mode } = report ?? {};
  useEffect(() => {
    if (
      index !== undefined &&
      heading !== undefined &&
      speed !== undefined &&
      isMeasured !== undefined &&
      mode !== undefined
    )
      motion.report({ index, heading, speed, isMeasured, mode });
  }, [motion, index, heading, speed, isMeasured, mode]);
  useEffect(() => () => motion.stop(), [motion]);
  return motion;
}
