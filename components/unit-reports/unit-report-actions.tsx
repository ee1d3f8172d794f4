'use client';

import { ReportActions } from '@/components/kit/report/report-actions';
import {
  downloadBiweekly,
  downloadMonthly,
  mailBiweekly,
  mailMonthly,
  type BiweeklyKey,
  type MonthlyKey,
} from './unit-report-calls';

/** The actions of the pages: they ask for the very report that is shown. */
export function BiweeklyActions({ asked, subject }: { readonly asked: BiweeklyKey; readonly subject: string }) {
  return (
    <ReportActions
      subject={subject}
      onDownload={() => downloadBiweekly(asked)}
      onMail={(emailAddress) => mailBiweekly(asked, emailAddress)}
    />
  );
}

export function MonthlyActions({ asked, subject }: { readonly asked: MonthlyKey; readonly subject: string }) {
  return (
    <ReportActions
      subject={subject}
      onDownload={() => downloadMonthly(asked)}
      onMail={(emailAddress) => mailMonthly(asked, emailAddress)}
    />
  );
}
