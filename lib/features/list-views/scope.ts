import { CUSTOMER_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';

type ViewSharer = Pick<Actor, 'username' | 'userType' | 'customerType' | 'branchCode'>;

/**
 * With whom an account shares views (readings 149): head office with head office; branch users and internal staff with
 * those of the same branch. null: external customers and accounts without a branch share nothing.
 */
export function circleOf({ userType, customerType, branchCode }: ViewSharer): Prisma.UserWhereInput | null {
  if (userType === USER_TYPE.headOffice) return { userType: USER_TYPE.headOffice, deletedAt: null };
  const isStaff = userType === USER_TYPE.branch || customerType === CUSTOMER_TYPE.internal;
  if (!isStaff || branchCode === null) return null;
  return {
    branchCode,
    deletedAt: null,
    OR: [{ userType: USER_TYPE.branch }, { userType: USER_TYPE.project, customerType: CUSTOMER_TYPE.internal }],
  };
}

/** The views that an account may open: its own, and those shared by its colleagues. */
export function viewScope(actor: ViewSharer): Prisma.ListViewWhereInput {
  const circle = circleOf(actor);
  return { OR: [{ username: actor.username }, ...(circle ? [{ isShared: true, user: circle }] : [])] };
}

/** The views an account may change: its own. */
export const ownViews = ({ username }: ViewSharer): Prisma.ListViewWhereInput => ({ username });
