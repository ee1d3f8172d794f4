'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { useFileDownload } from './use-file-download';

const MailDialog = later(async () => (await import('./mail-dialog')).ReportMailDialog, ['report']);

interface Props {
  /** What an e-mail says is sent. */
  readonly subject: string;
  readonly onDownload: () => Promise<void>;
  /** Absent: no e-mail. */
  readonly onMail?: (emailAddress: string) => Promise<unknown>;
}

/** What every report page offers: print, e-mail, download. */
export function ReportActions({ subject, onDownload, onMail }: Props) {
  const t = useTranslations('report');
  const { download, isLoading } = useFileDownload();
  const [isMailing, setIsMailing] = useState(false);
  return (
    <>
      <Button onClick={() => window.print()}>{t('print')}</Button>
      {onMail && <Button onClick={() => setIsMailing(true)}>{t('mail')}</Button>}
      <Button variant="contained" onClick={() => void download(onDownload)} disabled={isLoading}>
        {t(isLoading ? 'downloading' : 'download')}
      </Button>
      {onMail && isMailing && <MailDialog subject={subject} onSend={onMail} onClose={() => setIsMailing(false)} />}
    </>
  );
}
