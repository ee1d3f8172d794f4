import { useTranslations } from 'next-intl';
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
  notices,
  accountEntries,
}: {
  readonly user: ShellUser;
  /** The account's notices. */
  readonly notices?: ReactNode;
  readonly accountEntries?: ReactNode;
}) {
  // Only these texts are needed at once; the others load with the dialogs.
  const t = useTranslations('header');
  return (
    <>
      {user.branchName !== 'admin' && <FocusButton />}
      {notices}
      <ThemeMenu />
      {!isCustomer(user) && <LanguageSwitch />}
      <UserMenu user={user} titles={{ profile: t('profile.title'), password: t('password.title') }}>
        {accountEntries}
      </UserMenu>
    </>
  );
}
