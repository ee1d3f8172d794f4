'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { SignInCard } from '../sign-in-card';

interface Props {
  readonly onClose: () => void;
  readonly onLeave?: (href: string) => void;
}

/** Signs in on the page where one is; it is then loaded anew with the new session. */
export function SignInDialog({ onClose, onLeave }: Props) {
  const t = useTranslations('login');
  const common = useTranslations('common.action');
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('title')}</DialogTitle>
      <DialogContent>
        <SignInCard
          wantedPath={`${window.location.pathname}${window.location.search}`}
          {...(onLeave ? { onLeave } : {})}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
