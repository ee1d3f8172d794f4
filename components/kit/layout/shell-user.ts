import type { UserType } from '@/lib/platform/auth/accounts/account-types';
/** What the layout says of the signed-in person; nothing else travels to the browser. */
export interface ShellUser {
  readonly username: string;
  readonly nickName: string;
  /** The literal 'admin' for a user without a branch (readings 15). */
  readonly branchName: string;
  readonly userType: UserType;
}
