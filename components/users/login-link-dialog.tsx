'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { CopyText } from '@/components/kit/ui/copy-text';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { createLoginLink } from '@/lib/features/session/contract';
import { callSms } from '@/lib/platform/client/client';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { UserRow } from '@/lib/features/users/account-contract';
import styles from './user-dialogs.module.css';

const HOURS = [1, 8, 24, 72] as const;

/** A link that signs an account in once, to give to its user (api.md §2.1). */
export function LoginLinkDialog({
  user,
  onClose,
}: {
  readonly user: Pick<UserRow, 'username' | 'nickName'>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('userList.link');
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const id = useId();
  const [validHours, setValidHours] = useState<number>(24);
  const [link, setLink] = useState<OutputOf<typeof createLoginLink>>();
  const [isBusy, setIsBusy] = useState(false);
  const create = async () => {
    setIsBusy(true);
    try {
      setLink(await callSms(createLoginLink, { username: user.username, validHours }));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('titleOf', { name: user.nickName })}</DialogTitle>
      <DialogContent>
        <div className={styles.section}>
          <p className={styles.hint}>{t('hint')}</p>
          {link ? (
            <>
              <CopyText text={link.url} />
              <p className={styles.hint}>{t('until', { date: link.expireAt })}</p>
            </>
          ) : (
            <TextField
              select
              label={t('validHours')}
              value={validHours}
              onChange={(event) => setValidHours(Number(event.target.value))}
            >
              {HOURS.map((hours) => (
                <MenuItem key={hours} value={hours}>
                  {t('hours', { count: hours })}
                </MenuItem>
              ))}
            </TextField>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common(link ? 'close' : 'cancel')}</Button>
        {!link && (
          <Button variant="contained" color="primary" loading={isBusy} onClick={() => void create()}>
            {t('create')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
