'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { classOf } from '@/lib/features/campus/arrangement';
import type { UnitClass } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { STATE_TOPIC } from '@/lib/live/realtime/browser/live-topics';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { drawBeat, orderBeat } from '../draw-beat';
import type { Wall } from './use-wall';

/**
 * What a unit's class depends on, besides its status call. An entrapment shows at once, everything else within a
 * second.
 */
const URGENT = ['entrapment', 'alarm'] as const;
const CALM = ['onlinestatus', 'connection', 'errorstate'] as const;
/** How often it checks whether a unit has gone silent, ms. */
const LOOK_MS = 5000;
const NOTHING: LiveStatus = {};

/**
 * The class of each unit. Renders only when one changes, at most once a second except for entrapments (readings 211).
 */
export function useUnitClasses(
  units: readonly CampusEquipment[],
  statusOf: Wall['statusOf'],
): ReadonlyMap<string, UnitClass> {
  const topics = useLiveTopics();
  const subscribe = useCallback(
    (listener: () => void) => {
      const look = () => drawBeat.ask(listener);
      const lookSoon = () => orderBeat.ask(listener);
      const stops = [
        topics.listen(STATE_TOPIC, look),
        ...units.flatMap(({ equipmentNo }) => [
          ...URGENT.map((key) => topics.listen(`${equipmentNo}/${key}`, look)),
          ...CALM.map((key) => topics.listen(`${equipmentNo}/${key}`, lookSoon)),
        ]),
      ];
      const timer = setInterval(lookSoon, LOOK_MS);
      return () => {
        clearInterval(timer);
        drawBeat.forget(listener);
        orderBeat.forget(listener);
        stops.forEach((stop) => stop());
      };
    },
    [topics, units],
  );
  const read = useCallback(
    (liveOf: (equipmentNo: string) => LiveStatus, isStreaming: boolean, now?: number) =>
      units.map(({ equipmentNo }) => classOf(statusOf.get(equipmentNo), liveOf(equipmentNo), isStreaming, now)).join(),
    [units, statusOf],
  );
  const classes = useSyncExternalStore(
    subscribe,
    () => read((equipmentNo) => topics.status(equipmentNo), topics.state === LIVE_STATE.live, topics.serverNow()),
    () => read(() => NOTHING, false),
  );
  return useMemo(() => {
    const each = classes.split(',') as UnitClass[];
    return new Map(units.map(({ equipmentNo }, index) => [equipmentNo, each[index] ?? 'unknown']));
  }, [classes, units]);
}
