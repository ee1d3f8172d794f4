'use client';

import { useState } from 'react';
import { listViews, type ListView, type ListViews, type ViewContent } from '@/lib/features/list-views/contract';
import type { ViewedList } from '@/lib/features/list-views/value-sets';
import { callSms } from '@/lib/platform/client/client';
import type { Operation } from '@/lib/platform/contract/operation';
import type { TableView } from './columns';
import type { FilterParsers, ListDefinition } from './list-query';
import { contentOf, NO_VIEW, rawOfView, viewedList } from './list-views';

export interface NamedViews {
  readonly list: ViewedList;
  /** Own ones and those shared with the user, by name. */
  readonly all: readonly ListView[];
  readonly mayShare: boolean;
  /** The one in the URL. */
  readonly current: ListView | undefined;
  /** The URL names one that is not there, or not for this user any more. */
  readonly isGone: boolean;
  /** Asks with the view's filters and order; undefined: with none. */
  readonly open: (view: Pick<ListView, 'viewId' | 'filters' | 'sort'> | undefined) => void;
  /** Reads them again, after every write. */
  readonly refresh: () => Promise<void>;
  /** What is seen now, as a view keeps it. */
  readonly contentOf: (columns: Pick<TableView, 'order' | 'hidden' | 'widths'>) => ViewContent;
}

/** The named views of a list and the one that is open; undefined where none are kept. */
export function useNamedViews<F extends FilterParsers>(
  definition: ListDefinition<Operation, F>,
  first: ListViews | undefined,
  raw: Readonly<Record<string, unknown>>,
  set: (change: Record<string, unknown>) => void,
): NamedViews | undefined {
  const list = viewedList(definition.name);
  const [data, setData] = useState(first);
  // Another visit of the page brings what the server knows then.
  const [seen, setSeen] = useState(first);
  if (first !== seen) {
    setSeen(first);
    setData(first);
  }
  if (!data || !list) return undefined;
  const asked = raw.view;
  const current = data.views.find(({ viewId }) => viewId === asked);
  return {
    list,
    all: data.views,
    mayShare: data.mayShare,
    current,
    isGone: typeof asked === 'string' && asked !== NO_VIEW && !current,
    open: (view) => set({ ...rawOfView(definition, view), view: view?.viewId ?? NO_VIEW }),
    refresh: async () => setData(await callSms(listViews, { list })),
    contentOf: (columns) => contentOf(definition, raw, columns),
  };
}
