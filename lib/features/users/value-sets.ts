import seed from '@/messages/zh-CN/seed.json';
import { CUSTOMER_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { UploadRule } from '@/lib/platform/contract/received-file';

/** Values of accounts (api.md §1.11, readings 14). Pure. */

/** Of the branch dialog: 1 Lite, 2 Essence, 3 Elite, 4 internal. */
export const BRANCH_USER_TYPES = [1, 2, 3, 4] as const;
export type BranchUserType = (typeof BRANCH_USER_TYPES)[number];
export const INTERNAL: BranchUserType = 4;

/** The customer type filter: 0 branch, 1 internal, 2 Lite, 3 Essence, 4 Elite; a branch user's has only the last three. */
export const CUSTOMER_FILTERS = [0, 1, 2, 3, 4] as const;
export const BRANCH_CUSTOMER_FILTERS = [2, 3, 4] as const;
export const customerFilters = (userType: number): readonly number[] =>
  userType === USER_TYPE.branch ? BRANCH_CUSTOMER_FILTERS : CUSTOMER_FILTERS;

/** Activity in a month (silent-screens B8). */
export const ACTIVITIES = ['weekActive', 'monthActive', 'inactive', 'unused'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Names of the roles with a meaning of their own (doc1 §3); names are data, in the language of the documents. */
export const ROLE = {
  invoice: seed.role.invoice.name,
  reportDownload: seed.role.reportDownload.name,
  health: seed.role.health.name,
} as const;
/** Role → tier, kept with the account when its roles are saved. */
export const TIER_ROLES: Readonly<Record<string, 1 | 2 | 3>> = {
  [seed.role.lite.name]: 1,
  [seed.role.essence.name]: 2,
  [seed.role.elite.name]: 3,
};

/** customerType of a type chosen in the branch dialog: 1 for internal, 2 otherwise (doc1 §4). */
export const customerTypeOf = (type: number) => (type === INTERNAL ? CUSTOMER_TYPE.internal : CUSTOMER_TYPE.external);

/** Beginning of a generated username: `nb` for internal, `cn` otherwise, then five digits (doc1 §4). */
export const usernamePrefix = (type: BranchUserType) => (type === INTERNAL ? 'nb' : 'cn');

/** What kind of customer an account is, as a key of `userList.customer`; internal and external accounts by their tier. */
export type CustomerWord = 'headOffice' | 'branch' | 'internal' | 'lite' | 'essence' | 'elite' | 'external';
export function customerWord({
  userType,
  customerType,
  tier,
}: {
  readonly userType: number;
  readonly customerType: number | null;
  readonly tier: number | null;
}): CustomerWord {
  if (userType === USER_TYPE.headOffice) return 'headOffice';
  if (userType === USER_TYPE.branch || customerType === CUSTOMER_TYPE.branch) return 'branch';
  if (customerType === CUSTOMER_TYPE.internal) return 'internal';
  return (['lite', 'essence', 'elite'] as const)[(tier ?? 0) - 1] ?? 'external';
}

export const USERNAME = /^[A-Za-z0-9_]{4,16}$/;
export const NICK_NAME = /^[A-Za-z0-9_\u4e00-\u9fa5]+$/;
export const PHONE = /^1\d{10}$/;

const MEGABYTE = 1024 * 1024;
/** The approval attachment of the invoice role (doc1 §5). */
export const INVOICE_UPLOAD: UploadRule = {
  types: ['jpg', 'png', 'pdf', 'eml', 'msg'],
  below: 10 * MEGABYTE,
  tooLarge: 'fileTooLarge',
  badType: 'fileType',
  failed: 'fileFailed',
};
