import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { UserListScreen } from '@/components/users/user-list-screen';
import { userListOf } from '@/components/users/user-list';
import { requirePage } from '@/lib/auth/page-guard';
import { smsEnvelope } from '@/lib/sms/call';
import { queryUsers } from '@/lib/users/contract';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userList') };
}

/** Accounts (doc1 §2). */
export default async function UserListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userList', params);
  const definition = userListOf(actor.userType);
  const input = listInput(definition, readListState(definition, params));
  const { data } = await smsEnvelope(queryUsers, input);
  return <UserListScreen first={firstPage(input, data)} holder={{ userType: actor.userType, authorities: [...actor.authorities] }} />;
}
