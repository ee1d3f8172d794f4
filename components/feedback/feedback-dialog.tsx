'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { LoadingState } from '@/components/kit/ui/states';
import { FeedbackForm } from './feedback-form';
import { OwnFeedback } from './own-feedback';

interface Props {
  /** The account's phone, the first value of the phone field. Absent while it is being read. */
  readonly phone: string | null | undefined;
  readonly onClose: () => void;
}

/**
 * Feedback of the signed-in user, opened from the header: a new one, and their own with the answers (silent-screens
 * B1).
 */
export function FeedbackDialog({ phone, onClose }: Props) {
  const t = useTranslations('feedback.own');
  const common = useTranslations('common.action');
  const id = useId();
  const [tab, setTab] = useState<'new' | 'list'>('new');
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('title')}</DialogTitle>
      <DialogContent>
        <Tabs value={tab} onChange={(_, next: 'new' | 'list') => setTab(next)} sx={{ mb: 2 }}>
          <Tab value="new" label={t('new')} id={`${id}-new`} aria-controls={`${id}-panel`} />
          <Tab value="list" label={t('list')} id={`${id}-list`} aria-controls={`${id}-panel`} />
        </Tabs>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
          {tab === 'new' && phone === undefined && <LoadingState />}
          {tab === 'new' && phone !== undefined && <FeedbackForm phone={phone} onSent={() => setTab('list')} />}
          {tab === 'list' && <OwnFeedback />}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
