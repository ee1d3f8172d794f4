import { projectKeyword } from '@/lib/features/projects/internal/project-keyword';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { listReportProjects } from './project-list-contract';
import { requireWindow } from './window';

const projects = keyedList({
  name: 'listReportProjects',
  id: 'projectId',
  count: (where: Prisma.ProjectWhereInput) => db().project.count({ where }),
  keys: (sql, stretch) => sql.project.findMany({ ...stretch, select: { projectId: true } }),
  rows: (ids) =>
    db().project.findMany({
      where: { projectId: { in: ids } },
      select: { projectId: true, projectName: true, address: true, branch: { select: { branchName: true } } },
    }),
});

const firstDay = (month: string | undefined) => (month === undefined ? undefined : `${month}-01`);

/**
 * The caller's projects, whatever the focus: a report names its projects itself. @throws validation_failed (M15, M17) for
 * months of which there is no report
 */
export async function findReportProjects(
  actor: Actor,
  query: ParsedOf<typeof listReportProjects>,
): Promise<OutputOf<typeof listReportProjects>> {
  const { searchKey, projectId, startDate, endDate } = query;
  requireWindow({ startDate: firstDay(startDate), endDate: firstDay(endDate) }, formatDate(Date.now()));
  const { total, rows } = await projects.page(actor, query, {
    AND: [
      projectScope(actor, { focus: false }),
      projectKeyword(searchKey),
      ...(projectId ? [{ projectId: { in: projectId } }] : []),
    ],
  });
  return page(
    rows.map(({ branch, ...row }) => ({ ...row, branchName: branch.branchName })),
    total,
    query,
  );
}
