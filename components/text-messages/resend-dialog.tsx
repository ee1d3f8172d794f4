'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { querySmsLog, resendSms, type SmsLogRow } from '@/lib/features/text-messages/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly row: SmsLogRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before a failed message is sent again; names its number. */
export function ResendDialog({ row, onDone, onClose }: Props) {
  const t = useTranslations('smsLog');
  const success = useTranslations('common.success');
  const failureText = useFailureText();
  return (
    <ConfirmDialog
      isOpen
      title={t('dialog.resend')}
      text={t('dialog.resendText', { phone: row.phone })}
      confirmLabel={t('action.resend')}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await mutateSms(resendSms, { id: row.id }, [querySmsLog]);
          toast.success(success('operation'));
        } catch (error) {
          toast.error(failureText(error));
        }
        onClose();
        onDone();
      }}
    />
  );
}
