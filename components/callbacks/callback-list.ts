import { recentDays } from '@/components/kit/list/date-presets';
import { dayFilter, defineList, textFilter, WAITING_FIRST } from '@/components/kit/list/list-query';
import { CALLBACK_SORT_FIELDS, queryCallbacks } from '@/lib/features/callbacks/contract';
import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { CALLBACK_TYPES, DEFAULT_DAYS, PERSONS, SCSA_FILTERS } from '@/lib/features/callbacks/value-sets';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';

/** Call-outs of the last 180 days, open ones first, then newest first (doc2 §2.8, readings 150). */
export const callbackList = defineList({
  name: 'callbacks',
  rowKey: 'callbackId',
  operation: queryCallbacks,
  filters: {
    startCreateDate: dayFilter(),
    endCreateDate: dayFilter(),
    key: textFilter(),
    person: textFilter(),
    jobStatus: textFilter(),
    callbackType: textFilter(),
    description: textFilter(),
    scsa: textFilter(),
    scsb: textFilter(),
    equipmentNo: textFilter(),
    closedSince: dayFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
    place: textFilter(),
    building: textFilter(),
  },
  sortFields: CALLBACK_SORT_FIELDS,
  choices: {
    person: ['', ...PERSONS],
    jobStatus: CALLBACK_STATUSES,
    callbackType: ['', ...CALLBACK_TYPES],
    scsa: SCSA_FILTERS,
    unitType: ['', ...UNIT_TYPES],
  },
  lists: ['jobStatus', 'scsa', 'projectId', 'branchCode'],
  defaults: () => {
    const { startDate, endDate } = recentDays(DEFAULT_DAYS);
    return { startCreateDate: startDate, endCreateDate: endDate };
  },
  defaultSort: WAITING_FIRST,
});
