'use client';

import { useCallback, useState } from 'react';
import { useNow } from '@/components/kit/ui/age';

const keyOf = (name: string) => `countdown:${name}`;

function readEnd(name: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(name))) || 0;
  } catch {
    return 0;
  }
}

/**
 * Seconds until an action is allowed again; 0: now. The end is stored for this tab, so that a reload does not shorten
 * it.
 * @param name what the user waits for, for example the purpose of a code
 */
export function useCountdown(name: string): { left: number; start: (seconds: number) => void } {
  const now = useNow();
  const [wait, setWait] = useState<{ end: number; total: number }>();
  // Server and hydration have no clock; the stored end is read afterwards.
  const end = wait?.end ?? (now === undefined ? 0 : readEnd(name));
  const left = now === undefined ? 0 : Math.max(0, Math.ceil((end - now) / 1000));
  const start = useCallback(
    (seconds: number) => {
      const next = Date.now() + seconds * 1000;
      setWait({ end: next, total: seconds });
      try {
        sessionStorage.setItem(keyOf(name), String(next));
      } catch {
        // Without storage the wait ends with the page; the server still enforces it.
      }
    },
    [name],
  );
  return { left: wait ? Math.min(left, wait.total) : left, start };
}
