import { HealthReportScreen } from '@/components/health-report/health-report-screen';
import { reportProblemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { getHealthReport } from '@/lib/features/health-report/contract';
import { documentOf } from '@/lib/features/health-report/document';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';
import { getLocale } from 'next-intl/server';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('healthReport');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const wordOf = (value: string | string[] | undefined) => [value].flat()[0]?.trim();

/** The report on projects (doc3 §2.10): `?projectId=…,…&startDate=&endDate=`. */
async function HealthReportRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('healthReport', params);
  const projectId = wordOf(params.projectId);
  if (!projectId) return <DetailMessage kind="missing" />;
  const asked = { projectId, startDate: wordOf(params.startDate), endDate: wordOf(params.endDate) };
  const { code, message, data } = await sms(getHealthReport, asked);
  if (!data) return <DetailMessage kind={reportProblemOf(code)} message={message} id={projectId} />;
  const mayRead = may(holderOf(actor), queryCallbacks);
  const document = documentOf(data, parseLanguage(await getLocale()), (filters) =>
    mayRead ? hrefOf('callbacklist', filters) : undefined,
  );
  return <HealthReportScreen document={document} asked={asked} />;
}

export default withTexts(['report'], HealthReportRoute);
