import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BranchListScreen } from '@/components/branches/branch-list-screen';
import { branchList } from '@/components/branches/branch-list';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { requirePage } from '@/lib/auth/page-guard';
import { searchBranches } from '@/lib/branches/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('branchList') };
}

/** Branches, read-only (doc1 §2). */
export default async function BranchListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  await requirePage('branchList', params);
  const input = listInput(branchList, readListState(branchList, params));
  const { data } = await smsEnvelope(searchBranches, input);
  return <BranchListScreen first={firstPage(input, data)} />;
}
