import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProjectListScreen } from '@/components/projects/project-list-screen';
import { projectList } from '@/components/projects/project-list';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { requirePage } from '@/lib/auth/page-guard';
import { queryProjects } from '@/lib/projects/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('projectList') };
}

/** Project records (doc1 §2). */
export default async function ProjectListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('projectList', params);
  const input = listInput(projectList, readListState(projectList, params));
  const { data } = await smsEnvelope(queryProjects, input);
  return <ProjectListScreen first={firstPage(input, data)} holder={{ isHeadOffice: actor.userType === 0, canWrite: actor.authorities.has('PROJECT_WRITE') }} />;
}
