import { branchScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import {
  exportDashboard,
  getDashboardMap,
  getDashboardOpen,
  getDashboardRanking,
  getDashboardSummary,
  getDashboardTrend,
  listDashboardChoices,
} from './contract';
import { exportProjects } from './export';
import { findMap } from './map';
import { projectsOf } from './narrow';
import { findOpen } from './open';
import { findRanking } from './ranking';
import { findSummary } from './summary';
import { findTrend } from './trend';
import type { DashboardView } from './value-sets';

async function findChoices(actor: Actor, view: DashboardView) {
  const [branches, projects] = await Promise.all([
    db().branch.findMany({
      where: branchScope(actor),
      select: { branchCode: true, branchName: true },
      orderBy: [{ branchName: 'asc' }, { branchCode: 'asc' }],
    }),
    view === 'ops' ? [] : projectsOf(actor, view),
  ]);
  return { branches, projects };
}

export const services = [
  serve(listDashboardChoices, ({ actor }, { view }) => findChoices(actor, view)),
  serve(getDashboardSummary, ({ actor }, asked) => findSummary(actor, asked)),
  serve(getDashboardTrend, ({ actor }, asked) => findTrend(actor, asked)),
  serve(getDashboardRanking, ({ actor }, asked) => findRanking(actor, asked)),
  serve(getDashboardOpen, ({ actor, language }, asked) => findOpen(actor, asked, language)),
  serve(getDashboardMap, ({ actor }, asked) => findMap(actor, asked)),
  serve(exportDashboard, ({ actor, language }, asked) => exportProjects({ actor, language }, asked)),
];
