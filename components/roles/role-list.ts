import { textFilter, type ListDefinition } from '@/components/kit/list/list-query';
import { ROLE_SORT_FIELDS, searchRoles } from '@/lib/features/roles/contract';

/** The role list (doc1 §2). */
export const roleList = {
  operation: searchRoles,
  filters: { searchKey: textFilter() },
  sortFields: ROLE_SORT_FIELDS,
} satisfies ListDefinition;
