import { biweeklyKind } from './kinds/biweekly';
import { healthKind } from './kinds/health';
import { monthlyKind } from './kinds/monthly';
import type { ReportKind } from './report-kind';
import type { SubscriptionKindName } from './value-sets';

/** The reports that can be subscribed to, an entry each (docs/adding-a-report.md). */
export const REPORT_KINDS: Readonly<Record<SubscriptionKindName, ReportKind>> = {
  health: healthKind,
  biweekly: biweeklyKind,
  monthly: monthlyKind,
};
