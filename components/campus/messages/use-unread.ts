'use client';

import { useEffect, useEffectEvent } from 'react';
import { countUnread, markNoticesRead } from '@/lib/features/notifications/contract';
import type { NoticeTab } from '@/lib/features/notifications/value-sets';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';

/** News come in bursts: one look for all of them. */
const TOGETHER_MS = 600;

/**
 * Unread messages by tab; what stands in the open tab is read (doc3 §2.3, readings 91).
 * @param stirred another number with every news @returns undefined while nobody knows
 */
export function useUnread(current: NoticeTab | undefined, stirred: number): OutputOf<typeof countUnread> | undefined {
  const { data, error, mutate } = useSms(countUnread, {});
  const look = useEffectEvent(async () => {
    const counts = await mutate().catch(() => undefined);
    const isShown = document.visibilityState === 'visible';
    if (current === undefined || !isShown || !counts || counts[current] === 0) return;
    // Unread marks are no reason to disturb anybody: the next news tries again.
    await callSms(markNoticesRead, { tab: current }).catch(() => undefined);
    await mutate();
  });
  useEffect(() => {
    const timer = setTimeout(() => void look(), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [current, stirred]);
  return error ? undefined : data;
}
