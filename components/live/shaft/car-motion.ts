'use client';

import { useEffect, useState } from 'react';
import { carAt, isSettled, nextStep, restAt } from '@/lib/live/units/travel';
import type { CarReport, CarStep } from '@/lib/live/units/travel';

type PositionListener = (position: number) => void;

/**
 * The position of the car as it is drawn, frame by frame. Pictures subscribe and move their own SVG groups, so that a
 * travelling car renders nothing in React. Frames are asked for only while something moves; a hidden tab gives none.
 */
export class CarMotion {
  #step: CarStep | undefined;
  #frame: number | undefined;
  /** The picture's own time: so many times faster than the clock, counted on from here. */
  #pace = 1;
  #since = { real: 0, shown: 0 };
  readonly #listeners = new Set<PositionListener>();

  /** The listener is told the present position at once, when there is one. @returns the end of the subscription */
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

  /** How fast what is drawn goes by: 1 is life, 0 stands. */
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

/** Follows the reports of one elevator; undefined: the position is not known, nothing is drawn. @param pace of what is shown */
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
