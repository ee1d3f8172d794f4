import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { applicationList } from '@/components/campus-applications/application-list';
import { ApplicationListScreen } from '@/components/campus-applications/application-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('campusVipAppList') };
}

/** Applications for the monitoring wall (silent-screens B4). */
async function CampusVipAppListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('campusVipAppList', params);
  return <ApplicationListScreen first={await loadFirstPage(applicationList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['campusApplications', 'escalator', 'list'], CampusVipAppListPage);
