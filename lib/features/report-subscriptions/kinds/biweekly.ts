import { getBiweekly } from '@/lib/features/unit-reports/biweekly-contract';
import { checkMailedUnits, makeMailedBiweekly } from '@/lib/features/unit-reports/internal/mailed-reports';
import type { ReportKind } from '../report-kind';

/** The biweekly reports on the units of the projects, on the days on which such reports stand. */
export const biweeklyKind: ReportKind = {
  operation: getBiweekly,
  isByDay: false,
  mailKind: 'biweekly',
  check: checkMailedUnits,
  make: makeMailedBiweekly,
};
