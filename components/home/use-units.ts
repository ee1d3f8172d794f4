'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { countConnected } from '@/lib/features/campus/contract';
import { batchEquipmentStatus, queryEquipment, type StatusEntry } from '@/lib/features/equipment/contract';
import { useNoticeChannel } from '@/lib/features/notifications/use-notice-channel';
import type { NoticeConnection } from '@/lib/features/notifications/use-notice-channel';
import { useFocusProjects, useSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { countsOf, FAULT_COUNT, unitInput, type FirstUnits, type UnitFilter } from './unit-query';

/** The message channel says when states and sums have changed; these catch what it missed. Both rest in hidden tabs. */
const STATUS_EVERY_MS = 10_000;
const COUNTS_EVERY_MS = 60_000;

const isSame = (one: UnitFilter | undefined, other: UnitFilter) =>
  one?.key === other.key && one.state === other.state && one.page === other.page;

/** The rows of a filter, their states and the sums of all states, which follow the channel; starts from what the server rendered. */
export function useUnits(
  filter: UnitFilter,
  rendered: FirstUnits | undefined,
  connection: NoticeConnection | undefined,
) {
  const focus = useFocusProjects();
  // The server may have been told of another focus than the one of this browser.
  const first = rendered?.focus === focus ? rendered : undefined;
  const initial = isSame(first?.filter, filter) ? first : undefined;
  const units = useHeldSms(queryEquipment, unitInput(filter), {
    fallbackData: initial?.page,
    revalidateOnMount: !initial,
  });
  // When the states were read last, epoch ms; the server's first ones carry their own time.
  const [at, setAt] = useState(initial?.at);
  const numbers = (units.data?.records ?? []).map(({ equipmentNo }) => equipmentNo);
  const statuses = useSms(batchEquipmentStatus, numbers.length > 0 ? { equipmentNoList: numbers } : null, {
    fallbackData: initial ? [...initial.statuses] : undefined,
    refreshInterval: STATUS_EVERY_MS,
    revalidateOnMount: !initial,
    keepPreviousData: true,
    onSuccess: () => setAt(Date.now()),
  });
  const byNo: ReadonlyMap<string, StatusEntry> = new Map(
    (statuses.data ?? []).map((entry) => [entry.equipmentNo, entry]),
  );
  const counts = useCounts(first);
  const refresh = useSeen(() => {
    counts.refresh();
    void statuses.mutate();
  });
  useNoticeChannel({ types: ['counts'], onCounts: refresh }, connection);
  return { units, statuses: { data: byNo, error: statuses.error, at }, counts: counts.data };
}

function useCounts(first: FirstUnits | undefined) {
  const options = { refreshInterval: COUNTS_EVERY_MS, revalidateOnMount: !first, keepPreviousData: true };
  const connections = useSms(countConnected, {}, { ...options, fallbackData: first?.connections });
  const faulty = useSms(queryEquipment, FAULT_COUNT, {
    ...options,
    fallbackData: first && { total: first.fault, pages: 0, size: 1, current: 1, records: [] },
  });
  return {
    data: countsOf(connections.data, faulty.data?.total),
    refresh: () => void Promise.allSettled([connections.mutate(), faulty.mutate()]),
  };
}

/** Does it when the page is seen: at once, or once as soon as it is shown again. */
function useSeen(act: () => void): () => void {
  const latest = useRef(act);
  const isDue = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onShown = () => {
      if (document.hidden || !isDue.current) return;
      isDue.current = false;
      latest.current();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, []);
  return useCallback(() => {
    if (document.hidden) isDue.current = true;
    else latest.current();
  }, []);
}
