import { dayFilter, textFilter, defineList, WAITING_FIRST } from '@/components/kit/list/list-query';
import { APPROVAL_SORT_FIELDS, queryApprovals } from '@/lib/features/approvals/contract';
import { APPROVAL_KINDS, APPROVAL_STATES } from '@/lib/features/approvals/value-sets';

/** The list of what branches apply for (silent-screens B3). */
export const approvalList = defineList({
  name: 'approvals',
  rowKey: 'approvalId',
  operation: queryApprovals,
  filters: {
    key: textFilter(),
    kind: textFilter(),
    state: textFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
    branchCode: textFilter(),
  },
  sortFields: APPROVAL_SORT_FIELDS,
  choices: { kind: ['', ...APPROVAL_KINDS], state: ['', ...APPROVAL_STATES] },
  lists: ['branchCode'],
  defaultSort: WAITING_FIRST,
});
