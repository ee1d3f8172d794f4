'use client';

import type { FilterParsers, FilterValues, ListDefinition, RowOf } from '@/components/kit/list/list-query';
import { useResourceList, type ResourceList } from '@/components/kit/list/use-resource-list';
import type { Operation } from '@/lib/platform/contract/operation';

/** A list of one unit: the unit's number is no filter that anybody could take away. */
export function useUnitList<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  equipmentNo: string,
): ResourceList<RowOf<T>, F> {
  const list = useResourceList(definition);
  return { ...list, unfiltered: { ...list.unfiltered, equipmentNo } as FilterValues<F> };
}
