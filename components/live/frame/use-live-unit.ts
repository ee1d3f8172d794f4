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

/** What the server read of a unit while rendering its page. */
export interface LiveUnitData {
  readonly equipment: EquipmentDetail;
  readonly status: StatusEntry | null;
  /** null: the first call failed; the list offers a retry. */
  readonly faults: readonly GbCode[] | null;
  /** The signed-in user, whose rights decide which actions are offered. */
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
  /** Time of the newest value, epoch ms; undefined: there is none. */
  readonly newestAt: number | undefined;
  readonly retry: () => void;
  /** Reads the status again: another component has newer information. */
  readonly recheck: () => void;
  /** The signed-in user; null: no action is possible here. */
  readonly holder: Holder | null;
}

export type LiveUnitConnection = Omit<LiveConnectionOptions, 'onMessage'>;

/**
 * One unit while its page is open: the server's first answer, the calls after it, the subscription and its end.
 * @param connection how the page connects to the live server; default: the portal's own
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
      // The first snapshot belongs to the server's rendering; a later one may follow an edit of the unit, such as
      // its floors.
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
      // While it is read again, the server's first answer stays valid.
      isLoading: faultCall.isLoading && !faultCall.data,
      reload: () => void faultCall.mutate(),
    },
    newestAt: newestAt(live),
    retry: link.retry,
    recheck: () => void statusCall.mutate(),
    holder,
  };
}

/**
 * A changed error, alarm or entrapment changes the list of open codes: read it again after the list has had time to
 * change.
 */
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

/** The fault of the status call ends with the fault: read it again when the controller reports another code. */
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

/** Repeats the status call when live messages require it (doc2 §4.7). */
function useStatusRefresh(call: () => Promise<unknown>) {
  const refresh = useRef<StatusRefresh | null>(null);
  useEffect(() => {
    const current = new StatusRefresh(() => void call());
    refresh.current = current;
    return () => current.dispose();
  }, [call]);
  return refresh;
}
