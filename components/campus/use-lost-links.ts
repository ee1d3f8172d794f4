'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { isLinkLost } from '@/lib/live/units/condition';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';

/** Numbers of the units whose box has lost its link; drawn anew only when one of the links changes. */
export function useLostLinks(units: readonly CampusEquipment[]): ReadonlySet<string> {
  const topics = useLiveTopics();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = units.map(({ equipmentNo }) => topics.listen(`${equipmentNo}/connection`, listener));
      return () => stops.forEach((stop) => stop());
    },
    [topics, units],
  );
  const lost = useSyncExternalStore(
    subscribe,
    () =>
      JSON.stringify(
        units
          .map(({ equipmentNo }) => equipmentNo)
          .filter((equipmentNo) => isLinkLost(topics.entry(equipmentNo, 'connection'))),
      ),
    () => '[]',
  );
  return useMemo(() => new Set(JSON.parse(lost) as string[]), [lost]);
}
