import { checkMailedUnits, makeMailedMonthly } from '@/lib/features/unit-reports/internal/mailed-reports';
import { getMonthly } from '@/lib/features/unit-reports/monthly-contract';
import type { ReportKind } from '../report-kind';

/** The reports on the units of the projects, of the month before the one in which they are due. */
export const monthlyKind: ReportKind = {
  operation: getMonthly,
  isByDay: true,
  mailKind: 'monthly',
  check: checkMailedUnits,
  make: makeMailedMonthly,
};
