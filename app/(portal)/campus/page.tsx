import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CampusScreen } from '@/components/campus/campus-screen';
import type { WallLinks } from '@/components/campus/campus-screen';
import type { WallData } from '@/components/campus/use-wall';
import { NoWall } from '@/components/campus/no-wall';
import type { Actor } from '@/lib/auth/actor';
import { requirePage } from '@/lib/auth/page-guard';
import { countCampusErrors, countConnected, getCampusView, pageCampusEquipment } from '@/lib/campus/contract';
import { campusSizeOf } from '@/lib/campus/value-sets';
import { batchEquipmentStatus } from '@/lib/equipment/contract';
import { mayOpen, routeOf } from '@/lib/routes';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('campus') };
}

async function loadWall(pageIndex: number): Promise<WallData> {
  const at = Date.now();
  const [view, connections, faults] = await Promise.all([smsEnvelope(getCampusView, {}), smsEnvelope(countConnected, {}), smsEnvelope(countCampusErrors, {})]);
  const page = await smsEnvelope(pageCampusEquipment, { pageIndex, pageSize: campusSizeOf(view.data?.basic.campusViewSize) });
  const equipmentNoList = page.data?.equipmentList.records.map(({ equipmentNo }) => equipmentNo) ?? [];
  const statuses = equipmentNoList.length > 0 ? await smsEnvelope(batchEquipmentStatus, { equipmentNoList }) : null;
  return { at, pageIndex, view: view.data, page: page.data?.equipmentList ?? null, statuses: statuses?.data ?? null, connections: connections.data, faults: faults.data };
}

/** Only pages that exist and that the user may open are linked. */
function linksOf(actor: Actor): WallLinks {
  const live = (key: string) => (routeOf(key).isBuilt && mayOpen(actor, routeOf(key)) ? key : undefined);
  return { live: { EV: live('elevator'), ES: live('escalator'), WW: live('sidewalk') }, hasEquipmentList: live('equipmentlist') !== undefined };
}

/** The monitoring wall (doc3 §2.1). Opens for everybody signed in; without CAMPUS_VIEW_READ the page says so itself. */
export default async function CampusRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('campus', params);
  if (!actor.authorities.has('CAMPUS_VIEW_READ')) return <NoWall />;
  const requested = Number([params.page].flat()[0]);
  const pageIndex = Number.isInteger(requested) && requested >= 1 && requested <= 100_000 ? requested : 1;
  return <CampusScreen data={await loadWall(pageIndex)} links={linksOf(actor)} />;
}
