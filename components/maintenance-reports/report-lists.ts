import { dayFilter, defineList, textFilter, type ListDefinition } from '@/components/kit/list/list-query';
import { recentDays } from '@/components/kit/list/date-presets';
import { MAINTENANCE_TYPES } from '@/lib/features/maintenance/value-sets';
import {
  queryReportsByEquipment,
  queryReportsByPhone,
  REPORT_SORT_FIELDS,
} from '@/lib/features/maintenance-reports/contract';
import { MAX_REPORT_DAYS, REPORT_PAGE_SIZES, REPORT_STATUSES } from '@/lib/features/maintenance-reports/value-sets';

/**
 * The two lists of maintenance reports (doc3 §2.7), which differ only in whose reports they show; the last 60 days,
 * those that wait for a signature first, then
 * the newest.
 */
const shared = {
  rowKey: 'jobNo' as const,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    searchObject: textFilter(),
    mntType: textFilter(),
    status: textFilter(),
  },
  sortFields: REPORT_SORT_FIELDS,
  choices: { mntType: ['', ...MAINTENANCE_TYPES], status: ['', ...REPORT_STATUSES] },
  sizes: REPORT_PAGE_SIZES,
  defaults: () => recentDays(MAX_REPORT_DAYS),
  defaultSort: { field: 'status', order: 'desc' as const },
};

/** Sent to the caller’s phone. */
export const phoneReports = defineList({ name: 'reportsByPhone', operation: queryReportsByPhone, ...shared });
/** Of the units in scope. */
export const equipmentReports = defineList({
  name: 'reportsByEquipment',
  operation: queryReportsByEquipment,
  ...shared,
});

export const QUERY_MODES = ['phone', 'equipment'] as const;
export type QueryMode = (typeof QUERY_MODES)[number];

/** The mode in the address; by phone when it has none. */
export const queryModeOf = (value: unknown): QueryMode => (value === 'equipment' ? 'equipment' : 'phone');
type Queries = typeof queryReportsByPhone | typeof queryReportsByEquipment;
export const reportListOf = (mode: QueryMode): ListDefinition<Queries, typeof shared.filters> =>
  mode === 'phone' ? phoneReports : equipmentReports;
