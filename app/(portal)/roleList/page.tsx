import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RoleListScreen } from '@/components/roles/role-list-screen';
import { roleList } from '@/components/roles/role-list';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('roleList') };
}

/** Roles (doc1 §2); writing is also a matter of the head office (readings 64). */
async function RoleListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('roleList', params);
  return <RoleListScreen first={await loadFirstPage(roleList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['escalator', 'list', 'roles'], RoleListPage);
