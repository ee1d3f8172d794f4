'use client';

import { useMemo, useState } from 'react';
import { batchEquipmentStatus, type EquipmentRow, type StatusEntry } from '@/lib/features/equipment/contract';
import { useSms } from '@/lib/platform/client/hooks';

/** Throttle of the status refresh (doc2 §9). */
const EVERY_MS = 30_000;

export type RowWithStatus = EquipmentRow & Partial<Pick<StatusEntry, 'entrapmentStatus' | 'isLive' | 'lastDataAt'>>;

/**
 * The rows on screen with their latest states by the batch call (doc2 §2.2), every 30 s while the tab is seen.
 * @returns `at`: when the states came, epoch ms
 */
export function useRowStatuses(rows: readonly EquipmentRow[] | undefined): {
  rows: readonly RowWithStatus[] | undefined;
  at: number | undefined;
  hasFailed: boolean;
} {
  const numbers = rows?.map(({ equipmentNo }) => equipmentNo) ?? [];
  const [at, setAt] = useState<number>();
  const { data, error } = useSms(batchEquipmentStatus, numbers.length > 0 ? { equipmentNoList: numbers } : null, {
    refreshInterval: EVERY_MS,
    onSuccess: () => setAt(Date.now()),
  });
  const withStatus = useMemo(() => {
    const byNo = new Map(data?.map((entry) => [entry.equipmentNo, entry]));
    return rows?.map((row) => ({ ...row, ...byNo.get(row.equipmentNo) }));
  }, [data, rows]);
  return {
    rows: withStatus,
    at: data === undefined ? undefined : at,
    hasFailed: error !== undefined,
  };
}
