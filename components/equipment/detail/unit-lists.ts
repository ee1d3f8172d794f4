import { dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { queryActivity } from '@/lib/features/activities/contract';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { LOG_TOPICS, queryEquipmentLog } from '@/lib/features/equipment-log/contract';
import { MAINTENANCE_SORT_FIELDS, queryMaintenance } from '@/lib/features/maintenance/contract';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { formatDate } from '@/lib/platform/i18n/format';

/** The lists in the tabs of a unit's page. `equipmentNo` is the page's own parameter; it narrows each of them. */

/** Since ever (doc2 §7). */
export const FIRST_DAY = '1979-01-01';

export const activityList = defineList({
  name: 'unitActivity',
  rowKey: 'id',
  operation: queryActivity,
  filters: { equipmentNo: textFilter() },
  sortFields: ['notificationDate', 'createDate'],
  defaultSort: { field: 'notificationDate', order: 'desc' },
});

export const callbackListOf = (equipmentNo: string) =>
  defineList({
    name: 'unitCallbacks',
    rowKey: 'callbackId',
    operation: queryCallbacks,
    filters: {
      equipmentNo: textFilter(),
      key: textFilter(),
      startCreateDate: dayFilter(),
      endCreateDate: dayFilter(),
    },
    choices: { key: [equipmentNo] },
    sortFields: ['createDate', 'jobUpdateDate', 'jobStatus', 'callbackType', 'callbackId'],
    defaults: () => ({ key: equipmentNo, startCreateDate: FIRST_DAY, endCreateDate: formatDate(Date.now()) }),
    defaultSort: { field: 'createDate', order: 'desc' },
  });

export const symptomListOf = (equipmentNo: string) =>
  defineList({
    name: 'unitSymptoms',
    rowKey: 'symptomId',
    operation: querySymptoms,
    filters: { equipmentNo: textFilter(), key: textFilter() },
    choices: { key: [equipmentNo] },
    sortFields: ['createDate', 'category', 'symptomState'],
    defaults: () => ({ key: equipmentNo }),
    defaultSort: { field: 'createDate', order: 'desc' },
  });

export const maintenanceList = defineList({
  name: 'unitMaintenance',
  rowKey: 'jobNo',
  operation: queryMaintenance,
  filters: { equipmentNo: textFilter(), planDate: dayFilter() },
  sortFields: MAINTENANCE_SORT_FIELDS,
  defaultSort: { field: 'planDate', order: 'desc' },
});

export const logList = defineList({
  name: 'unitLog',
  rowKey: 'id',
  operation: queryEquipmentLog,
  filters: { equipmentNo: textFilter(), topics: textFilter(), startDate: dayFilter(), endDate: dayFilter() },
  choices: { topics: LOG_TOPICS.map(String) },
  lists: ['topics'],
  sortFields: ['cubeDate'],
  defaultSort: { field: 'cubeDate', order: 'desc' },
});

/** Every parameter of a tab; another tab begins without them. */
export const TAB_PARAMS = [
  'page',
  'size',
  'sort',
  'order',
  'key',
  'startCreateDate',
  'endCreateDate',
  'planDate',
  'topics',
  'startDate',
  'endDate',
] as const;
