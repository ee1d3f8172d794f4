import { recentDays } from '@/components/kit/list/date-presets';
import { choiceFilter, dayFilter, defineList, monthFilter, textFilter } from '@/components/kit/list/list-query';
import { BIWEEKLY_SORT_FIELDS, queryBiweekly } from '@/lib/features/unit-reports/biweekly-contract';
import { MONTHLY_SORT_FIELDS, queryMonthly } from '@/lib/features/unit-reports/monthly-contract';
import { BIWEEKLY_DAYS } from '@/lib/features/unit-reports/shared/report-days';
import { MONTHLY_TYPES } from '@/lib/features/unit-reports/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';

/** Biweekly reports of the last 14 days, newest first (doc3 §2.12). */
export const biweeklyReports = defineList({
  name: 'biweeklyReports',
  rowKey: 'id',
  operation: queryBiweekly,
  filters: { startDate: dayFilter(), endDate: dayFilter(), projectName: textFilter(), equipmentName: textFilter() },
  sortFields: BIWEEKLY_SORT_FIELDS,
  defaults: () => recentDays(BIWEEKLY_DAYS),
  defaultSort: { field: 'reportTime', order: 'desc' },
});

/** Units, and the month of their reports (doc3 §2.13). */
export const monthlyReports = defineList({
  name: 'monthlyReports',
  rowKey: 'equipmentNo',
  operation: queryMonthly,
  filters: {
    month: monthFilter(),
    projectId: textFilter(),
    equipmentNo: textFilter(),
    cubeNo: textFilter(),
    equipmentType: choiceFilter(),
  },
  sortFields: MONTHLY_SORT_FIELDS,
  choices: { equipmentType: MONTHLY_TYPES },
  defaults: () => ({ month: formatDate(Date.now()).slice(0, 7) }),
  defaultSort: { field: 'equipmentNo', order: 'asc' },
});
