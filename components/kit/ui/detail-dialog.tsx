'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import styles from './detail-dialog.module.css';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Beside the close button. */
  readonly actions?: ReactNode;
  readonly width?: 'xs' | 'sm' | 'md' | 'lg';
  readonly children: ReactNode;
}

/** One thing to read, nothing to fill in. */
export function DetailDialog({ title, onClose, actions, width = 'md', children }: Props) {
  const t = useTranslations('common.action');
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth={width} fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent className={styles.content}>{children}</DialogContent>
      <DialogActions>
        {actions}
        <Button onClick={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
