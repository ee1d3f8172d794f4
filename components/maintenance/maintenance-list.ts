import { dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import { MAINTENANCE_SORT_FIELDS, queryMaintenance } from '@/lib/features/maintenance/contract';
import { FILTER_STATUSES, MAINTENANCE_TYPES } from '@/lib/features/maintenance/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';

const FILTERS = { key: textFilter(), maintenanceType: textFilter(), jobStatus: textFilter() };
const CHOICES = { maintenanceType: ['', ...MAINTENANCE_TYPES], jobStatus: ['', ...FILTER_STATUSES] };

/** Maintenance jobs, open ones by their day, then done ones newest first (doc3 §2.6, readings 191). */
export const maintenanceList = defineList({
  name: 'maintenance',
  rowKey: 'jobNo',
  operation: queryMaintenance,
  filters: {
    ...FILTERS,
    startDate: dayFilter(),
    endDate: dayFilter(),
    equipmentNo: textFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
  },
  choices: { ...CHOICES, unitType: ['', ...UNIT_TYPES] },
  lists: ['projectId', 'branchCode'],
  sortFields: MAINTENANCE_SORT_FIELDS,
  defaultSort: { field: 'turn', order: 'asc' },
});

/** The jobs of one day of the calendar, today while no other is chosen. */
export const maintenanceDayList = defineList({
  name: 'maintenanceDay',
  rowKey: 'jobNo',
  operation: queryMaintenance,
  filters: { ...FILTERS, planDate: dayFilter() },
  choices: CHOICES,
  sortFields: MAINTENANCE_SORT_FIELDS,
  defaults: () => ({ planDate: formatDate(Date.now()) }),
  defaultSort: { field: 'turn', order: 'asc' },
});
