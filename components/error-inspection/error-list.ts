import { recentDays } from '@/components/kit/list/date-presets';
import { choiceFilter, dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { ERROR_INSPECTION_SORT_FIELDS, queryErrorInspection } from '@/lib/features/error-inspection/contract';
import { DEFAULT_DAYS, RESULTS } from '@/lib/features/error-inspection/value-sets';

/** Fault episodes of the last 7 days, newest first (silent-screens A3). */
export const errorList = defineList({
  name: 'errorInspection',
  rowKey: 'errorId',
  operation: queryErrorInspection,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    key: textFilter(),
    gbCode: textFilter(),
    equipmentType: choiceFilter(),
    results: textFilter(),
    active: choiceFilter(),
    trapped: choiceFilter(),
    branchCode: textFilter(),
  },
  sortFields: ERROR_INSPECTION_SORT_FIELDS,
  choices: { equipmentType: [1, 2], results: RESULTS, active: [0, 1], trapped: [0, 1] },
  lists: ['results', 'branchCode'],
  defaults: () => recentDays(DEFAULT_DAYS),
  defaultSort: { field: 'startDate', order: 'desc' },
});
