import { defineList, monthFilter, textFilter } from '@/components/kit/list/list-query';
import { listReportProjects, REPORT_PROJECT_SORT_FIELDS } from '@/lib/features/health-report/project-list-contract';
import { usualMonths } from '@/lib/features/health-report/shared/report-days';
import { formatDate } from '@/lib/platform/i18n/format';

/** Projects to report on, and the months of the reports (doc3 §2.11); by name. */
export const reportProjects = defineList({
  name: 'reportProjects',
  rowKey: 'projectId',
  operation: listReportProjects,
  filters: { startDate: monthFilter(), endDate: monthFilter(), searchKey: textFilter(), projectId: textFilter() },
  lists: ['projectId'],
  sortFields: REPORT_PROJECT_SORT_FIELDS,
  defaults: () => usualMonths(formatDate(Date.now())),
  defaultSort: { field: 'projectName', order: 'asc' },
});
