import { choiceFilter, dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import {
  INSPECTION_SORT_FIELDS,
  queryAllInspection,
  queryApproachingInspection,
  queryExpiredInspection,
} from '@/lib/features/inspections/contract';
import { INSPECTION_KINDS } from '@/lib/features/inspections/state';

/** The three tabs of inspections, the next date first (silent-screens A6). */

const FILTERS = {
  key: textFilter(),
  projectId: textFilter(),
  branchCode: textFilter(),
  kind: textFilter(),
  assigned: choiceFilter(),
};
const SHARED = {
  rowKey: 'equipmentNo',
  choices: { kind: ['', ...INSPECTION_KINDS], assigned: [0, 1] },
  sortFields: INSPECTION_SORT_FIELDS,
  defaultSort: { field: 'nextInspectionDate', order: 'asc' },
} as const;

export const approachingList = defineList({
  ...SHARED,
  name: 'inspectionApproaching',
  operation: queryApproachingInspection,
  filters: FILTERS,
});
export const expiredList = defineList({
  ...SHARED,
  name: 'inspectionExpired',
  operation: queryExpiredInspection,
  filters: FILTERS,
});
export const allList = defineList({
  ...SHARED,
  name: 'inspectionAll',
  operation: queryAllInspection,
  filters: { ...FILTERS, startDate: dayFilter(), endDate: dayFilter() },
});
