'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { CopyText } from '@/components/kit/ui/copy-text';
import styles from '../cube-dialog.module.css';

export interface BoxSecret {
  readonly cubeNo: string;
  readonly secret: string;
}

/**
 * The secret with which a box signs in. It is shown only now, so the dialog closes only after the person has kept it
 * (silent-screens A1).
 */
export function SecretDialog({ told, onClose }: { readonly told: BoxSecret; readonly onClose: () => void }) {
  const t = useTranslations('boxes');
  const common = useTranslations('common.action');
  const id = useId();
  const [isKept, setIsKept] = useState(false);
  return (
    // A click beside the dialog must not close it: the secret cannot be shown again.
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('secretOf', { no: told.cubeNo })}</DialogTitle>
      <DialogContent className={styles.content}>
        <Alert severity="warning">{t('once')}</Alert>
        <CopyText text={told.secret} />
        <FormControlLabel
          label={t('kept')}
          control={<Checkbox checked={isKept} onChange={(_, is) => setIsKept(is)} />}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" disabled={!isKept} onClick={onClose}>
          {common('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
