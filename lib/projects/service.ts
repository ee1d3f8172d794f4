import type { Actor } from '@/lib/auth/actor';
import { projectScope, userScope } from '@/lib/auth/scope';
import { db } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { AppError } from '@/lib/sms/errors';
import { page } from '@/lib/sms/schemas';
import { serve } from '@/lib/sms/serve';
import { listProjectsByUser } from './contract';
import type { PROJECT_LITE_SORT_FIELDS } from './contract';

/** Two characters are the longest gram of the index; longer keys go to the trigram index (design §3). */
const GRAM_LENGTH = 2;

function keyword(searchKey: string | undefined): Prisma.ProjectWhereInput {
  if (searchKey === undefined) return {};
  const contains = searchKey.replace(/[\\%_]/g, '\\$&');
  const byName: Prisma.ProjectWhereInput = [...searchKey].length <= GRAM_LENGTH
    ? { searchGrams: { has: searchKey.toLowerCase() } }
    : { projectName: { contains, mode: 'insensitive' } };
  return { OR: [byName, { projectId: { contains, mode: 'insensitive' } }] };
}

function order(field: (typeof PROJECT_LITE_SORT_FIELDS)[number] | undefined, direction: 'asc' | 'desc'): Prisma.ProjectOrderByWithRelationInput[] {
  if (field === undefined) return [{ createDate: 'desc' }, { projectId: 'asc' }];
  if (field === 'projectId') return [{ projectId: direction }];
  return [field === 'count' ? { equipmentTotal: direction } : { [field]: direction }, { projectId: 'asc' }];
}

/** Projects of another account, as that account sees them, cut to what the caller may see. */
async function projectsOf(actor: Actor, username: string): Promise<Prisma.ProjectWhereInput> {
  if (!actor.authorities.has('USER_READ')) throw new AppError('access_denied');
  const usernameLower = username.toLowerCase();
  const target = await db().user.findFirst({
    where: { AND: [{ usernameLower, deletedAt: null }, userScope(actor)] },
    select: { username: true, userType: true, branchCode: true, mappings: { select: { type: true, mappingId: true } } },
  });
  if (!target) {
    const exists = await db().user.count({ where: { usernameLower, deletedAt: null } });
    throw exists > 0 ? new AppError('no_object_permission') : new AppError('not_found');
  }
  const idsOf = (wanted: number) => target.mappings.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  const userType = target.userType === 0 || target.userType === 2 ? target.userType : 1;
  return projectScope({ username: target.username, userType, branchName: 'admin', focus: null, mappings: { projects: idsOf(1), branches: idsOf(2) } }, { focus: false });
}

export const projectServices = [
  serve(listProjectsByUser, async ({ actor }, query) => {
    const isOther = query.username !== undefined && query.username.toLowerCase() !== actor.username.toLowerCase();
    const where: Prisma.ProjectWhereInput = {
      AND: [
        { deletedAt: null },
        projectScope(actor, { focus: false }),
        isOther && query.username !== undefined ? await projectsOf(actor, query.username) : {},
        query.projectIds?.length ? { projectId: { in: query.projectIds } } : {},
        keyword(query.searchKey),
      ],
    };
    const [total, rows] = await Promise.all([
      db().project.count({ where }),
      db().project.findMany({
        where, orderBy: order(query.sortField, query.sortOrder), skip: (query.pageIndex - 1) * query.pageSize, take: query.pageSize,
        select: { projectId: true, projectName: true, equipmentTotal: true, branchCode: true, address: true, tplnr: true, kaId: true, branch: { select: { branchName: true } } },
      }),
    ]);
    const records = rows.map(({ equipmentTotal, kaId, branch, ...row }) => ({ ...row, count: equipmentTotal, branchName: branch.branchName, ka: kaId !== null }));
    return page(records, total, query);
  }),
];
