import type { Actor } from '@/lib/platform/contract/actor';
import { branchScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { BranchRow, searchBranches } from './contract';

export const BRANCH_SELECT = {
  branchCode: true,
  branchId: true,
  branchName: true,
  branchFullName: true,
} as const satisfies Prisma.BranchSelect;
export type StoredBranch = Prisma.BranchGetPayload<{ select: typeof BRANCH_SELECT }>;

export const toBranchRow = (branch: StoredBranch): BranchRow => ({
  ...branch,
  id: branch.branchId,
  code: branch.branchCode,
  name: branch.branchName,
});

const branches = keyedList({
  name: 'searchBranches',
  id: 'branchCode',
  count: (where: Prisma.BranchWhereInput) => db().branch.count({ where }),
  keys: (sql, stretch) => sql.branch.findMany({ ...stretch, select: { branchCode: true } }),
  rows: (codes) => db().branch.findMany({ where: { branchCode: { in: codes } }, select: BRANCH_SELECT }),
});

/** The branches that the caller may see, by code or name. */
export async function findBranches(
  actor: Actor,
  query: ParsedOf<typeof searchBranches>,
): Promise<OutputOf<typeof searchBranches>> {
  const key = query.searchKey && containsText(query.searchKey);
  const { total, rows } = await branches.page(actor, query, {
    AND: [branchScope(actor), key ? { OR: [{ branchCode: key }, { branchName: key }] } : {}],
  });
  return page(rows.map(toBranchRow), total, query);
}
