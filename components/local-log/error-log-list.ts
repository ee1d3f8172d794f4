import { dayFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { ERROR_LEVELS, ERROR_SORT_FIELDS, queryErrorLog } from '@/lib/features/error-log/contract';

/** Errors of clients, newest first. */
export const errorLogList = defineList({
  name: 'errorLog',
  rowKey: 'id',
  operation: queryErrorLog,
  filters: {
    level: textFilter(),
    username: textFilter(),
    key: textFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
  },
  sortFields: ERROR_SORT_FIELDS,
  choices: { level: ['', ...ERROR_LEVELS] },
  defaultSort: { field: 'createDate', order: 'desc' },
});
