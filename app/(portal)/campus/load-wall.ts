import 'server-only';
import type { WallLinks } from '@/components/campus/wall/campus-screen';
import type { WallData } from '@/components/campus/wall/use-wall';
import type { Actor } from '@/lib/platform/contract/actor';
import { countCampusErrors, countConnected, getCampusView, pageCampusEquipment } from '@/lib/features/campus/contract';
import { campusSizeOf, WALL_GROUPINGS, WALL_ORDERS } from '@/lib/features/campus/value-sets';
import { batchEquipmentStatus } from '@/lib/features/equipment/contract';
import { LIVE_PAGE } from '@/lib/live/units/live-page';
import { mayOpen, routeOf } from '@/lib/routes';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';

type Params = Record<string, string | string[] | undefined>;

/**
 * The data of both walls at rendering. A part is null when its call failed or an unknown focus may narrow it: the
 * browser then asks itself.
 */
export async function loadWall(params: Params): Promise<WallData> {
  const requested = Number([params.page].flat()[0]);
  const pageIndex = Number.isInteger(requested) && requested >= 1 && requested <= 100_000 ? requested : 1;
  const group = WALL_GROUPINGS.find((value) => value === [params.group].flat()[0]) ?? 'none';
  const order = WALL_ORDERS.find((value) => value === [params.order].flat()[0]) ?? 'position';
  const [at, focus] = [Date.now(), await pageFocus()];
  if (focus === undefined)
    return {
      at,
      pageIndex,
      focus: null,
      view: (await sms(getCampusView, {})).data,
      page: null,
      group,
      order,
      projects: null,
      statuses: null,
      connections: null,
      faults: null,
      source: 'chosen',
    };
  const [view, connections, faults] = await Promise.all([
    sms(getCampusView, {}),
    sms(countConnected, {}),
    sms(countCampusErrors, {}),
  ]);
  const page = await sms(pageCampusEquipment, {
    pageIndex,
    pageSize: campusSizeOf(view.data?.basic.campusViewSize),
    group,
    order,
  });
  const equipmentNoList = page.data?.equipmentList.records.map(({ equipmentNo }) => equipmentNo) ?? [];
  const statuses = equipmentNoList.length > 0 ? await sms(batchEquipmentStatus, { equipmentNoList }) : null;
  return {
    at,
    pageIndex,
    focus,
    view: view.data,
    page: page.data?.equipmentList ?? null,
    source: page.data?.source ?? 'chosen',
    group,
    order,
    projects: page.data?.projects ?? null,
    statuses: statuses?.data ?? null,
    connections: connections.data,
    faults: faults.data,
  };
}

/** Only pages that exist and that the user may open are linked. */
export function linksOf(actor: Actor): WallLinks {
  const open = (key: string) => (routeOf(key).isBuilt && mayOpen(actor, routeOf(key)) ? key : undefined);
  return {
    live: { EV: open(LIVE_PAGE.EV), ES: open(LIVE_PAGE.ES), WW: open(LIVE_PAGE.WW) },
    hasEquipmentList: open('equipmentlist') !== undefined,
    messages: { CBK: open('callbackDetail'), SYMPTOM: open('symptomDetail'), JOB: open('maintenanceDetail') },
  };
}
