'use client';

import { useTranslations } from 'next-intl';
import { runForAll } from '@/components/kit/list/run-for-all';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { querySmsLog, resendSms, type SmsLogRow } from '@/lib/features/text-messages/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly rows: readonly SmsLogRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before failed messages are sent again: names the number of one, says how many there are. */
export function ResendDialog({ rows, onDone, onClose }: Props) {
  const t = useTranslations('smsLog');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const [first] = rows;
  return (
    <ConfirmDialog
      isOpen
      title={t('dialog.resend')}
      text={
        rows.length === 1 && first
          ? t('dialog.resendText', { phone: first.phone })
          : t('dialog.resendAll', { count: rows.length })
      }
      confirmLabel={t('action.resend')}
      onClose={onClose}
      onConfirm={async () => {
        const { done, failures } = await runForAll(rows, ({ id }) => mutateSms(resendSms, { id }, [querySmsLog]));
        const [failure] = failures;
        if (failure === undefined) toast.success(common('success.operation'));
        else if (rows.length === 1) toast.error(failureText(failure));
        else toast.error(t('dialog.someFailed', { done, failed: failures.length, why: failureText(failure) }));
        onClose();
        onDone();
      }}
    />
  );
}
