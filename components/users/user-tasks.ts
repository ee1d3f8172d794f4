import { CHANGE_OTHERS_PASSWORD } from '@/lib/features/account/contract';
import { createLoginLink } from '@/lib/features/session/contract';
import { sendMessage } from '@/lib/features/text-messages/contract';
import {
  createBranchUser,
  createUser,
  deleteUser,
  explainUserAccess,
  exportUsers,
  resetPassword,
  updateBranchUser,
  updateUser,
} from '@/lib/features/users/contract';
import { type UserRow } from '@/lib/features/users/account-contract';
import { isHeadOffice, isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { isMaster } from '@/lib/platform/contract/authorities';
import type { Holder } from '@/lib/platform/contract/authorities';
import { may } from '@/lib/platform/contract/access';

/** What the caller may do with the accounts of the list, by the caller's rights; the server checks again. Pure. */

/** In the menu behind a row's three dots. */
export type FurtherTask = 'resetPassword' | 'changePassword' | 'explain' | 'loginLink' | 'message';
export type UserTask =
  | { readonly kind: 'update' | 'delete' | 'equipment' | FurtherTask; readonly row: UserRow }
  | { readonly kind: 'create' }
  | { readonly kind: 'messageAll'; readonly rows: readonly UserRow[] };

export interface UserTasks {
  /** The branch dialog instead of the admin dialog (doc1 §6). */
  readonly isBranch: boolean;
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly mayExport: boolean;
  readonly mayMessage: boolean;
  readonly mayMakeHeadOffice: boolean;
  readonly further: readonly FurtherTask[];
  readonly hasActions: boolean;
  mayEditRow(row: Pick<UserRow, 'userType'>): boolean;
}

export function userTasks(holder: Holder): UserTasks {
  const isBranch = !isHeadOffice(holder);
  const mayEdit = may(holder, isBranch ? updateBranchUser : updateUser);
  const mayDelete = may(holder, deleteUser);
  const further: FurtherTask[] = [
    ...(may(holder, resetPassword) ? ['resetPassword' as const] : []),
    ...(may(holder, CHANGE_OTHERS_PASSWORD) ? ['changePassword' as const] : []),
    ...(may(holder, explainUserAccess) ? ['explain' as const] : []),
    ...(may(holder, createLoginLink) ? ['loginLink' as const] : []),
    ...(may(holder, sendMessage) ? ['message' as const] : []),
  ];
  return {
    isBranch,
    mayAdd: may(holder, isBranch ? createBranchUser : createUser),
    mayEdit,
    mayDelete,
    mayExport: may(holder, exportUsers),
    mayMessage: may(holder, sendMessage),
    mayMakeHeadOffice: isMaster(holder),
    further,
    hasActions: mayEdit || mayDelete || further.length > 0,
    // The branch dialog handles ordinary users only.
    mayEditRow: (row) => !isBranch || isCustomer(row),
  };
}
