import type { UserType } from '@/lib/platform/auth/accounts/account-types';
/** What the layout shows of the signed-in user; the browser gets nothing else. */
export interface ShellUser {
  readonly username: string;
  readonly nickName: string;
  /** The literal 'admin' for a user without a branch (readings 15). */
  readonly branchName: string;
  readonly userType: UserType;
}
