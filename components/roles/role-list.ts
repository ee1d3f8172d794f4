import { textFilter, defineList } from '@/components/kit/list/list-query';
import { ROLE_SORT_FIELDS, searchRoles } from '@/lib/features/roles/contract';

/** The role list (doc1 §2). */
export const roleList = defineList({
  name: 'roles',
  rowKey: 'role',
  operation: searchRoles,
  filters: { searchKey: textFilter() },
  sortFields: ROLE_SORT_FIELDS,
});
