'use client';

import { listViews, type ListView, type ListViews, type ViewContent } from '@/lib/features/list-views/contract';
import type { ViewedList } from '@/lib/features/list-views/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import type { Operation } from '@/lib/platform/contract/operation';
import type { View } from './columns';
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
  /** After every write. (What the server rendered is in no cache yet, so `mutateSms` does not find it.) */
  readonly refresh: () => Promise<void>;
  /** What is seen now, as a view keeps it. */
  readonly contentOf: (columns: Pick<View, 'order' | 'hidden' | 'widths'>) => ViewContent;
}

/** The named views of a list and the one that is open; undefined where none are kept. */
export function useNamedViews<F extends FilterParsers>(
  definition: ListDefinition<Operation, F>,
  first: ListViews | undefined,
  raw: Readonly<Record<string, unknown>>,
  set: (change: Record<string, unknown>) => void,
): NamedViews | undefined {
  const list = viewedList(definition.name);
  const { data = first, mutate } = useSms(listViews, first && list ? { list } : null, {
    fallbackData: first,
    revalidateOnMount: false,
  });
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
    refresh: async () => void (await mutate()),
    contentOf: (columns) => contentOf(definition, raw, columns),
  };
}
