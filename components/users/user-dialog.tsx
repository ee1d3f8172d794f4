'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useSms } from '@/lib/platform/client/hooks';
import { getUser } from '@/lib/features/users/contract';
import { AdminDialog } from './admin-dialog';
import { BranchDialog } from './branch-dialog';
import type { UserTasks } from './user-tasks';

interface Props {
  /** Absent: a new account. */
  readonly username?: string;
  readonly tasks: Pick<UserTasks, 'isBranch' | 'mayMakeHeadOffice'>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/**
 * Creates or edits an account, with the dialog of head office or of a branch (doc1 §6). An account is read again before
 * it is edited.
 */
export function UserDialog({ username, tasks, onSaved, onClose }: Props) {
  const t = useTranslations('userList.dialog');
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const id = useId();
  const { data, error, isValidating, mutate } = useSms(getUser, username === undefined ? null : { username }, {
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
  // Do not edit the values that an earlier edit left in the cache.
  if (username !== undefined && (!data || isValidating)) {
    return (
      <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{t('updateTitle')}</DialogTitle>
        <DialogContent>
          {error ? (
            <ErrorState
              title={t('failed')}
              text={failureText(error)}
              onRetry={() => void mutate()}
              isRetrying={isValidating}
            />
          ) : (
            <LoadingState title={t('loading')} />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{common('cancel')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  // Say it before the user types anything: every save would be refused (readings 116).
  if (data && !data.editable) {
    return (
      <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{t('updateTitle')}</DialogTitle>
        <DialogContent>
          <Alert severity="warning">{t('foreign', { name: data.nickName })}</Alert>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{common('close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return tasks.isBranch ? (
    <BranchDialog detail={data} onSaved={onSaved} onClose={onClose} />
  ) : (
    <AdminDialog detail={data} mayMakeHeadOffice={tasks.mayMakeHeadOffice} onSaved={onSaved} onClose={onClose} />
  );
}
