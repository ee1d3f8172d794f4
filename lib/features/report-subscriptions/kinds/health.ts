import { getHealthReport } from '@/lib/features/health-report/contract';
import { checkMailedReport, makeMailedReport } from '@/lib/features/health-report/internal/mailed-report';
import type { ReportKind } from '../report-kind';

/** The report on projects, of the twelve months before the month in which it is due. */
export const healthKind: ReportKind = {
  operation: getHealthReport,
  isByDay: true,
  mailKind: 'project',
  check: checkMailedReport,
  make: makeMailedReport,
};
