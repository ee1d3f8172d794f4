'use client';

import { useEffect, useRef } from 'react';
import { getUnitDay } from '@/lib/features/unit-day/contract';
import type { UnitDay } from '@/lib/features/unit-day/contract';
import { readBoolean } from '@/lib/live/units/values';
import { useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import { useShownMoment } from '../frame/page-clock';
import type { LiveUnit } from '../frame/use-live-unit';

const EVERY_MS = 60_000;
/** A report of the box is in the tables a moment later. */
const AFTER_MS = 2500;

/** The last day and week for the side panels; null when the user may not read it, and on a page of the past. */
export interface ShownDay {
  /** undefined: not loaded yet. */
  readonly data: UnitDay | undefined;
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

/** Read once a minute, and when trouble begins, changes or ends. */
export function useUnitDay(unit: LiveUnit): ShownDay | null {
  const isPast = useShownMoment() !== undefined;
  const isAsked = !isPast && may(unit.holder, getUnitDay);
  const { equipmentNo } = unit.equipment;
  const { data, error, mutate } = useSms(getUnitDay, isAsked ? { equipmentNo } : null, {
    refreshInterval: isAsked ? EVERY_MS : 0,
  });
  const { live, condition } = unit;
  const state = [condition.isTrapped, condition.hasError, readBoolean(live.errorstate), live.errorstate?.code].join(
    '/',
  );
  const previous = useRef(state);
  useEffect(() => {
    if (previous.current === state) return undefined;
    previous.current = state;
    const timer = setTimeout(() => void mutate(), AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, mutate]);
  return isAsked ? { data, hasFailed: error !== undefined && !data, reload: () => void mutate() } : null;
}
