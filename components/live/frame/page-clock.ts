'use client';

import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** The clock of a page that shows the past. Without one the page shows the present. */
export interface ShownClock {
  /** Epoch ms. */
  readonly moment: number;
  /** The speed, as a multiple of real time; 0: paused. */
  readonly pace: number;
  /** @returns the end of the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

export const ShownClockContext = createContext<ShownClock | null>(null);

const NOTHING = () => () => undefined;

/** A value read from a clock; the component renders only when it has changed. */
export function useClock<T>(clock: ShownClock | null, read: (clock: ShownClock) => T, withoutClock: T): T {
  const get = useCallback(() => (clock ? read(clock) : withoutClock), [clock, read, withoutClock]);
  return useSyncExternalStore(clock?.subscribe ?? NOTHING, get, get);
}

const SECOND_MS = 1000;
const secondOf = ({ moment }: ShownClock) => Math.floor(moment / SECOND_MS) * SECOND_MS;
const paceOf = ({ pace }: ShownClock) => pace;

/** The moment that the page shows, epoch ms to the second; undefined: now. Ages are measured from it. */
export const useShownMoment = (): number | undefined =>
  useClock<number | undefined>(useContext(ShownClockContext), secondOf, undefined);

/** The speed of the display: 1 is real time. */
export const usePace = (): number => useClock(useContext(ShownClockContext), paceOf, 1);
