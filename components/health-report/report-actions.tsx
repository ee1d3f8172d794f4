'use client';

import { ReportActions } from '@/components/kit/report/report-actions';
import { downloadReport, mailReport, type ReportQuestion } from './report-calls';

/** The actions of the page: they ask for the very report that it shows. */
export function HealthReportActions({ asked, subject }: { readonly asked: ReportQuestion; readonly subject: string }) {
  return (
    <ReportActions
      subject={subject}
      onDownload={() => downloadReport(asked)}
      onMail={(emailAddress) => mailReport(asked, emailAddress)}
    />
  );
}
