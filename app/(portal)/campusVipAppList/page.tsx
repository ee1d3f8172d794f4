import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { applicationList } from '@/components/campus-applications/application-list';
import { ApplicationListScreen } from '@/components/campus-applications/application-list-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { queryCampusApply } from '@/lib/campus-applications/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('campusVipAppList') };
}

/** Applications for the monitoring wall (silent-screens B4). */
export default async function CampusVipAppListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('campusVipAppList', params);
  const input = listInput(applicationList, readListState(applicationList, params));
  const { data } = await smsEnvelope(queryCampusApply, input);
  return <ApplicationListScreen first={firstPage(input, data)} canWrite={actor.authorities.has('USER_WRITE')} isHeadOffice={actor.userType === 0} />;
}
