import { getLocale, getTranslations } from 'next-intl/server';
import { reportProblemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { MonthlyActions } from '@/components/unit-reports/unit-report-actions';
import { UnitReportScreen } from '@/components/unit-reports/unit-report-screen';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { documentOf } from '@/lib/features/unit-reports/document';
import { getMonthly } from '@/lib/features/unit-reports/monthly-contract';
import { isReportMonth, monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';
import { formatDate } from '@/lib/platform/i18n/format';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('healthReportEquipment');

const todayOf = () => formatDate(Date.now());
type SearchParams = Promise<Record<string, string | string[] | undefined>>;
const wordOf = (value: string | string[] | undefined) => [value].flat()[0]?.trim() ?? '';

/** The monthly report on a unit (doc3 §2.13): `?equipNo=&month=yyyy-MM`. Without such a month nothing is asked for. */
async function MonthlyReportRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('healthReportEquipment', params);
  const [equipmentNo, month] = [wordOf(params.equipNo), wordOf(params.month)];
  const today = todayOf();
  if (!equipmentNo) return <DetailMessage kind="missing" />;
  if (!isReportMonth(month, today)) {
    const t = await getTranslations('errors');
    return <DetailMessage kind="refused" message={t('monthRequired')} />;
  }
  const { from, until } = monthlyWindow(month, today);
  const asked = { equipmentNo, startDate: from, endDate: until };
  const { code, message, data } = await sms(getMonthly, asked);
  if (!data) return <DetailMessage kind={reportProblemOf(code)} message={message} id={equipmentNo} />;
  const mayRead = may(holderOf(actor), queryCallbacks);
  const document = documentOf(data, 'monthly', parseLanguage(await getLocale()), (filters) =>
    mayRead ? hrefOf('callbacklist', filters) : undefined,
  );
  const { title, subject, window } = document;
  return (
    <UnitReportScreen
      document={document}
      actions={<MonthlyActions asked={asked} subject={`${title} · ${subject} · ${window}`} />}
    />
  );
}

export default withTexts(['report'], MonthlyReportRoute);
