import { recentDays } from '@/components/kit/list/date-presets';
import { choiceFilter, dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import { OPERATION_SORT_FIELDS, queryRunCount } from '@/lib/features/operation-report/contract';
import { DEFAULT_DAYS, REPORT_TYPES } from '@/lib/features/operation-report/value-sets';

/** What units did over the last 7 days, by number (doc3 §2.14). */
export const operationReport = defineList({
  name: 'operationReport',
  rowKey: 'equipmentNo',
  operation: queryRunCount,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    keyword: textFilter(),
    equipmentType: choiceFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
  },
  sortFields: OPERATION_SORT_FIELDS,
  choices: { equipmentType: REPORT_TYPES, unitType: ['', ...UNIT_TYPES] },
  lists: ['projectId', 'branchCode'],
  defaults: () => recentDays(DEFAULT_DAYS),
  defaultSort: { field: 'equipmentNo', order: 'asc' },
});
