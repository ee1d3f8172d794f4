'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getHealthReportPdf } from '@/lib/features/health-report/contract';
import { downloadSms } from '@/lib/platform/client/client';

/** What the report was asked with. */
export interface ReportQuestion {
  readonly projectId: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Print and download; a failed download says why and can be tried again. */
export function ReportActions({ asked }: { readonly asked: ReportQuestion }) {
  const t = useTranslations('healthReport');
  const failureText = useFailureText();
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    try {
      await downloadSms(getHealthReportPdf, asked);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      <Button onClick={() => window.print()}>{t('print')}</Button>
      <Button variant="contained" onClick={() => void download()} disabled={isLoading}>
        {t(isLoading ? 'downloading' : 'download')}
      </Button>
    </>
  );
}
