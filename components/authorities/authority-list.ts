import { textFilter, defineList } from '@/components/kit/list/list-query';
import { AUTHORITY_SORT_FIELDS, searchAuthorities } from '@/lib/features/authorities/contract';

/** The authority list (doc1 §2). */
export const authorityList = defineList({
  name: 'authorities',
  rowKey: 'authority',
  operation: searchAuthorities,
  filters: { searchKey: textFilter() },
  sortFields: AUTHORITY_SORT_FIELDS,
});
