import { CUSTOMER_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';

type Sharer = Pick<Actor, 'username' | 'userType' | 'customerType' | 'branchCode'>;

/**
 * Whose shared views an account reads and who reads its own (readings 149): head office among itself; branch users and
 * internal staff among those of the same branch. Null: external customers and accounts without a branch share nothing.
 */
export function circleOf({ userType, customerType, branchCode }: Sharer): Prisma.UserWhereInput | null {
  if (userType === USER_TYPE.headOffice) return { userType: USER_TYPE.headOffice, deletedAt: null };
  const isStaff = userType === USER_TYPE.branch || customerType === CUSTOMER_TYPE.internal;
  if (!isStaff || branchCode === null) return null;
  return {
    branchCode,
    deletedAt: null,
    OR: [{ userType: USER_TYPE.branch }, { userType: USER_TYPE.project, customerType: CUSTOMER_TYPE.internal }],
  };
}

/** The views an account may open: its own, and the shared ones of its circle. */
export function viewScope(actor: Sharer): Prisma.ListViewWhereInput {
  const circle = circleOf(actor);
  return { OR: [{ username: actor.username }, ...(circle ? [{ isShared: true, user: circle }] : [])] };
}

/** The views an account may change: its own. */
export const ownViews = ({ username }: Sharer): Prisma.ListViewWhereInput => ({ username });
