import { getLocale } from 'next-intl/server';
import { reportProblemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { BiweeklyActions } from '@/components/unit-reports/unit-report-actions';
import { UnitReportScreen } from '@/components/unit-reports/unit-report-screen';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { getBiweekly } from '@/lib/features/unit-reports/biweekly-contract';
import { documentOf } from '@/lib/features/unit-reports/document';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('healthBiweeklyReport');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;
const wordOf = (value: string | string[] | undefined) => [value].flat()[0]?.trim() ?? '';

/** The biweekly report on a unit (doc3 §2.12): `?equipNo=&createDateRange=`, the day on which it stands. */
async function BiweeklyReportRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('healthBiweeklyReport', params);
  const asked = { equipmentNo: wordOf(params.equipNo), reportTime: wordOf(params.createDateRange) };
  if (!asked.equipmentNo) return <DetailMessage kind="missing" />;
  const { code, message, data } = await sms(getBiweekly, asked);
  if (!data) return <DetailMessage kind={reportProblemOf(code)} message={message} id={asked.equipmentNo} />;
  const mayRead = may(holderOf(actor), queryCallbacks);
  const document = documentOf(data, 'biweekly', parseLanguage(await getLocale()), (filters) =>
    mayRead ? hrefOf('callbacklist', filters) : undefined,
  );
  const { title, subject, window } = document;
  return (
    <UnitReportScreen
      document={document}
      actions={<BiweeklyActions asked={asked} subject={`${title} · ${subject} · ${window}`} />}
    />
  );
}

export default withTexts(['report'], BiweeklyReportRoute);
