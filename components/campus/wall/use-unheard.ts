'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { isLive, lastDataAt } from '@/lib/live/units/age';
import { isLinkLost } from '@/lib/live/units/condition';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';

/** How often it checks whether a unit has gone silent, ms. */
const LOOK_MS = 5000;

/** Numbers of units without current values: their box lost its connection or is silent (readings 242). */
export interface Unheard {
  readonly lost: ReadonlySet<string>;
  readonly silent: ReadonlySet<string>;
}

/** The units without current values. Renders only when that changes. */
export function useUnheard(units: readonly CampusEquipment[]): Unheard {
  const topics = useLiveTopics();
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, LOOK_MS);
      const stops = units.flatMap(({ equipmentNo }) =>
        ['connection', 'lastdata'].map((key) => topics.listen(`${equipmentNo}/${key}`, listener)),
      );
      return () => {
        clearInterval(timer);
        stops.forEach((stop) => stop());
      };
    },
    [topics, units],
  );
  const found = useSyncExternalStore(
    subscribe,
    () => {
      const numbers = units.map(({ equipmentNo }) => equipmentNo);
      const now = topics.serverNow();
      return JSON.stringify([
        numbers.filter((equipmentNo) => isLinkLost(topics.entry(equipmentNo, 'connection'))),
        numbers.filter((equipmentNo) => !isLive(lastDataAt(topics.status(equipmentNo)), now)),
      ]);
    },
    () => '[[],[]]',
  );
  return useMemo(() => {
    const [lost, silent] = JSON.parse(found) as [string[], string[]];
    return { lost: new Set(lost), silent: new Set(silent) };
  }, [found]);
}
