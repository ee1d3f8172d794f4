import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { strategyList } from '@/components/strategies/strategy-list';
import { StrategyListScreen } from '@/components/strategies/strategy-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userStrategy') };
}

/** Data strategies (silent-screens B2). */
async function UserStrategyPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userStrategy', params);
  return <StrategyListScreen first={await loadFirstPage(strategyList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['escalator', 'list', 'strategies'], UserStrategyPage);
