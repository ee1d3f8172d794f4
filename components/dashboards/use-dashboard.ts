'use client';

import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useIncidentBell } from '@/lib/features/incidents/shared/use-incidents';
import {
  getDashboardOpen,
  getDashboardRanking,
  getDashboardSummary,
  getDashboardTrend,
  listDashboardChoices,
} from '@/lib/features/dashboards/contract';
import type { DashboardView } from '@/lib/features/dashboards/value-sets';
import { useFocusProjects } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { dashboardLinks } from './dashboard-links';
import { DASHBOARD_PARAMS, dashInput } from './dashboard-query';
import { useAnswer } from './use-answer';

/** Open call-outs are asked again at this interval in case a bell was lost. */
const LIVE_MS = 60_000;
const OPEN_SHOWN = 200;

/** @param projectId of a project's own page: its project; undefined until one is chosen */
export function useDashboard(view: DashboardView, holder: Holder, projectId?: string) {
  const [choice, choose] = useQueryStates(DASHBOARD_PARAMS);
  const focus = useFocusProjects();
  const choices = useAnswer(listDashboardChoices, { view });
  const projects = choices.data?.projects;
  const chosen =
    view === 'kaProject' ? { ...choice, city: '', branchCode: '', projectIds: projectId ? [projectId] : [] } : choice;
  const isReady = view !== 'kaProject' || projectId !== undefined;
  const input = isReady ? dashInput(view, chosen) : null;
  const summary = useAnswer(getDashboardSummary, input);
  const trend = useAnswer(getDashboardTrend, input);
  const ranking = useAnswer(getDashboardRanking, input && { ...input, top: 10 });
  const open = useAnswer(getDashboardOpen, input && { ...input, limit: OPEN_SHOWN }, LIVE_MS);
  const { retry } = open;
  const ring = useCallback(() => {
    if (!document.hidden) retry();
  }, [retry]);
  useIncidentBell(ring);
  const units = useMemo(() => {
    const narrowed = chosen.projectIds.length > 0 ? chosen.projectIds : null;
    const ofView =
      view === 'ka' || view === 'kaBranch' || chosen.city
        ? (projects ?? []).filter(({ city }) => !chosen.city || city === chosen.city).map((one) => one.projectId)
        : null;
    return { branchCode: chosen.branchCode, projectIds: narrowed ?? ofView };
  }, [view, chosen.branchCode, chosen.city, chosen.projectIds, projects]);
  const links = useMemo(() => dashboardLinks(holder, units), [holder, units]);
  return {
    view,
    choice: chosen,
    choose,
    choices,
    summary,
    trend,
    ranking,
    open,
    units,
    links,
    /** Of the server's clock; '' before its first answer. */
    today: (open.data ?? summary.data)?.asOf.slice(0, 10) ?? '',
    /** How many focus projects narrow the page; a project's own page follows its selector alone. */
    focused: view === 'kaProject' || !focus ? 0 : focus.split(',').length,
  };
}
export type Dashboard = ReturnType<typeof useDashboard>;
