'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { withdrawAnnouncement, type AnnouncementEdit } from '@/lib/features/announcements/contract';
import { callSms } from '@/lib/platform/client/client';

interface Props {
  readonly row: AnnouncementEdit;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before an announcement is hidden, or before a planned one is cancelled. */
export function WithdrawDialog({ row: { id, title, state }, onDone, onClose }: Props) {
  const t = useTranslations('announcements');
  const common = useTranslations('common.success');
  const failureText = useFailureText();
  const withdraw = async () => {
    try {
      await callSms(withdrawAnnouncement, { id });
      toast.success(common('operation'));
    } catch (error) {
      toast.error(failureText(error));
    }
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('withdraw.title')}
      text={t(state === 'SCHEDULED' ? 'withdraw.plan' : 'withdraw.text', { name: title })}
      confirmLabel={t('action.withdraw')}
      isDangerous={state === 'PUBLISHED'}
      onConfirm={withdraw}
      onClose={onClose}
    />
  );
}
