import { choiceFilter, dayFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { recentDays } from '@/components/kit/list/date-presets';
import { ACCESS_SORT_FIELDS, queryAccessLog } from '@/lib/features/access-log/contract';
import { ACCESS_ACTIONS, VIEW_LINES } from '@/lib/features/access-log/value-sets';

/** The audit log: today, newest first, page views left out (silent-screens B5, R1, readings 151). */
export const accessLogList = defineList({
  name: 'accessLog',
  rowKey: 'id',
  operation: queryAccessLog,
  filters: {
    startTime: dayFilter(),
    endTime: dayFilter(),
    username: textFilter(),
    module: textFilter(),
    action: textFilter(),
    views: textFilter(),
    success: choiceFilter(),
    code: textFilter(),
    ip: textFilter(),
    objectId: textFilter(),
    path: textFilter(),
  },
  sortFields: ACCESS_SORT_FIELDS,
  choices: { action: ['', ...ACCESS_ACTIONS], success: [1, 0], views: VIEW_LINES },
  defaults: () => {
    const { startDate, endDate } = recentDays(1);
    return { startTime: startDate, endTime: endDate, views: 'hidden' };
  },
  defaultSort: { field: 'createDate', order: 'desc' },
});
