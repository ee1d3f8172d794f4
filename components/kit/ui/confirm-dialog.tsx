'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, useState, type ReactNode } from 'react';

interface Props {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly confirmLabel?: ReactNode;
  readonly cancelLabel?: ReactNode;
  readonly isDangerous?: boolean;
  /** May take its time: the dialog is locked meanwhile and stays open when it throws. */
  readonly onConfirm: () => void | Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone; the safe answer has the focus. */
export function ConfirmDialog({
  isOpen,
  title,
  text,
  confirmLabel,
  cancelLabel,
  isDangerous = false,
  onConfirm,
  onClose,
}: Props) {
  const t = useTranslations('common.action');
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    if (!isBusy) onClose();
  };
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      role="alertdialog"
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={isBusy} autoFocus>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel ?? t('ok')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Deletion always names the thing (doc1 §5). */
export function DeleteDialog({
  name,
  ...rest
}: { readonly name: string } & Pick<Props, 'isOpen' | 'onConfirm' | 'onClose'>) {
  const t = useTranslations('common');
  return (
    <ConfirmDialog
      {...rest}
      title={t('confirm.delete')}
      text={t('confirm.deleteText', { name })}
      confirmLabel={t('action.delete')}
      isDangerous
    />
  );
}
