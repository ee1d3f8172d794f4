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
 * Seconds until something may be done again; 0: now. The end is kept for this tab, so that a reload does not shorten it.
 * @param name what is waited for, for example the purpose of a code
 */
export function useCountdown(name: string): { left: number; start: (seconds: number) => void } {
  const now = useNow();
  const [wait, setWait] = useState<{ end: number; total: number }>();
  // The clock is unknown on the server and until hydration; what was kept is read after it.
  const end = wait?.end ?? (now === undefined ? 0 : readEnd(name));
  const left = now === undefined ? 0 : Math.max(0, Math.ceil((end - now) / 1000));
  const start = useCallback(
    (seconds: number) => {
      const next = Date.now() + seconds * 1000;
      setWait({ end: next, total: seconds });
      try {
        sessionStorage.setItem(keyOf(name), String(next));
      } catch {
        // Storage may be switched off: the wait then ends with the page; the server still counts.
      }
    },
    [name],
  );
  return { left: wait ? Math.min(left, wait.total) : left, start };
}
