import 'server-only';
import { redirect } from 'next/navigation';
import { listViews, type ListViews } from '@/lib/features/list-views/contract';
import { hrefOf } from '@/lib/routes';
import { sms } from '@/lib/platform/door/call';
import type { Operation } from '@/lib/platform/contract/operation';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import {
  firstPage,
  listInput,
  readListState,
  type FilterParsers,
  type FirstPage,
  type ListDefinition,
  type Page,
  type RowOf,
} from './list-query';
import { viewedList, viewQuery } from './list-views';

/** The named views of the list; leads on to the one that the URL names, or that the caller's list opens with. */
async function loadViews<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  routeKey: string,
  params: Record<string, string | string[] | undefined>,
): Promise<ListViews | undefined> {
  const list = viewedList(definition.name);
  const views = list && (await sms(listViews, { list })).data;
  if (!views) return undefined;
  const query = viewQuery(definition, params, views.views);
  if (query !== undefined) redirect(`${hrefOf(routeKey)}?${query}`);
  return views;
}

/**
 * The first picture of a list, as the page's parameters and the focus projects ask for it. Where the server does not know
 * whether there is a focus, the list is drawn loading rather than with rows that may not belong to it.
 */
export async function loadFirstPage<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  routeKey: string,
  params: Record<string, string | string[] | undefined>,
): Promise<FirstPage<RowOf<T>>> {
  const views = await loadViews(definition, routeKey, params);
  const input = listInput(definition, readListState(definition, params));
  const focus = await pageFocus();
  if (focus === undefined) return firstPage(input, undefined, null, views);
  const { data } = await sms(definition.operation, input);
  return firstPage(input, data as Page<RowOf<T>> | null, focus, views);
}
