import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { UserListScreen } from '@/components/users/user-list-screen';
import { userListOf } from '@/components/users/user-list';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userList') };
}

/** Accounts (doc1 §2). */
async function UserListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userList', params);
  const definition = userListOf(actor.userType);
  return <UserListScreen first={await loadFirstPage(definition, params)} holder={holderOf(actor)} />;
}

export default withTexts(['equipment', 'escalator', 'list', 'projects', 'userList'], UserListPage);
