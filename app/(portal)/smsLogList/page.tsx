import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { SmsLogScreen } from '@/components/text-messages/sms-log-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('smsLogList') };
}

/** SMS log (silent-screens B7, readings 55). */
async function SmsLogListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('smsLogList', params);
  return <SmsLogScreen first={await loadFirstPage(smsLogList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['escalator', 'list', 'smsLog'], SmsLogListPage);
