'use client';

import { useEffect, useEffectEvent } from 'react';
import { countUnread, markNoticesRead } from '@/lib/features/notifications/contract';
import type { NoticeTab } from '@/lib/features/notifications/value-sets';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';

/** Messages come in groups: one request for all of them. */
const TOGETHER_MS = 600;

/**
 * Unread messages by tab; the messages of the open tab are read (doc3 §2.3, readings 91).
 * @param stirred changes with every new message @returns undefined while the counts are unknown
 */
export function useUnread(current: NoticeTab | undefined, stirred: number): OutputOf<typeof countUnread> | undefined {
  const { data, error, mutate } = useSms(countUnread, {});
  const look = useEffectEvent(async () => {
    const counts = await mutate().catch(() => undefined);
    const isShown = document.visibilityState === 'visible';
    if (current === undefined || !isShown || !counts || counts[current] === 0) return;
    // Unread marks are not important enough for an error message: the next message tries again.
    await callSms(markNoticesRead, { tab: current }).catch(() => undefined);
    await mutate().catch(() => undefined);
  });
  useEffect(() => {
    const timer = setTimeout(() => void look(), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [current, stirred]);
  return error ? undefined : data;
}
