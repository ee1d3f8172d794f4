import type { UserRow } from '@/lib/features/users/contract';
import { USER_TYPE } from '@/lib/platform/auth/account-types';

/** What the caller may do with the accounts of the list, from his rights; the server decides again. Pure. */

/** Behind the three dots of a row. */
export type FurtherTask = 'resetPassword' | 'changePassword' | 'explain' | 'loginLink';
export type UserTask =
  | { readonly kind: 'update' | 'delete' | 'equipment' | FurtherTask; readonly row: UserRow }
  | { readonly kind: 'create' };

export interface UserTasks {
  /** The branch dialog instead of the admin dialog (doc1 §6). */
  readonly isBranch: boolean;
  readonly mayEdit: boolean;
  readonly mayExport: boolean;
  readonly mayMakeHeadOffice: boolean;
  readonly further: readonly FurtherTask[];
  readonly hasAny: boolean;
  mayEditRow(row: Pick<UserRow, 'userType'>): boolean;
}

export function userTasks(holder: { readonly userType: number; readonly authorities: readonly string[] }): UserTasks {
  const { userType } = holder;
  const authorities = new Set(holder.authorities);
  const mayEdit = authorities.has('USER_WRITE');
  const isBranch = userType !== USER_TYPE.headOffice;
  const further: FurtherTask[] = [
    ...(authorities.has('ADMIN_RESET_PASSWORD') ? ['resetPassword' as const] : []),
    ...(mayEdit ? ['changePassword' as const, 'explain' as const] : []),
    ...(mayEdit && authorities.has('SUPER_MASTER') ? ['loginLink' as const] : []),
  ];
  return {
    isBranch,
    mayEdit,
    mayExport: authorities.has('SUPER_MASTER'),
    mayMakeHeadOffice: authorities.has('SUPER_MASTER'),
    further,
    hasAny: mayEdit || further.length > 0,
    // The branch dialog knows ordinary users only.
    mayEditRow: (row) => !isBranch || row.userType === USER_TYPE.project,
  };
}
