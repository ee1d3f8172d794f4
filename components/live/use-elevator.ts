'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { batchEquipmentStatus, getEquipmentByNo, listEquipmentFaults } from '@/lib/features/equipment/contract';
import type { EquipmentDetail, GbCode, StatusEntry } from '@/lib/features/equipment/contract';
import { conditionOf } from '@/lib/live/units/condition';
import type { Condition } from '@/lib/live/units/condition';
import { coverOf, eventsOf, runIcon, travelOf } from '@/lib/live/units/elevator';
import type { Cover, LinkCover, LiveEvent, RunIcon, Travel } from '@/lib/live/units/elevator';
import { floorIndex, floorsOf } from '@/lib/live/units/floors';
import type { Floor } from '@/lib/live/units/floors';
import { newestAt, readBoolean, readNumber, readText } from '@/lib/live/units/values';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { StatusRefresh } from '@/lib/live/realtime/browser/status-refresh';
import { useLiveStatus } from '@/lib/live/realtime/browser/store';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import type { LiveConnectionOptions } from '@/lib/live/realtime/browser/use-live-connection';
import { useSms } from '@/lib/platform/client/hooks';

export interface ElevatorData {
  readonly equipment: EquipmentDetail;
  readonly status: StatusEntry | null;
  /** null: the first call failed; the list offers a retry. */
  readonly faults: readonly GbCode[] | null;
}

export interface FaultList {
  readonly entries: readonly GbCode[];
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface ElevatorState {
  readonly equipment: EquipmentDetail;
  readonly live: LiveStatus;
  readonly condition: Condition;
  readonly cover: Cover;
  /** State of the live connection, also while another cover comes first. */
  readonly link: LinkCover;
  readonly icon: RunIcon;
  readonly travel: Travel;
  readonly events: readonly LiveEvent[];
  readonly faults: FaultList;
  readonly floors: readonly Floor[];
  /** Index of the reported landing. */
  readonly current: number | undefined;
  /** What the landing is called, as reported, else by the mapping. */
  readonly floorLabel: string | undefined;
  /** When the newest value was measured, epoch ms; undefined: never. */
  readonly newestAt: number | undefined;
  readonly retry: () => void;
}

export type ElevatorConnection = Omit<LiveConnectionOptions, 'onMessage'>;

/**
 * Everything the elevator page shows, joined from the server's first answer, the calls and the live values.
 * @param connection how the page reaches the live server; the portal's own when absent
 */
export function useElevator(
  { equipment: rendered, status, faults }: ElevatorData,
  connection?: ElevatorConnection,
): ElevatorState {
  const { equipmentNo } = rendered;
  const unitCall = useSms(getEquipmentByNo, { equipmentNo }, { fallbackData: rendered, revalidateOnMount: false });
  const equipment = unitCall.data ?? rendered;
  const { equipmentType, companyCode, floorMapping, totalFloors } = equipment;
  const live = useLiveStatus(equipmentNo);
  const statusCall = useSms(
    batchEquipmentStatus,
    { equipmentNoList: [equipmentNo] },
    { fallbackData: status ? [status] : undefined, revalidateOnMount: status === null },
  );
  const faultCall = useSms(
    listEquipmentFaults,
    { equipmentNo },
    {
      fallbackData: faults ? { gbCodeShowList: [...faults] } : undefined,
      revalidateOnMount: faults === null,
      refreshInterval: 60_000,
    },
  );
  useFaultReload(live, faultCall.mutate);
  const refresh = useStatusRefresh(statusCall.mutate);
  const snapshots = useRef(0);
  const link = useLiveConnection([{ equipmentNo, equipmentType, companyCode: companyCode ?? undefined }], {
    ...connection,
    refusals: 'cover',
    onMessage: (message) => {
      refresh.current?.onMessage(message);
      if (message.responseType !== 'snapshot') return;
      snapshots.current += 1;
      // The first one goes with what the server rendered; a later one may follow an edit of the unit, its floors for example.
      if (snapshots.current > 1) void unitCall.mutate();
    },
  });

  const isStreaming = link.state === LIVE_STATE.live;
  const condition = conditionOf(statusCall.data?.[0], live, isStreaming);
  const physical = live.position?.physicalvalue;
  const shown = readText(live.position);
  const observed = useObserved(physical);
  const floors = useMemo(
    () => floorsOf({ floorMapping, totalFloors }, observed),
    [floorMapping, totalFloors, observed],
  );
  const current = floorIndex(floors, physical, shown);
  const entries = faultCall.data?.gbCodeShowList ?? [];

  return {
    equipment,
    live,
    condition,
    floors,
    current,
    cover: coverOf(condition, link.state),
    link: link.state,
    icon: runIcon(condition, readText(live.mode)),
    travel: travelOf({
      direction: readText(live.direction),
      drive: readText(live.drive),
      onlineStatus: condition.onlineStatus,
      isFresh: condition.isFresh,
    }),
    events: eventsOf(condition, live, entries),
    faults: {
      entries,
      hasFailed: faultCall.error !== undefined && !faultCall.data,
      // Asked for again, what the server rendered with holds until the answer is here.
      isLoading: faultCall.isLoading && !faultCall.data,
      reload: () => void faultCall.mutate(),
    },
    floorLabel: shown ?? (current === undefined ? undefined : floors[current]?.label),
    newestAt: newestAt(live),
    retry: link.retry,
  };
}

/** Lowest and highest landing seen, so that a building without a mapping only grows. */
function useObserved(physical: number | undefined): { min: number; max: number } | null {
  const [seen, setSeen] = useState<{ min: number; max: number } | null>(null);
  const isNew =
    physical !== undefined &&
    Number.isInteger(physical) &&
    (seen === null || physical < seen.min || physical > seen.max);
  if (!isNew) return seen;
  const next = { min: Math.min(physical, seen?.min ?? physical), max: Math.max(physical, seen?.max ?? physical) };
  setSeen(next);
  return next;
}

/** A changed error, alarm or entrapment changes the list of open codes: it is asked for again once it can be in there. */
const RELOAD_AFTER_MS = 2000;

function useFaultReload(live: LiveStatus, reload: () => Promise<unknown>) {
  const signature = [
    readBoolean(live.errorstate),
    live.errorstate?.code,
    live.alarm?.value,
    readBoolean(live.entrapment),
    readBoolean(live.controllerpower),
    readNumber(live.onlinestatus),
  ].join('/');
  const previous = useRef(signature);
  useEffect(() => {
    if (previous.current === signature) return undefined;
    previous.current = signature;
    const timer = setTimeout(() => void reload(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [signature, reload]);
}

/** Repeats the status call when live messages ask for it (doc2 §4.7). */
function useStatusRefresh(call: () => Promise<unknown>) {
  const refresh = useRef<StatusRefresh | null>(null);
  useEffect(() => {
    const current = new StatusRefresh(() => void call());
    refresh.current = current;
    return () => current.dispose();
  }, [call]);
  return refresh;
}
