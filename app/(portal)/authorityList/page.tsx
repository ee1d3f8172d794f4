import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthorityListScreen } from '@/components/authorities/authority-list-screen';
import { authorityList } from '@/components/authorities/authority-list';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('authorityList') };
}

/** Authorities (doc1 §2); writing is also a matter of the head office (readings 64). */
async function AuthorityListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('authorityList', params);
  return <AuthorityListScreen first={await loadFirstPage(authorityList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['authorities', 'list'], AuthorityListPage);
