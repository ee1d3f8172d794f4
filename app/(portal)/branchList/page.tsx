import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BranchListScreen } from '@/components/branches/branch-list-screen';
import { branchList } from '@/components/branches/branch-list';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('branchList') };
}

/** Branches, read-only (doc1 §2). */
async function BranchListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  await requirePage('branchList', params);
  return <BranchListScreen first={await loadFirstPage(branchList, params)} />;
}

export default withTexts(['branches', 'escalator', 'list'], BranchListPage);
