import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import type { getDashboardSummary } from '@/lib/features/dashboards/contract';
import { WINDOWS, type DashboardView, type DashboardWindow } from '@/lib/features/dashboards/value-sets';
import type { InputOf } from '@/lib/platform/contract/operation';

/** What a dashboard asks, in its address. Pure, for both sides. */

export const DASHBOARD_PARAMS = {
  window: parseAsStringLiteral(WINDOWS).withDefault('30d'),
  branchCode: parseAsString.withDefault(''),
  projectIds: parseAsArrayOf(parseAsString).withDefault([]),
  city: parseAsString.withDefault(''),
};

export interface DashboardChoice {
  readonly window: DashboardWindow;
  readonly branchCode: string;
  readonly projectIds: readonly string[];
  readonly city: string;
}

export const dashInput = (view: DashboardView, choice: DashboardChoice): InputOf<typeof getDashboardSummary> => ({
  view,
  window: choice.window,
  ...(choice.branchCode ? { branchCode: choice.branchCode } : {}),
  ...(choice.projectIds.length > 0 ? { projectIds: [...choice.projectIds] } : {}),
  ...(choice.city ? { city: choice.city } : {}),
});
