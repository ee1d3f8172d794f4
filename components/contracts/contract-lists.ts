import { choiceFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import {
  CONTRACT_SORT_FIELDS,
  queryExpiredContracts,
  queryNotExpiredContracts,
  queryOtherContracts,
} from '@/lib/features/contracts/contract';
import { END_WITHIN } from '@/lib/features/contracts/value-sets';

/**
 * The three tabs of contracts. Running ones: the next end first; ended ones: the last end first (silent-screens A5).
 */

const FILTERS = { key: textFilter(), contractNo: textFilter(), projectId: textFilter(), branchCode: textFilter() };
const SHARED = { rowKey: 'rowKey', sortFields: CONTRACT_SORT_FIELDS } as const;

export const notExpiredList = defineList({
  ...SHARED,
  name: 'contractNotExpired',
  operation: queryNotExpiredContracts,
  filters: { ...FILTERS, days: choiceFilter() },
  choices: { days: END_WITHIN },
  defaultSort: { field: 'effectiveEnd', order: 'asc' },
});
export const expiredList = defineList({
  ...SHARED,
  name: 'contractExpired',
  operation: queryExpiredContracts,
  filters: FILTERS,
  defaultSort: { field: 'effectiveEnd', order: 'desc' },
});
export const otherList = defineList({
  ...SHARED,
  name: 'contractOther',
  operation: queryOtherContracts,
  filters: FILTERS,
  defaultSort: { field: 'effectiveEnd', order: 'asc' },
});
