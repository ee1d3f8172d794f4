'use client';

import { useState } from 'react';
import { batchEquipmentStatus, queryEquipment, type StatusEntry } from '@/lib/features/equipment/contract';
import { countUnitStates } from '@/lib/features/home/contract';
import { useFocusProjects, useSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { countsOf, unitInput, type FirstUnits, type UnitFilter } from './unit-query';
import { useHomeBell } from './use-home-bell';

/**
 * The message channel reports changed states and totals; these intervals find what it missed. Both pause in hidden
 * tabs.
 */
const STATUS_EVERY_MS = 10_000;
const COUNTS_EVERY_MS = 60_000;

const isSame = (one: UnitFilter | undefined, other: UnitFilter) =>
  one?.key === other.key && one.state === other.state && one.page === other.page;

/**
 * The rows of a filter, their states and the totals of all states. They start with what the server rendered and follow
 * the channel.
 */
export function useUnits(filter: UnitFilter, rendered: FirstUnits | undefined, connection?: IncidentConnection) {
  const focus = useFocusProjects();
  // The server may have rendered with another focus than this browser's.
  const first = rendered?.focus === focus ? rendered : undefined;
  const initial = isSame(first?.filter, filter) ? first : undefined;
  const units = useHeldSms(queryEquipment, unitInput(filter), {
    fallbackData: initial?.page,
    revalidateOnMount: !initial,
  });
  // When the states were last read, epoch ms; the server's first states have their own time.
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
  useHomeBell(() => {
    counts.refresh();
    void statuses.mutate();
    // A unit that no longer has the filtered state leaves the list.
    if (filter.state !== 'all') units.refresh();
  }, connection);
  return { units, statuses: { data: byNo, error: statuses.error, at }, counts: counts.data };
}

function useCounts(first: FirstUnits | undefined) {
  const { data, mutate } = useSms(
    countUnitStates,
    {},
    // The server's first states may be some seconds old.
    { refreshInterval: COUNTS_EVERY_MS, keepPreviousData: true, fallbackData: first?.states },
  );
  return { data: countsOf(data), refresh: () => void mutate() };
}
