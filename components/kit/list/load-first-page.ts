import 'server-only';
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

/**
 * The first picture of a list, as the page's parameters and the focus projects ask for it. Where the server does not know
 * whether there is a focus, the list is drawn loading rather than with rows that may not belong to it.
 */
export async function loadFirstPage<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  params: Record<string, string | string[] | undefined>,
): Promise<FirstPage<RowOf<T>>> {
  const input = listInput(definition, readListState(definition, params));
  const focus = await pageFocus();
  if (focus === undefined) return firstPage(input, undefined);
  const { data } = await sms(definition.operation, input);
  return firstPage(input, data as Page<RowOf<T>> | null, focus);
}
