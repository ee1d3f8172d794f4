import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope, requireUser } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { MAPPING_TYPE, userTypeOf } from '@/lib/platform/auth/accounts/account-types';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import { projectKeyword } from './internal/project-keyword';
import type { listProjectsByUser, ProjectLite, PROJECT_LITE_SORT_FIELDS, searchProjects } from './look-up-contract';

/** Projects by name for pickers, filters and the focus dialog (api.md §2.6). */

type Where = Prisma.ProjectWhereInput;
type SearchQuery = ParsedOf<typeof searchProjects>;

function order(
  field: (typeof PROJECT_LITE_SORT_FIELDS)[number] | undefined,
  direction: 'asc' | 'desc',
): Prisma.ProjectOrderByWithRelationInput[] {
  if (field === undefined) return [{ createDate: 'desc' }, { projectId: 'asc' }];
  if (field === 'projectId') return [{ projectId: direction }];
  return [field === 'count' ? { equipmentTotal: direction } : { [field]: direction }, { projectId: 'asc' }];
}

async function findLite(where: Where, query: SearchQuery): Promise<ReturnType<typeof page<ProjectLite>>> {
  const [total, rows] = await Promise.all([
    db().project.count({ where }),
    db().project.findMany({
      where,
      orderBy: order(query.sortField, query.sortOrder),
      skip: (query.pageIndex - 1) * query.pageSize,
      take: query.pageSize,
      select: {
        projectId: true,
        projectName: true,
        equipmentTotal: true,
        branchCode: true,
        address: true,
        tplnr: true,
        kaId: true,
        branch: { select: { branchName: true } },
      },
    }),
  ]);
  const records = rows.map(({ equipmentTotal, kaId, branch, ...row }) => ({
    ...row,
    count: equipmentTotal,
    branchName: branch.branchName,
    ka: kaId !== null,
  }));
  return page(records, total, query);
}

/** Projects in the caller's scope, narrowed by focus. */
export function searchLite(
  actor: Actor,
  query: SearchQuery,
  { hasEquipment }: { hasEquipment: boolean },
): Promise<ReturnType<typeof page<ProjectLite>>> {
  return findLite(
    {
      AND: [
        projectScope(actor, { focus: true }),
        hasEquipment ? { equipmentTotal: { gt: 0 } } : {},
        projectKeyword(query.searchKey),
      ],
    },
    query,
  );
}

/** Projects of another account, as that account sees them. @throws access_denied, not_found, no_object_permission */
async function projectsOf(actor: Actor, username: string): Promise<Where> {
  if (!hasAuthority(actor, 'USER_READ')) throw new AppError('access_denied');
  const target = await db().user.findUniqueOrThrow({
    where: { username: await requireUser(actor, username) },
    select: { username: true, userType: true, mappings: { select: { type: true, mappingId: true } } },
  });
  const idsOf = (wanted: number) =>
    target.mappings.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  return projectScope(
    {
      username: target.username,
      userType: userTypeOf(target.userType),
      branchName: 'admin',
      focus: null,
      mappings: { projects: idsOf(MAPPING_TYPE.project), branches: idsOf(MAPPING_TYPE.branch) },
    },
    { focus: false },
  );
}

/** Projects of the caller or of an account in scope, limited to what the caller may see; the focus does not matter. */
export async function listOfUser(
  actor: Actor,
  query: ParsedOf<typeof listProjectsByUser>,
): Promise<ReturnType<typeof page<ProjectLite>>> {
  const { username, projectIds } = query;
  const isOther = username !== undefined && username.toLowerCase() !== actor.username.toLowerCase();
  const conditions: Where[] = [
    projectScope(actor, { focus: false }),
    isOther ? await projectsOf(actor, username) : {},
    projectIds?.length ? { projectId: { in: projectIds } } : {},
    projectKeyword(query.searchKey),
  ];
  return findLite({ AND: conditions }, query);
}
