import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeScreen } from '@/components/home/home-screen';
import { unitFilterOf } from '@/components/home/unit-query';
import { withTexts } from '@/components/kit/layout/texts';
import { getUserInfo } from '@/lib/features/account/contract';
import { CUSTOMER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { queryHomeBuildings } from '@/lib/features/home/contract';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import { homeTiles } from '@/lib/menu';
import { sms } from '@/lib/platform/door/call';
import { holderOf, may } from '@/lib/platform/contract/access';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { firstBuildingsOf, firstIncidentsOf, firstUnitsOf } from './load-home';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('home') };
}

/** Hour of the day in the product's time zone, 0-23. */
const hourNow = () => Number(formatTime(Date.now()).slice(0, 2));

/** Home (doc1 §2) needs HOMEPAGE_READ; without it the no-permission page is shown here (readings 3). */
async function HomePage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('home', params);
  const isCustomer = actor.customerType === CUSTOMER_TYPE.external;
  const [title, userInfo, strategy, firstUnits, firstIncidents, firstBuildings] = await Promise.all([
    getTranslations('routes'),
    sms(getUserInfo, {}),
    strategyOf(actor),
    may(actor, queryEquipment) ? firstUnitsOf(unitFilterOf(params)) : undefined,
    !isCustomer && may(actor, queryIncidents) ? firstIncidentsOf() : undefined,
    isCustomer && may(actor, queryHomeBuildings) ? firstBuildingsOf() : undefined,
  ]);
  return (
    <HomeScreen
      nickName={actor.nickName}
      hour={hourNow()}
      tiles={homeTiles(actor).map((tile) => ({ ...tile, title: title(tile.key as Parameters<typeof title>[0]) }))}
      holder={holderOf(actor)}
      isCustomer={isCustomer}
      showsFaults={strategy.dataGroups.includes('faults')}
      // Without a focus the finder's totals are those of the whole scope: one count is enough.
      firstIncidents={
        firstIncidents && {
          ...firstIncidents,
          offline: firstUnits?.focus === null ? firstUnits.states.offline : undefined,
        }
      }
      firstBuildings={firstBuildings}
      firstUnits={firstUnits}
      userInfo={userInfo.data ?? undefined}
    />
  );
}

export default withTexts(['home', 'callbacks', 'incidents'], HomePage);
