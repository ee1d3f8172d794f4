'use client';

import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { SuspicionWatch } from '@/lib/features/campus/custom-rules';
import { elevatorTile } from '@/lib/features/campus/elevator-tile';
import type { ElevatorTile } from '@/lib/features/campus/elevator-tile';
import { escalatorTile } from '@/lib/features/campus/escalator-tile';
import { NO_SPEED, rememberSpeed, stepSpeed } from '@/lib/live/units/escalator';
import type { EscalatorTile } from '@/lib/features/campus/escalator-tile';
import type { StatusCall } from '@/lib/live/units/condition';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { STATE_TOPIC } from '@/lib/live/realtime/browser/live-topics';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import { drawBeat } from '../draw-beat';

type TileReader<T> = (live: LiveStatus, isStreaming: boolean, now?: number) => T;

function isSame<T extends object>(a: T, b: T): boolean {
  return Object.keys(a).every((key) => Object.is(a[key as keyof T], b[key as keyof T]));
}

/** Keeps the last result: while a message changes nothing for the tile, the same object is returned. */
class LastShown<T extends object> {
  #last: T | undefined;

  of(next: T): T {
    if (this.#last && isSame(this.#last, next)) return this.#last;
    this.#last = next;
    return next;
  }
}

const NOTHING: LiveStatus = {};

/** How often a tile checks by itself, because its state also depends on time, ms. */
const LOOK_MS = 5000;

/** What a tile shows, from the live values of its unit alone. It renders only when that has changed. */
function useShown<T extends object>(equipmentNo: string, read: TileReader<T>): T {
  const topics = useLiveTopics();
  const [last] = useState(() => new LastShown<T>());
  const subscribe = useCallback(
    (listener: () => void) => {
      const look = () => drawBeat.ask(listener);
      const stops = [topics.listen(`${equipmentNo}/*`, look), topics.listen(STATE_TOPIC, look)];
      const timer = setInterval(look, LOOK_MS);
      return () => {
        clearInterval(timer);
        drawBeat.forget(listener);
        stops.forEach((stop) => stop());
      };
    },
    [topics, equipmentNo],
  );
  const onServer = useMemo(() => read(NOTHING, false), [read]);
  return useSyncExternalStore(
    subscribe,
    () => last.of(read(topics.status(equipmentNo), topics.state === LIVE_STATE.live, topics.serverNow())),
    () => onServer,
  );
}

/** @param isCustom also apply the rules of the custom wall (doc3 §4.4) */
export function useElevatorTile(equipmentNo: string, call: StatusCall, isCustom: boolean): ElevatorTile {
  const { onlineStatus, errorStatus, entrapmentStatus } = call;
  const topics = useLiveTopics();
  const [watch] = useState(() => new SuspicionWatch());
  const read = useCallback<TileReader<ElevatorTile>>(
    (live, isStreaming, now) =>
      elevatorTile({
        call: { onlineStatus, errorStatus, entrapmentStatus },
        live,
        isStreaming,
        now,
        ...(isCustom ? { suspects: (status, condition) => watch.see(status, condition, topics.serverNow()) } : {}),
      }),
    [onlineStatus, errorStatus, entrapmentStatus, isCustom, topics, watch],
  );
  return useShown(equipmentNo, read);
}

/** Follows the step speed: when it rises, a person is on the steps. */
class SpeedWatch {
  #memory = NO_SPEED;

  see(speed: number | undefined) {
    this.#memory = rememberSpeed(this.#memory, speed);
    return this.#memory;
  }
}

export function useEscalatorTile(equipmentNo: string, displayType: 'ES' | 'WW', call: StatusCall): EscalatorTile {
  const { onlineStatus, errorStatus, entrapmentStatus } = call;
  const [watch] = useState(() => new SpeedWatch());
  const read = useCallback<TileReader<EscalatorTile>>(
    (live, isStreaming, now) =>
      escalatorTile({
        call: { onlineStatus, errorStatus, entrapmentStatus },
        live,
        isStreaming,
        now,
        displayType,
        memory: watch.see(stepSpeed(live, displayType)),
      }),
    [onlineStatus, errorStatus, entrapmentStatus, displayType, watch],
  );
  return useShown(equipmentNo, read);
}
