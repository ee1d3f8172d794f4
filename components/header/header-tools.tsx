import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import type { ShellUser } from '@/components/kit/layout/shell-user';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { FocusButton } from './focus-button';
import { UserMenu } from './user-menu';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';

/**
 * The right end of the header (doc1 §2): focus projects, notices, theme, language, and the account menu with profile
 * and password. `accountEntries` are further entries of that menu.
 */
export function HeaderTools({
  user,
  titles,
  notices,
  accountEntries,
}: {
  readonly user: ShellUser;
  /** Of the profile and of the password; the other texts load with the dialogs. */
  readonly titles: { readonly profile: string; readonly password: string };
  /** The account's notices. */
  readonly notices?: ReactNode;
  readonly accountEntries?: ReactNode;
}) {
  return (
    <>
      {user.branchName !== 'admin' && <FocusButton />}
      {notices}
      <ThemeMenu />
      {!isCustomer(user) && <LanguageSwitch />}
      <UserMenu user={user} titles={titles}>
        {accountEntries}
      </UserMenu>
    </>
  );
}
