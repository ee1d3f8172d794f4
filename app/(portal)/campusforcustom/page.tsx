import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CampusScreen } from '@/components/campus/wall/campus-screen';
import { NoWall } from '@/components/campus/wall/no-wall';
import { Texts, withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { linksOf, loadWall } from '../campus/load-wall';
import { holderOf } from '@/lib/platform/contract/access';
import { mayOpen, routeOf } from '@/lib/routes';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('campusforcustom') };
}

/** The wall of the airport project's users (doc3 §2.2); /campus sends them here. */
async function CampusForCustomRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('campusforcustom', params);
  if (!mayOpen(actor, routeOf('campusforcustom'))) return <NoWall />;
  return (
    <Texts of={['announcements', 'campus', 'list', 'notifications']}>
      <CampusScreen
        variant="custom"
        data={await loadWall(params)}
        links={linksOf(actor)}
        username={actor.username}
        holder={holderOf(actor)}
      />
    </Texts>
  );
}

export default withTexts(['noWall'], CampusForCustomRoute);
