import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import type { ShellUser } from '@/components/kit/layout/shell-user';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { FocusButton } from './focus-button';
import { UserMenu } from './user-menu';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';

/**
 * The right end of the header (doc1 §2): focus projects, messages, theme, language, and the account with profile and
 * password; `accountEntries` are further entries of its menu.
 */
export function HeaderTools({
  user,
  notices,
  accountEntries,
}: {
  readonly user: ShellUser;
  /** The messages to the account. */
  readonly notices?: ReactNode;
  readonly accountEntries?: ReactNode;
}) {
  // Read here, on the server: the rest of these texts comes with the dialogs.
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
