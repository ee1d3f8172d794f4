'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { pageUser } from '@/lib/platform/client/page-user';
import { DEFAULT_VIEW, type TableView } from './columns';

/**
 * How each user last saw each list, in this browser, and each of its named views. What cannot be read is the
 * default.
 */

const Stored = z.object({
  hidden: z.array(z.string()).max(100).catch([]),
  density: z.enum(['compact', 'standard', 'comfortable']).catch(DEFAULT_VIEW.density),
  widths: z.record(z.string(), z.number().min(40).max(2000)).catch({}),
  order: z.array(z.string()).max(100).catch([]),
  /** What the named view said when it was changed here; it has the word again when it says something else. */
  base: z.string().optional(),
});

/** A named view as the base of what is seen. */
export interface ViewBase {
  readonly viewId: string;
  readonly columns: Pick<TableView, 'hidden' | 'widths' | 'order'>;
}

const keyOf = (list: string, base: ViewBase | undefined) =>
  `list-view:${list}:${pageUser() ?? ''}${base ? `:${base.viewId}` : ''}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    // Storage may be switched off: the view then stays as it is.
  }
  for (const listener of listeners) listener();
}

const markOf = (base: ViewBase | undefined) => base && JSON.stringify(base.columns);

function parse(text: string, base: ViewBase | undefined): TableView {
  const standing: TableView = { ...DEFAULT_VIEW, ...base?.columns };
  if (text === '') return standing;
  try {
    const { base: mark, ...view } = Stored.parse(JSON.parse(text));
    return base && mark !== markOf(base) ? standing : view;
  } catch {
    return standing;
  }
}

export interface SavedView {
  readonly view: TableView;
  readonly change: (change: Partial<TableView>) => void;
  /** Back to what the named view says, or the list itself. */
  readonly reset: () => void;
}

/** @param list stable name of the list, for example `equipment`; @param base the named view that is open */
export function useView(list: string, base?: ViewBase): SavedView {
  // Asked in the browser only: the server knows no page and no storage.
  const read = () => readText(keyOf(list, base));
  const text = useSyncExternalStore(subscribe, read, () => '');
  const view = useMemo(() => parse(text, base), [base, text]);
  const change = useCallback(
    (next: Partial<TableView>) => {
      const key = keyOf(list, base);
      write(key, { ...parse(readText(key), base), ...next, base: markOf(base) });
    },
    [base, list],
  );
  const reset = useCallback(() => write(keyOf(list, base), null), [base, list]);
  return { view, change, reset };
}
