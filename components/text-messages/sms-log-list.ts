import { dayFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { recentDays } from '@/components/kit/list/date-presets';
import { querySmsLog, SMS_LOG_SORT_FIELDS } from '@/lib/features/text-messages/contract';
import { SMS_STATES, SMS_TYPES } from '@/lib/platform/texting/contract';

/** Text messages of the last 7 days, newest first (silent-screens B7). */
export const smsLogList = defineList({
  name: 'smsLog',
  rowKey: 'id',
  operation: querySmsLog,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    phone: textFilter(),
    type: textFilter(),
    state: textFilter(),
    equipmentNo: textFilter(),
    projectId: textFilter(),
    username: textFilter(),
  },
  sortFields: SMS_LOG_SORT_FIELDS,
  choices: { type: SMS_TYPES, state: SMS_STATES },
  lists: ['projectId', 'type', 'state'],
  defaults: () => recentDays(7),
  defaultSort: { field: 'createDate', order: 'desc' },
});
