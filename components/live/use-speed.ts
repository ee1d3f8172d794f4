'use client';

import { useEffect, useState } from 'react';
import type { TravelDirection } from '@/lib/live/units/elevator';
import { nextSpeed, RAMP_TICK_MS } from '@/lib/live/units/speed-ramp';
import { readNumber } from '@/lib/live/units/values';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { usePace } from './frame/page-clock';

export interface ShownSpeed {
  /** m/s; undefined: neither reported nor derivable. */
  readonly value: number | undefined;
  /** Derived from the rated speed, because the box reports none (doc2 §4.4). */
  readonly isEstimated: boolean;
}

/** The speed to show: the reported one, else the ramp towards the rated speed or zero, a step every 500 ms. */
export function useSpeed(entry: LiveEntry | undefined, travel: TravelDirection, ratedSpeed: number | null): ShownSpeed {
  const reported = readNumber(entry);
  const isMoving = travel === 'up' || travel === 'down';
  const [ramped, setRamped] = useState(0);
  const pace = usePace();
  const isRamping =
    pace > 0 &&
    reported === undefined &&
    ratedSpeed !== null &&
    travel !== 'none' &&
    ramped !== (isMoving ? ratedSpeed : 0);
  useEffect(() => {
    if (!isRamping || ratedSpeed === null) return undefined;
    const timer = setInterval(() => setRamped((speed) => nextSpeed(speed, isMoving, ratedSpeed)), RAMP_TICK_MS / pace);
    return () => clearInterval(timer);
  }, [isRamping, isMoving, ratedSpeed, pace]);
  if (reported !== undefined) return { value: Math.abs(reported) / 1000, isEstimated: false };
  if (ratedSpeed === null) return { value: isMoving ? undefined : 0, isEstimated: true };
  return { value: ramped, isEstimated: true };
}
