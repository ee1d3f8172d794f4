import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { accessLogList } from '@/components/access-log/access-log-list';
import { AccessLogScreen } from '@/components/access-log/access-log-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { queryAccessLog } from '@/lib/access-log/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('apiaccesslog') };
}

/** Audit log (silent-screens B5). */
export default async function ApiaccesslogPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('apiaccesslog', params);
  const input = listInput(accessLogList, readListState(accessLogList, params));
  const { data } = await smsEnvelope(queryAccessLog, input);
  return <AccessLogScreen first={firstPage(input, data)} canExport={actor.authorities.has('SUPER_MASTER')} />;
}
