'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { centerStateOf } from '@/lib/features/campus/center';
import type { CenterState } from '@/lib/features/campus/center';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { STATE_TOPIC } from '@/lib/live/realtime/browser/live-topics';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { drawBeat } from '../draw-beat';
import type { Center } from './use-center';

/** How often it checks whether a unit has gone silent, ms. */
const LOOK_MS = 5000;
const NOTHING: LiveStatus = {};

/** The state that each unit is counted under. Renders only when one of them changes. */
export function useCenterStates(
  units: readonly CampusEquipment[],
  statusOf: Center['statusOf'],
): ReadonlyMap<string, CenterState> {
  const topics = useLiveTopics();
  const subscribe = useCallback(
    (listener: () => void) => {
      const look = () => drawBeat.ask(listener);
      const stops = [
        topics.listen(STATE_TOPIC, look),
        ...units.map(({ equipmentNo }) => topics.listen(`${equipmentNo}/*`, look)),
      ];
      const timer = setInterval(look, LOOK_MS);
      return () => {
        clearInterval(timer);
        drawBeat.forget(listener);
        stops.forEach((stop) => stop());
      };
    },
    [topics, units],
  );
  const read = useCallback(
    (liveOf: (equipmentNo: string) => LiveStatus, isStreaming: boolean, now?: number) =>
      units
        .map(({ equipmentNo }) => centerStateOf(statusOf.get(equipmentNo), liveOf(equipmentNo), isStreaming, now))
        .join(),
    [units, statusOf],
  );
  const states = useSyncExternalStore(
    subscribe,
    () => read((equipmentNo) => topics.status(equipmentNo), topics.state === LIVE_STATE.live, topics.serverNow()),
    () => read(() => NOTHING, false),
  );
  return useMemo(() => {
    const each = states.split(',') as CenterState[];
    return new Map(units.map(({ equipmentNo }, index) => [equipmentNo, each[index] ?? 'unknown']));
  }, [states, units]);
}
