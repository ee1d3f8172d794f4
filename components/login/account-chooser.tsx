'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ChevronRightIcon, ErrorIcon } from '@/components/kit/ui/icons';
import type { SelectableUser } from './sign-in-outcome';
import styles from './account-chooser.module.css';

interface Props {
  /** Undefined: closed. */
  readonly users: readonly SelectableUser[] | undefined;
  readonly error?: string;
  readonly isPending: boolean;
  readonly onChoose: (username: string) => void;
  readonly onClose: () => void;
}

/** A phone number with several accounts: the user chooses one and the sign-in is repeated with it (doc1 §4). */
export function AccountChooser({ users, error, isPending, onChoose, onClose }: Props) {
  const t = useTranslations();
  const id = useId();
  return (
    <Dialog
      open={users !== undefined}
      onClose={isPending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t('login.chooser.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{t('login.chooser.text')}</DialogContentText>
        <fieldset className={styles.fields} disabled={isPending} aria-busy={isPending}>
          <ul className={styles.list} aria-label={t('login.chooser.label')}>
            {users?.map(({ username, nickName }, index) => (
              <li key={username}>
                <button
                  type="button"
                  className={styles.user}
                  autoFocus={index === 0}
                  onClick={() => onChoose(username)}
                >
                  <span className={styles.initial} aria-hidden="true">
                    {[...nickName][0] ?? '·'}
                  </span>
                  <span className={styles.names}>
                    <span className={styles.nickName}>{nickName}</span>
                    <span className={styles.username}>{username}</span>
                  </span>
                  <ChevronRightIcon size={18} />
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
        <div role="alert">
          {error && (
            <p className={styles.error}>
              <ErrorIcon size={18} />
              {error}
            </p>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {t('common.action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
