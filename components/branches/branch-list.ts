import { textFilter, defineList } from '@/components/kit/list/list-query';
import { BRANCH_SORT_FIELDS, searchBranches } from '@/lib/features/branches/contract';

/** The branch list (doc1 §2). */
export const branchList = defineList({
  name: 'branches',
  rowKey: 'branchCode',
  operation: searchBranches,
  filters: { searchKey: textFilter() },
  sortFields: BRANCH_SORT_FIELDS,
});
