'use client';

import { useCallback, useEffect, useState } from 'react';
import { flushLocalLog } from '@/lib/platform/local-log/recorder';
import type { LocalLogEntry } from '@/lib/platform/local-log/rules';
import { readDay } from '@/lib/platform/local-log/store';

export type LogState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'ready'; readonly entries: readonly LocalLogEntry[] };

/** One day of their own log, newest first. `refresh` reads it again. */
export function useLocalLog(username: string, day: string): { state: LogState; refresh: () => Promise<void> } {
  const [state, setState] = useState<LogState>({ kind: 'loading' });
  const read = useCallback(async (): Promise<LogState> => {
    try {
      await flushLocalLog();
      return { kind: 'ready', entries: (await readDay(username, day)).reverse() };
    } catch {
      return { kind: 'blocked' };
    }
  }, [username, day]);
  useEffect(() => {
    let isGone = false;
    void read().then((next) => {
      if (!isGone) setState(next);
    });
    return () => {
      isGone = true;
    };
  }, [read]);
  return { state, refresh: async () => setState(await read()) };
}
