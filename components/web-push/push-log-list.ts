import { recentDays } from '@/components/kit/list/date-presets';
import { dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { PUSH_LOG_SORT_FIELDS, queryPushLog } from '@/lib/features/web-push/contract';
import { PUSH_KINDS, PUSH_STATES } from '@/lib/features/web-push/value-sets';

/** Notices of the last 7 days that were sent to devices, newest first. */
export const pushLogList = defineList({
  name: 'pushLog',
  rowKey: 'id',
  operation: queryPushLog,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    kind: textFilter(),
    state: textFilter(),
    username: textFilter(),
  },
  sortFields: PUSH_LOG_SORT_FIELDS,
  choices: { kind: PUSH_KINDS, state: PUSH_STATES },
  lists: ['kind', 'state'],
  defaults: () => recentDays(7),
  defaultSort: { field: 'createDate', order: 'desc' },
});
