'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { pageUser } from '@/lib/platform/client/page-user';
import { DEFAULT_VIEW, type View } from './columns';

/** The saved view of each list and user, in this browser (design §6). What cannot be read is the default view. */

const Stored = z.object({
  hidden: z.array(z.string()).max(100).catch([]),
  density: z.enum(['compact', 'standard', 'comfortable']).catch(DEFAULT_VIEW.density),
  widths: z.record(z.string(), z.number().min(40).max(2000)).catch({}),
});

const keyOf = (list: string) => `list-view:${list}:${pageUser() ?? ''}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function readText(list: string): string {
  try {
    return localStorage.getItem(keyOf(list)) ?? '';
  } catch {
    return '';
  }
}

function parse(text: string): View {
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    return DEFAULT_VIEW;
  }
}

/** @param list stable name of the list, for example `equipment` */
export function useView(list: string): [View, (change: Partial<View>) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(list),
    () => '',
  );
  const view = useMemo(() => (text === '' ? DEFAULT_VIEW : parse(text)), [text]);
  const change = useCallback(
    (next: Partial<View>) => {
      try {
        localStorage.setItem(keyOf(list), JSON.stringify({ ...parse(readText(list)), ...next }));
      } catch {
        // Storage may be switched off: the view then stays as it is.
      }
      for (const listener of listeners) listener();
    },
    [list],
  );
  return [view, change];
}
