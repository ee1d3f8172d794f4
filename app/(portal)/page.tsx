import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeScreen } from '@/components/home/home-screen';
import type { FirstUnits } from '@/components/home/unit-query';
import { FAULT_COUNT, unitFilterOf, unitInput, type UnitFilter } from '@/components/home/unit-query';
import { withTexts } from '@/components/kit/layout/texts';
import { getUserInfo } from '@/lib/features/account/contract';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { countConnected } from '@/lib/features/campus/contract';
import { batchEquipmentStatus, queryEquipment } from '@/lib/features/equipment/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import { homeTiles } from '@/lib/menu';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { holderOf, may } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('home') };
}

/** Hour of the day where the product is used, 0-23. */
const hourNow = () => Number(formatTime(Date.now()).slice(0, 2));

/** The first picture of the finder; undefined when the focus is not known or a call fails: the browser then asks and says what is wrong. */
async function firstUnitsOf(filter: UnitFilter): Promise<FirstUnits | undefined> {
  const focus = await pageFocus();
  if (focus === undefined) return undefined;
  const [page, connections, faulty] = await Promise.all([
    sms(queryEquipment, unitInput(filter)),
    sms(countConnected, {}),
    sms(queryEquipment, FAULT_COUNT),
  ]);
  if (!page.data || !connections.data || !faulty.data) return undefined;
  const numbers = page.data.records.map(({ equipmentNo }) => equipmentNo);
  const statuses = numbers.length > 0 ? await sms(batchEquipmentStatus, { equipmentNoList: numbers }) : undefined;
  return {
    filter,
    focus,
    page: page.data,
    statuses: statuses?.data ?? [],
    connections: connections.data,
    fault: faulty.data.total,
    at: Date.now(),
  };
}

/** Home (doc1 §2): needs HOMEPAGE_READ; without it the no-permission page stands here (readings 3). */
async function HomePage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('home', params);
  const mayListUnits = may(actor, queryEquipment);
  const [title, userInfo, firstUnits] = await Promise.all([
    getTranslations('routes'),
    sms(getUserInfo, {}),
    mayListUnits ? firstUnitsOf(unitFilterOf(params)) : undefined,
  ]);
  return (
    <HomeScreen
      nickName={actor.nickName}
      hour={hourNow()}
      tiles={homeTiles(actor).map((tile) => ({ ...tile, title: title(tile.key as Parameters<typeof title>[0]) }))}
      holder={holderOf(actor)}
      firstUnits={firstUnits}
      userInfo={userInfo.data ?? undefined}
    />
  );
}

export default withTexts(['home'], HomePage);
