'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/components/kit/ui/states';
import { SuccessIcon, WarningIcon } from '@/components/kit/ui/icons';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { unsubscribeMail } from '@/lib/features/subscriptions/contract';
import { callSms } from '@/lib/platform/client/client';
import styles from './mail-form.module.css';

interface Props {
  readonly token: string;
  /** Masked; undefined: the link is not one of ours. */
  readonly address: string | undefined;
}

/** Ends the report e-mails to the address of a signed link (readings 10, silent-screens B9). */
export function MailForm({ token, address }: Props) {
  const t = useTranslations('subscriptions.mail');
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await callSms(unsubscribeMail, { token });
      setIsDone(true);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setIsBusy(false);
    }
  };
  if (address === undefined) return <EmptyState icon={<WarningIcon />} title={t('badLink')} text={t('badLinkHint')} />;
  if (isDone) return <EmptyState icon={<SuccessIcon />} title={t('done')} text={t('doneText', { address })} />;
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('text')}</p>
      <p className={styles.address}>{address}</p>
      {failure && (
        <Alert severity="error" variant="outlined">
          {failure}
        </Alert>
      )}
      <Button variant="contained" color="primary" fullWidth loading={isBusy} onClick={() => void send()}>
        {t('button')}
      </Button>
    </div>
  );
}
