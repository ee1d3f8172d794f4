'use client';

import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import { useTranslations } from 'next-intl';
import { useCallback, useId, useState, type ReactNode } from 'react';
import { AccountDialog } from '@/components/kit/layout/account-dialog';
import type { ShellUser } from '@/components/kit/layout/shell-user';
import { later } from '@/components/kit/layout/later';
import { useSignOut } from '@/components/kit/layout/use-sign-out';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import { ChevronDownIcon, LockIcon, SignOutIcon, UserIcon } from '@/components/kit/ui/icons';
import type { ProfileMode } from './profile-dialog';
import styles from './user-menu.module.css';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';

const ProfileDialog = later(async () => (await import('./profile-dialog')).ProfileDialog, ['header']);

interface Props {
  readonly user: ShellUser;
  /** Titles of this menu's own two entries. */
  readonly titles: { readonly profile: string; readonly password: string };
  /** More entries, from other features. */
  readonly children?: ReactNode;
}

/** Shows who is signed in, with profile, password and sign-out. */
export function UserMenu({ user, titles, children }: Props) {
  const t = useTranslations('layout');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const { signOut, isLeaving } = useSignOut();
  const id = useId();
  const wasOpen = useOnceTrue(anchor !== null);
  const type = t(`userType.${user.userType}`);
  // A user without a branch has the branch name 'admin' (readings 15), which is shown for head office only.
  const place = user.branchName !== 'admin' ? user.branchName : isHeadOffice(user) ? t('noBranch') : type;
  const show = useCallback((make: (close: () => void) => ReactNode) => {
    setAnchor(null);
    setDialog(make(() => setDialog(null)));
  }, []);
  const open = (mode: ProfileMode) =>
    show((close) => <ProfileDialog mode={mode} username={user.username} onClose={close} />);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={`${t('account')}: ${user.nickName}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles.initial} aria-hidden="true">
          {[...user.nickName][0] ?? '·'}
        </span>
        <span className={styles.names}>
          <span className={styles.name}>{user.nickName}</span>
          <span className={styles.place}>{place}</span>
        </span>
        <ChevronDownIcon size={16} />
      </button>
      {wasOpen && (
        <Popover
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { id, className: styles.popover, role: 'dialog', 'aria-label': t('account') } }}
        >
          <div className={styles.card}>
            <span className={styles.cardName}>{user.nickName}</span>
            <span className={styles.cardLine}>{user.username}</span>
            <span className={styles.cardLine}>{place === type ? type : `${place} · ${type}`}</span>
          </div>
          <Divider />
          <MenuList autoFocusItem aria-label={t('account')}>
            <MenuItem onClick={() => open(1)}>
              <UserIcon size={18} />
              <ListItemText>{titles.profile}</ListItemText>
            </MenuItem>
            <MenuItem onClick={() => open(2)}>
              <LockIcon size={18} />
              <ListItemText>{titles.password}</ListItemText>
            </MenuItem>
            <AccountDialog value={show}>{children}</AccountDialog>
            <MenuItem disabled={isLeaving} onClick={() => void signOut()}>
              <SignOutIcon size={18} />
              <ListItemText>{t(isLeaving ? 'signingOut' : 'signOut')}</ListItemText>
            </MenuItem>
          </MenuList>
        </Popover>
      )}
      {dialog}
    </>
  );
}
