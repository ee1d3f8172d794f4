'use client';

import { useState } from 'react';
import { batchEquipmentStatus, queryEquipment, type StatusEntry } from '@/lib/equipment/contract';
import { useFocusProjects, useSms } from '@/lib/sms/hooks';
import { useHeldSms } from '@/lib/sms/use-held-sms';
import { countInput, unitInput, UNIT_STATES, type UnitFilter, type UnitState } from './unit-query';
import type { FirstUnits } from './unit-finder';

/** States change every few seconds; the list itself and its sums seldom. Both rest in hidden tabs. */
const STATUS_EVERY_MS = 10_000;
const COUNTS_EVERY_MS = 60_000;

const isSame = (one: UnitFilter | undefined, other: UnitFilter) => one?.key === other.key && one.state === other.state && one.page === other.page;

/** The rows of a filter, their states (refreshed) and the sums of all states; starts from what the server rendered. */
export function useUnits(filter: UnitFilter, rendered: FirstUnits | undefined) {
  const focus = useFocusProjects();
  // The server may have been told of another focus than the one of this browser.
  const first = rendered?.focus === focus ? rendered : undefined;
  const initial = isSame(first?.filter, filter) ? first : undefined;
  const units = useHeldSms(queryEquipment, unitInput(filter), { fallbackData: initial?.page, revalidateOnMount: !initial });
  // When the states were read last, epoch ms; the server's first ones carry their own time.
  const [at, setAt] = useState(initial?.at);
  const numbers = (units.data?.records ?? []).map(({ equipmentNo }) => equipmentNo);
  const statuses = useSms(batchEquipmentStatus, numbers.length > 0 ? { equipmentNoList: numbers } : null, {
    fallbackData: initial ? [...initial.statuses] : undefined, refreshInterval: STATUS_EVERY_MS, revalidateOnMount: !initial, keepPreviousData: true,
    onSuccess: () => setAt(Date.now()),
  });
  const byNo: ReadonlyMap<string, StatusEntry> = new Map((statuses.data ?? []).map((entry) => [entry.equipmentNo, entry]));
  return { units, statuses: { data: byNo, error: statuses.error, at }, counts: useCounts(first) };
}

function useCounts(first: FirstUnits | undefined): Partial<Record<UnitState, number>> {
  const options = (state: UnitState) => ({
    refreshInterval: COUNTS_EVERY_MS, revalidateOnMount: !first,
    fallbackData: first && { total: first.counts[state], pages: 0, size: 1, current: 1, records: [] },
  });
  const all = useSms(queryEquipment, countInput('all'), options('all'));
  const online = useSms(queryEquipment, countInput('online'), options('online'));
  const offline = useSms(queryEquipment, countInput('offline'), options('offline'));
  const fault = useSms(queryEquipment, countInput('fault'), options('fault'));
  const answers = { all, online, offline, fault };
  return Object.fromEntries(UNIT_STATES.map((state) => [state, answers[state].data?.total]));
}
