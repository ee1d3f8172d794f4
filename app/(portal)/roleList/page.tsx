import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RoleListScreen } from '@/components/roles/role-list-screen';
import { roleList } from '@/components/roles/role-list';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { requirePage } from '@/lib/auth/page-guard';
import { searchRoles } from '@/lib/roles/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('roleList') };
}

/** Roles (doc1 §2); writing is also a matter of the head office (readings 64). */
export default async function RoleListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('roleList', params);
  const input = listInput(roleList, readListState(roleList, params));
  const { data } = await smsEnvelope(searchRoles, input);
  return <RoleListScreen first={firstPage(input, data)} canWrite={actor.userType === 0 && actor.authorities.has('ROLE_WRITE')} isSuperMaster={actor.authorities.has('SUPER_MASTER')} />;
}
