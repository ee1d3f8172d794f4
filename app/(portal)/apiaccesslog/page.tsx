import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { accessLogList } from '@/components/access-log/access-log-list';
import { AccessLogScreen } from '@/components/access-log/access-log-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('apiaccesslog') };
}

/** Audit log (silent-screens B5). */
async function ApiaccesslogPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('apiaccesslog', params);
  return <AccessLogScreen first={await loadFirstPage(accessLogList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['accessLog', 'list'], ApiaccesslogPage);
