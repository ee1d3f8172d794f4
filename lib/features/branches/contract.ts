import { z } from 'zod';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { filterCode, filterText, pageOf, paging } from '@/lib/platform/contract/schemas';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Branches. The source system owns them; here they are read-only (api.md §2.5, shapes of §2.28). */

export const BRANCH_SORT_FIELDS = ['createDate', 'branchCode', 'branchId', 'branchName', 'branchFullName'] as const;

export const BranchRow = z.object({
  branchCode: z.string(),
  branchId: z.string(),
  branchName: z.string(),
  branchFullName: z.string(),
  /** The same three fields under the names that other lists use (doc1 §3). */
  id: z.string(),
  code: z.string(),
  name: z.string(),
});
export type BranchRow = z.output<typeof BranchRow>;

const BranchQuery = paging(BRANCH_SORT_FIELDS, 1000).extend({ searchKey: filterText() });

export const searchBranches = operation({
  name: 'searchBranches',
  method: 'POST',
  path: 'branch/search',
  access: anyOf('BRANCH_READ', 'BRANCH_LIST_READ', 'USER_READ', 'PROJECT_READ', 'EQUIPMENT_READ'),
  scope: 'br',
  input: BranchQuery,
  output: pageOf(BranchRow),
  summary: 'Branches by code or name (api.md §2.5)',
  audit: 'view',
});

export const listBranchesByUserType = operation({
  name: 'listBranchesByUserType',
  method: 'POST',
  path: 'branch/getListByUserType',
  access: SIGNED_IN,
  scope: 'br',
  /** `userType` is accepted. The head office sees all (doc2 §6), others see their scope. */
  input: BranchQuery.extend({ userType: filterCode(USER_TYPES) }),
  output: pageOf(BranchRow),
  summary: 'Branches that the caller may choose from (api.md §2.5)',
  audit: 'view',
});

/** Errors: not_found, no_object_permission; access_denied for another account without USER_READ. */
export const listBranchesByUser = operation({
  name: 'listBranchesByUser',
  method: 'POST',
  path: 'branch/getListByUsername',
  access: SIGNED_IN,
  scope: 'usr',
  input: z.object({ username: filterText(64) }),
  output: z.array(BranchRow),
  summary: 'Branches of the caller or of an account in his scope, its own first (api.md §2.5)',
  audit: 'view',
});

export const branchOperations = [searchBranches, listBranchesByUserType, listBranchesByUser];
