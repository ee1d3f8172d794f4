import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { strategyList } from '@/components/strategies/strategy-list';
import { StrategyListScreen } from '@/components/strategies/strategy-list-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { queryStrategies } from '@/lib/strategies/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userStrategy') };
}

/** Data strategies (silent-screens B2). */
export default async function UserStrategyPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userStrategy', params);
  const input = listInput(strategyList, readListState(strategyList, params));
  const { data } = await smsEnvelope(queryStrategies, input);
  return <StrategyListScreen first={firstPage(input, data)} canWrite={actor.authorities.has('USER_WRITE')} />;
}
