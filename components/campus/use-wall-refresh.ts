'use client';

import { useEffect, useRef } from 'react';
import { WallRefresh } from '@/lib/features/campus/wall-refresh';
import type { WallCalls } from '@/lib/features/campus/wall-refresh';

/** One scheduler for the life of the page; it calls the functions of the last render. */
export function useWallRefresh(calls: WallCalls) {
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  const refresh = useRef<WallRefresh | null>(null);
  useEffect(() => {
    const current = new WallRefresh({
      refreshAll: () => latest.current.refreshAll(),
      refreshUnits: (numbers) => latest.current.refreshUnits(numbers),
      refreshCounts: () => latest.current.refreshCounts(),
      refreshOrder: () => latest.current.refreshOrder(),
    });
    current.start();
    refresh.current = current;
    return () => current.stop();
  }, []);
  return refresh;
}
