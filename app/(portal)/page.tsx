import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeScreen } from '@/components/home/home-screen';
import type { FirstBuildings } from '@/components/home/customer-home';
import type { FirstUnits } from '@/components/home/unit-query';
import { unitFilterOf, unitInput, type UnitFilter } from '@/components/home/unit-query';
import { withTexts } from '@/components/kit/layout/texts';
import { getUserInfo } from '@/lib/features/account/contract';
import { CUSTOMER_TYPE } from '@/lib/platform/auth/account-types';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { batchEquipmentStatus, queryEquipment } from '@/lib/features/equipment/contract';
import { countUnitStates, queryHomeBuildings } from '@/lib/features/home/contract';
import { INCIDENTS_SHOWN, type FirstIncidents } from '@/lib/features/home/first';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import { homeTiles } from '@/lib/menu';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { holderOf, may } from '@/lib/platform/contract/access';
import { strategyOf } from '@/lib/platform/strategy/limits';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('home') };
}

/** How old the sums of the first picture may be, s: many who open home share one reading. */
const FIRST_FIGURES_SEC = 10;

/** Hour of the day where the product is used, 0-23. */
const hourNow = () => Number(formatTime(Date.now()).slice(0, 2));

/** The first picture of the finder; undefined when the focus is not known or a call fails: the browser then asks and says what is wrong. */
async function firstUnitsOf(filter: UnitFilter): Promise<FirstUnits | undefined> {
  const focus = await pageFocus();
  if (focus === undefined) return undefined;
  const [page, states] = await Promise.all([
    sms(queryEquipment, unitInput(filter)),
    // The browser asks for those of this moment.
    sms(countUnitStates, { maxAge: FIRST_FIGURES_SEC }),
  ]);
  if (!page.data || !states.data) return undefined;
  const numbers = page.data.records.map(({ equipmentNo }) => equipmentNo);
  const statuses = numbers.length > 0 ? await sms(batchEquipmentStatus, { equipmentNoList: numbers }) : undefined;
  return {
    filter,
    focus,
    page: page.data,
    statuses: statuses?.data ?? [],
    states: states.data,
    at: Date.now(),
  };
}

/** The first picture of what needs somebody; undefined when the call fails: the browser then asks and says what is wrong. */
async function firstIncidentsOf(): Promise<FirstIncidents | undefined> {
  const at = Date.now();
  const { data } = await sms(queryIncidents, { pageSize: INCIDENTS_SHOWN });
  return data ? { page: data, at } : undefined;
}

async function firstBuildingsOf(): Promise<FirstBuildings | undefined> {
  const at = Date.now();
  const { data } = await sms(queryHomeBuildings, { pageIndex: 1 });
  return data ? { data, at } : undefined;
}

/** Home (doc1 §2): needs HOMEPAGE_READ; without it the no-permission page stands here (readings 3). */
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
      // Without a focus the sums of the finder are those of the whole scope: no need to count twice.
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
