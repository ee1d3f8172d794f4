import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CampusScreen } from '@/components/campus/wall/campus-screen';
import { NoWall } from '@/components/campus/wall/no-wall';
import { Texts, withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { linksOf, loadWall } from './load-wall';
import { holderOf } from '@/lib/platform/contract/access';
import { mayOpen, routeOf } from '@/lib/routes';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('campus') };
}

/** The monitoring wall (doc3 §2.1). It opens for every signed-in user; without CAMPUS_VIEW_READ the page says so. */
async function CampusRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('campus', params);
  if (!mayOpen(actor, routeOf('campus'))) return <NoWall />;
  return (
    <Texts of={['announcements', 'campus', 'list', 'notifications']}>
      <CampusScreen
        data={await loadWall(params)}
        links={linksOf(actor)}
        username={actor.username}
        holder={holderOf(actor)}
      />
    </Texts>
  );
}

export default withTexts(['noWall'], CampusRoute);
