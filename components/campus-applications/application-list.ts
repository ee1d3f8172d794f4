import { dayFilter, textFilter, defineList, WAITING_FIRST } from '@/components/kit/list/list-query';
import { APPLY_SORT_FIELDS, queryCampusApply } from '@/lib/features/campus-applications/contract';
import { APPLY_STATUSES } from '@/lib/features/campus-applications/value-sets';

/** Applications for the monitoring wall (silent-screens B4). */
export const applicationList = defineList({
  name: 'campusApplications',
  rowKey: 'applyId',
  operation: queryCampusApply,
  filters: {
    key: textFilter(),
    status: textFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
    branchCode: textFilter(),
  },
  sortFields: APPLY_SORT_FIELDS,
  choices: { status: ['', ...APPLY_STATUSES] },
  lists: ['branchCode'],
  defaultSort: WAITING_FIRST,
});
