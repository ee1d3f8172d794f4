import type { Actor } from '@/lib/platform/contract/actor';
import { branchScope, requireUser } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import { listBranchesByUser, listBranchesByUserType, searchBranches } from './contract';
import type { BranchRow } from './contract';
import { BRANCH_SELECT, findBranches, toBranchRow } from './list';
import type { StoredBranch } from './list';

/**
 * The account's own branch, then those mapped to it by name. Of another account only the branches that the caller may
 * see.
 */
async function findBranchesOf(actor: Actor, username: string | undefined): Promise<BranchRow[]> {
  const isOwn = username === undefined || username.toLowerCase() === actor.username.toLowerCase();
  if (!isOwn && !hasAuthority(actor, 'USER_READ')) throw new AppError('access_denied');
  const target = isOwn ? actor.username : await requireUser(actor, username);
  const user = await db().user.findUniqueOrThrow({
    where: { username: target },
    select: { branchCode: true, mappings: { where: { type: MAPPING_TYPE.branch }, select: { mappingId: true } } },
  });
  const codes = [
    ...new Set([
      ...(user.branchCode === null ? [] : [user.branchCode]),
      ...user.mappings.map(({ mappingId }) => mappingId),
    ]),
  ];
  const rows = await db().branch.findMany({
    where: { AND: [{ branchCode: { in: codes } }, isOwn ? {} : branchScope(actor)] },
    orderBy: [{ branchName: 'asc' }, { branchCode: 'asc' }],
    select: BRANCH_SELECT,
  });
  const isHome = ({ branchCode }: StoredBranch) => branchCode === user.branchCode;
  return [...rows.filter(isHome), ...rows.filter((row) => !isHome(row))].map(toBranchRow);
}

export const services = [
  serve(searchBranches, ({ actor }, query) => findBranches(actor, query)),
  serve(listBranchesByUserType, ({ actor }, query) => findBranches(actor, query)),
  serve(listBranchesByUser, ({ actor }, { username }) => findBranchesOf(actor, username)),
];
