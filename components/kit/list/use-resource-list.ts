'use client';

import { useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SmsError } from '@/lib/platform/client/client';
import { subscribeFocus } from '@/lib/platform/focus/focus';
import { useFocusProjects } from '@/lib/platform/client/hooks';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import {
  DEFAULT_SORT,
  exportInput,
  listInput,
  listState,
  PAGING_PARAMS,
  resetFilters,
  type FilterParsers,
  type FilterValues,
  type FirstPage,
  type ListDefinition,
  type Page,
  type RowOf,
  type Sort,
} from './list-query';
import { NO_VIEW } from './list-views';
import { useNamedViews, type NamedViews } from './use-named-views';

export interface ResourceList<Row, F extends FilterParsers = FilterParsers> {
  /** Of the definition: the saved view is kept under it. */
  readonly name: string;
  readonly rowKey: (row: Row) => string;
  readonly sortFields: readonly string[];
  /** What is being shown is narrowed by these; they stand in the URL. */
  readonly filters: FilterValues<F>;
  /** Asks anew with these filters, from the first page. */
  search(filters: FilterValues<F>): void;
  readonly page: number;
  readonly size: number;
  /** To choose from; absent: those of every table. */
  readonly sizes?: readonly number[];
  readonly sort: Sort;
  readonly defaultSort: Sort;
  /** Filters of the list that nobody has narrowed. */
  readonly unfiltered: FilterValues<F>;
  setPage(page: number): void;
  setSize(size: number): void;
  setSort(sort: Sort): void;
  /** Undefined until the first answer and without one. While the next page is on its way, the rows of the last one stay. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  /** So many months of the past the data strategy leaves, where the question asked for more. */
  readonly historyMonths: number | undefined;
  /** Kinds of rows that it keeps back; empty where it leaves all, or the list has none. */
  readonly withheld: readonly number[];
  /** The rows are those of an earlier question. */
  readonly isStale: boolean;
  readonly isLoading: boolean;
  /** The question in the URL could not be answered. */
  readonly error: SmsError | undefined;
  /** The rows are right but could not be read anew. */
  readonly refreshError: SmsError | undefined;
  /** Its filters and its order, as its file takes them. */
  readonly exportInput: Readonly<Record<string, string | number>>;
  /** Views of the list under names; absent where none are kept. */
  readonly named?: NamedViews;
  /** Asks again; after every write. (What the server rendered is in no cache yet, so `mutateSms` does not find it.) */
  refresh(): void;
}

/** Pages restored from the browser's history may be old: older than this they are read anew. */
const FRESH_MS = 10_000;
const NONE: readonly number[] = [];

/**
 * A list without its looks: the URL is its only state, the server sorts and pages. A page beyond the end leads to the last
 * one, a changed focus asks anew from the first page.
 */
export function useResourceList<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  first?: FirstPage<RowOf<T>>,
): ResourceList<RowOf<T>, F> {
  const [raw, setRaw] = useQueryStates(
    { ...definition.filters, ...PAGING_PARAMS } as FilterParsers & typeof PAGING_PARAMS,
    { history: 'push', clearOnDefault: true },
  );
  const state = useMemo(() => listState(definition, raw as Parameters<typeof listState<F>>[1]), [definition, raw]);
  const set = useCallback(
    (change: Record<string, unknown>) => void setRaw(change as Parameters<typeof setRaw>[0], { history: 'push' }),
    [setRaw],
  );
  const input = listInput(definition, state);
  const identity = JSON.stringify(input);

  const focus = useFocusProjects();
  // The server may have been told of another focus than the one of this browser.
  const initial = first?.focus === focus && first && JSON.stringify(first.input) === identity ? first : undefined;
  const [isFresh] = useState(() => first !== undefined && Date.now() - first.at < FRESH_MS);
  const answer = useHeldSms(definition.operation, input as InputOf<T>, {
    fallbackData: initial?.page as never,
    revalidateOnMount: !(initial?.page && isFresh),
    refreshInterval: definition.refreshMs,
  });
  const data = answer.data as Page<RowOf<T>> | undefined;

  const { page, size, sort, filters } = state;
  const params: Readonly<Record<string, unknown>> = raw;
  const named = useNamedViews(definition, first?.views, params, set);
  const { defaultSort = DEFAULT_SORT } = definition;
  // The grid is drawn again when one of these is another.
  const rowKey = useCallback((row: RowOf<T>) => String(row[definition.rowKey]), [definition]);
  const setSort = useCallback(
    (next: Sort) =>
      set(
        next.field === defaultSort.field && next.order === defaultSort.order
          ? { sort: null, order: null, page: null }
          : { sort: next.field, order: next.order, page: null },
      ),
    [defaultSort.field, defaultSort.order, set],
  );
  const pages = data && !answer.isStale ? Math.max(1, Math.ceil(data.total / size)) : undefined;
  useEffect(() => {
    if (pages !== undefined && page > pages)
      void setRaw({ page: pages > 1 ? pages : null } as Parameters<typeof setRaw>[0], { history: 'replace' });
  }, [page, pages, setRaw]);
  // Another focus is another list, from its first page.
  useEffect(
    () => subscribeFocus(() => void setRaw({ page: null } as Parameters<typeof setRaw>[0], { history: 'replace' })),
    [setRaw],
  );

  return {
    name: definition.name,
    rowKey,
    sortFields: definition.sortFields,
    exportInput: exportInput(definition, state),
    filters: filters as FilterValues<F>,
    search: (next) => {
      // The list without any filter is the list, not the view that was open.
      const isReset = JSON.stringify(next) === JSON.stringify(resetFilters(definition));
      set({ ...next, page: null, ...(isReset && params.view !== null && { view: NO_VIEW }) });
      // The same question again is a wish to see what is true now.
      if (JSON.stringify(listInput(definition, { ...state, page: 1, filters: next })) === identity) answer.refresh();
    },
    page,
    size,
    sizes: definition.sizes,
    sort,
    defaultSort,
    unfiltered: resetFilters(definition),
    setPage: (next) => set({ page: next === 1 ? null : next }),
    setSize: (next) => set({ size: next, page: null }),
    setSort,
    rows: data?.records,
    total: data?.total ?? 0,
    historyMonths: data?.historyMonths,
    withheld: data?.withheld ?? NONE,
    isStale: answer.isStale,
    isLoading: answer.isLoading,
    error: answer.error,
    refreshError: answer.refreshError,
    named,
    refresh: answer.refresh,
  };
}
