import { getHealthReportPdf } from '@/lib/features/health-report/contract';
import { mailHealthReport } from '@/lib/features/health-report/project-list-contract';
import { INTERVAL_DAYS } from '@/lib/features/health-report/value-sets';
import { callSms, downloadSms } from '@/lib/platform/client/client';
import { pageUser } from '@/lib/platform/client/page-user';

/** What a report is asked with; the days as the server answers them. */
export interface ReportQuestion {
  /** Comma-joined. */
  readonly projectId: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Days as the documents of the contract write them. */
const slashed = (day: string | undefined) => day?.replaceAll('-', '/');
const asker = () => ({ intervalDays: INTERVAL_DAYS, username: pageUser() ?? undefined });

/** Saves the PDF (api.md §2.15). */
export const downloadReport = ({ projectId, startDate, endDate }: ReportQuestion): Promise<void> =>
  downloadSms(getHealthReportPdf, {
    projectId,
    startDate: slashed(startDate),
    endDate: slashed(endDate),
    ...asker(),
  });

/** Has the PDF sent. */
export const mailReport = ({ projectId, ...days }: ReportQuestion, emailAddress: string): Promise<null> =>
  callSms(mailHealthReport, { projectIds: projectId, ...days, ...asker(), emailAddress });
