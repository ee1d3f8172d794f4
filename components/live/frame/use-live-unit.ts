'use client';

import { useEffect, useRef } from 'react';
import { batchEquipmentStatus, getEquipmentByNo, listEquipmentFaults } from '@/lib/features/equipment/contract';
import type { EquipmentDetail, GbCode, StatusEntry } from '@/lib/features/equipment/contract';
import { conditionOf } from '@/lib/live/units/condition';
import type { UnitCondition } from '@/lib/live/units/condition';
import type { LinkCover } from '@/lib/live/units/cover';
import { newestAt, readBoolean, readNumber } from '@/lib/live/units/values';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { StatusRefresh } from '@/lib/live/realtime/browser/status-refresh';
import { useLiveStatus, useServerNow } from '@/lib/live/realtime/browser/store';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import type { LiveConnectionOptions } from '@/lib/live/realtime/browser/use-live-connection';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';

/** What the server knew of a unit when it rendered its page. */
export interface LiveUnitData {
  readonly equipment: EquipmentDetail;
  readonly status: StatusEntry | null;
  /** null: the first call failed; the list offers a retry. */
  readonly faults: readonly GbCode[] | null;
  /** Who looks: what may be done is offered by it. */
  readonly holder: Holder;
}

export interface FaultEntries {
  readonly entries: readonly GbCode[];
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** What a live page of any kind knows of its unit. */
export interface LiveUnit {
  readonly equipment: EquipmentDetail;
  readonly live: LiveStatus;
  readonly condition: UnitCondition;
  /** State of the live connection, also while another cover comes first. */
  readonly link: LinkCover;
  readonly faults: FaultEntries;
  /** When the newest value was measured, epoch ms; undefined: never. */
  readonly newestAt: number | undefined;
  readonly retry: () => void;
  /** Asks again for its status: somebody else knows something newer. */
  readonly recheck: () => void;
  /** Who looks; null: nothing may be done here. */
  readonly holder: Holder | null;
}

export type LiveUnitConnection = Omit<LiveConnectionOptions, 'onMessage'>;

/**
 * One unit for the life of its page: the server's first answer, the calls that follow it, the subscription and its end.
 * @param connection how the page reaches the live server; the portal's own when absent
 */
export function useLiveUnit(
  { equipment: rendered, status, faults, holder }: LiveUnitData,
  connection?: LiveUnitConnection,
): LiveUnit {
  const { equipmentNo } = rendered;
  const unitCall = useSms(getEquipmentByNo, { equipmentNo }, { fallbackData: rendered, revalidateOnMount: false });
  const equipment = unitCall.data ?? rendered;
  const { equipmentType, companyCode } = equipment;
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
  useFaultEnd(live, statusCall.mutate);
  const refresh = useStatusRefresh(statusCall.mutate);
  const snapshots = useRef(0);
  const link = useLiveConnection([{ equipmentNo, equipmentType, companyCode: companyCode ?? undefined }], {
    refusals: 'cover',
    ...connection,
    onMessage: (message) => {
      refresh.current?.onMessage(message);
      if (message.responseType !== 'snapshot') return;
      snapshots.current += 1;
      // The first one goes with what the server rendered; a later one may follow an edit of the unit, its floors for example.
      if (snapshots.current > 1) void unitCall.mutate();
    },
  });

  const isStreaming = link.state === LIVE_STATE.live;
  const condition = conditionOf(statusCall.data?.[0], live, isStreaming, useServerNow());
  return {
    equipment,
    live,
    condition,
    link: link.state,
    faults: {
      entries: faultCall.data?.gbCodeShowList ?? [],
      hasFailed: faultCall.error !== undefined && !faultCall.data,
      // Asked for again, what the server rendered with holds until the answer is here.
      isLoading: faultCall.isLoading && !faultCall.data,
      reload: () => void faultCall.mutate(),
    },
    newestAt: newestAt(live),
    retry: link.retry,
    recheck: () => void statusCall.mutate(),
    holder,
  };
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

/** What the status call said of a fault goes with the fault: asked again once the controller says something else of it. */
function useFaultEnd(live: LiveStatus, reload: () => Promise<unknown>) {
  const isFaulty = readBoolean(live.errorstate);
  const previous = useRef(isFaulty);
  useEffect(() => {
    const was = previous.current;
    previous.current = isFaulty;
    if (was !== true || isFaulty !== false) return undefined;
    const timer = setTimeout(() => void reload(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isFaulty, reload]);
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
