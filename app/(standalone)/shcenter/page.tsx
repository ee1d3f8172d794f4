import { CenterScreen } from '@/components/campus/center/center-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { titleOf } from '@/components/kit/list/resource-page';
import { saveCampusView } from '@/lib/features/campus/contract';
import { LIVE_PAGE } from '@/lib/live/units/live-page';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { loadCenter } from './load-center';

export const generateMetadata = titleOf('shcenter');

const mayGo = (actor: Actor, key: string) => routeOf(key).isBuilt && mayOpen(actor, routeOf(key));

/** The escalators of the Shanghai center (doc3 §2.4, readings 88). */
async function ShcenterRoute({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePage('shcenter', searchParams);
  const page = [LIVE_PAGE.ES, 'equipmentDetail'].find((key) => mayGo(actor, key));
  return (
    <CenterScreen
      data={await loadCenter()}
      page={page}
      settingsHref={
        may(actor, saveCampusView) && mayGo(actor, 'campus') ? hrefOf('campus', { settings: 'true' }) : undefined
      }
      // Doc 1 §1: not of a project's own people.
      mayChooseLanguage={!isCustomer(actor)}
    />
  );
}

export default withTexts(['shcenter', 'campus'], ShcenterRoute);
