import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProjectListScreen } from '@/components/projects/project-list-screen';
import { projectList } from '@/components/projects/project-list';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('projectList') };
}

/** Project records (doc1 §2). */
async function ProjectListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('projectList', params);
  return <ProjectListScreen first={await loadFirstPage(projectList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['equipment', 'escalator', 'list', 'projects'], ProjectListPage);
