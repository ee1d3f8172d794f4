'use client';

import { useEffect, useState } from 'react';
import { carAt, isSettled, nextStep, restAt } from '@/lib/live/units/travel';
import type { CarReport, CarStep } from '@/lib/live/units/travel';

type Listener = (position: number) => void;

/**
 * The position of the car as it is drawn, frame by frame. Pictures subscribe and move their own SVG groups, so that a
 * travelling car renders nothing in React. Frames are asked for only while something moves; a hidden tab gives none.
 */
export class CarMotion {
  #step: CarStep | undefined;
  #frame: number | undefined;
  readonly #listeners = new Set<Listener>();

  /** The listener is told the present position at once, when there is one. @returns the end of the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#step) listener(carAt(this.#step, performance.now()));
    return () => {
      this.#listeners.delete(listener);
    };
  }

  report(report: CarReport): void {
    const now = performance.now();
    this.#step = nextStep(this.#step ?? restAt(report.index), report, now);
    this.#draw(now);
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #draw = (now: number): void => {
    this.stop();
    if (!this.#step) return;
    const position = carAt(this.#step, now);
    for (const listener of this.#listeners) listener(position);
    if (!isSettled(this.#step, now)) this.#frame = requestAnimationFrame(this.#draw);
  };
}

/** Follows the reports of one elevator; undefined: the position is not known, nothing is drawn. */
export function useCarMotion(report: CarReport | undefined): CarMotion {
  const [motion] = useState(() => new CarMotion());
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
