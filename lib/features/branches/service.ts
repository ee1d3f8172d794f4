import type { Actor } from '@/lib/platform/contract/actor';
import { branchScope, requireUser } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { listBranchesByUser, listBranchesByUserType, searchBranches } from './contract';
import type { BranchRow } from './contract';

const SELECT = {
  branchCode: true,
  branchId: true,
  branchName: true,
  branchFullName: true,
} as const satisfies Prisma.BranchSelect;
type Stored = Prisma.BranchGetPayload<{ select: typeof SELECT }>;

const toRow = (branch: Stored): BranchRow => ({
  ...branch,
  id: branch.branchId,
  code: branch.branchCode,
  name: branch.branchName,
});

async function findBranches(
  actor: Actor,
  query: ParsedOf<typeof searchBranches>,
): Promise<OutputOf<typeof searchBranches>> {
  const { searchKey, sortField = 'createDate', sortOrder, pageIndex, pageSize } = query;
  const where: Prisma.BranchWhereInput = {
    AND: [
      branchScope(actor),
      searchKey ? { OR: [{ branchCode: containsText(searchKey) }, { branchName: containsText(searchKey) }] } : {},
    ],
  };
  const [total, rows] = await Promise.all([
    db().branch.count({ where }),
    db().branch.findMany({
      where,
      orderBy: [{ [sortField]: sortOrder }, { branchCode: 'asc' }],
      skip: (pageIndex - 1) * pageSize,
      take: pageSize,
      select: SELECT,
    }),
  ]);
  return page(rows.map(toRow), total, query);
}

/** The account's own branch, then those mapped to it by name; of another account only what the caller may see. */
async function findBranchesOf(actor: Actor, username: string | undefined): Promise<BranchRow[]> {
  const isOwn = username === undefined || username.toLowerCase() === actor.username.toLowerCase();
  if (!isOwn && !actor.authorities.has('USER_READ')) throw new AppError('access_denied');
  const target = isOwn ? actor.username : await requireUser(actor, username);
  const user = await db().user.findUniqueOrThrow({
    where: { username: target },
    select: { branchCode: true, mappings: { where: { type: 2 }, select: { mappingId: true } } },
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
    select: SELECT,
  });
  const isHome = ({ branchCode }: Stored) => branchCode === user.branchCode;
  return [...rows.filter(isHome), ...rows.filter((row) => !isHome(row))].map(toRow);
}

export const services = [
  serve(searchBranches, ({ actor }, query) => findBranches(actor, query)),
  serve(listBranchesByUserType, ({ actor }, query) => findBranches(actor, query)),
  serve(listBranchesByUser, ({ actor }, { username }) => findBranchesOf(actor, username)),
];
