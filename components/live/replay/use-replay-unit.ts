'use client';

import { useCallback, useMemo } from 'react';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { conditionOf } from '@/lib/live/units/condition';
import { countUntil, stateAt } from '@/lib/live/units/trace';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { newestAt, readNumber } from '@/lib/live/units/values';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { LiveUnit } from '../frame/use-live-unit';
import { useClock } from '../frame/page-clock';
import type { ShownClock } from '../frame/page-clock';
import { bordersOf, eventsAt } from './replay-model';
import type { ReplayPlayer } from './replay-player';

const DONE = () => undefined;

/** What a live page of any kind would have shown at a moment (readings 75). Pure. */
export function unitAt(equipment: EquipmentDetail, replay: EquipmentReplay, moment: number): LiveUnit {
  const live = stateAt(replay.changes, moment);
  const isKnown = Object.keys(live).length > 0;
  const events = eventsAt(replay.events, moment);
  const call = {
    onlineStatus: readNumber(live.onlinestatus) ?? ONLINE_STATUS.online,
    errorStatus: events.some(({ subType }) => subType === 'error') ? ERROR_STATUS.faulty : ERROR_STATUS.normal,
    entrapmentStatus: events.some(({ subType }) => subType === 'entrapment') ? 1 : 0,
  };
  const seen = new Set<string>();
  const entries = events.flatMap(({ gbCode, text, error, startAt, subType }) => {
    const identity = gbCode || `${subType}/${text}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    return [{ gbCode, text, error, at: startAt === null ? '' : formatDateTime(startAt) }];
  });
  return {
    equipment,
    live,
    // Before the first record the state is unknown: nothing is called normal (readings 122).
    condition: isKnown ? conditionOf(call, live, true) : conditionOf(undefined, live, false),
    link: LIVE_STATE.live,
    faults: { entries, hasFailed: false, isLoading: false, reload: DONE },
    newestAt: newestAt(live),
    retry: DONE,
    recheck: DONE,
    // The past can be viewed, not acted on.
    holder: null,
  };
}

/** The unit at the player's moment; the same object until something of it changes. */
export function useReplayUnit(
  equipment: EquipmentDetail,
  replay: EquipmentReplay,
  player: ReplayPlayer,
): { unit: LiveUnit; isKnown: boolean } {
  const borders = useMemo(() => bordersOf(replay.events), [replay]);
  const passed = useCallback(({ moment }: ShownClock) => countUntil(replay.changes, moment), [replay]);
  const crossed = useCallback(({ moment }: ShownClock) => countUntil(borders, moment), [borders]);
  const count = useClock(player, passed, 0);
  const border = useClock(player, crossed, 0);
  // Between two changes the unit is the same, so the last change stands for the moment.
  const moment = Math.max(replay.changes[count - 1]?.at ?? replay.from, borders[border - 1]?.at ?? replay.from);
  const unit = useMemo(() => unitAt(equipment, replay, moment), [equipment, replay, moment]);
  return { unit, isKnown: count > 0 };
}
