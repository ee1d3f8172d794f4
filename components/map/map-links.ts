import { openCalls } from '@/components/callbacks/shared/open-calls';
import { anyCallback } from '@/lib/features/callbacks/contract';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { UNLOCATED } from '@/lib/live/units/area-names';
import { placeText, type MapPlace } from '@/lib/live/units/map-place';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { RowLinks } from './shared/area-table';
import type { Counted, MapRow } from './shared/map-rows';

/**
 * The lists behind the numbers of units, and of those with open call-outs. Pure.
 * @param today the last day of the call-outs; empty: not known yet
 */
export function mapLinks(holder: Holder, today: string) {
  const readsUnits = may(holder, queryEquipment);
  const readsCalls = may(holder, anyCallback) && today !== '';
  const linksOf = (filters: Readonly<Record<string, string>>, { total, malfunction }: Counted): RowLinks => ({
    units: readsUnits && total > 0 ? hrefOf('equipmentlist', filters) : undefined,
    calls: readsCalls && malfunction ? hrefOf('callbacklist', { ...filters, ...openCalls(today) }) : undefined,
  });
  return {
    ofPlace: (place: MapPlace, counted: Counted): RowLinks => linksOf({ place: placeText(place) }, counted),
    /** A square of several buildings has no list: nearer they are single. */
    ofBuilding: (place: MapPlace, { building, ...counted }: Counted & Pick<MapRow, 'building'>): RowLinks =>
      building ? linksOf({ place: placeText(place), building }, counted) : {},
    /** Units that the map cannot show. */
    unlocated: (count: number): string | undefined =>
      linksOf({ place: UNLOCATED }, { total: count, malfunction: null, openCallbacks: null }).units,
    callback: (callbackId: string): string | undefined =>
      mayOpen(holder, routeOf('callbackDetail')) ? hrefOf('callbackDetail', { callbackId }) : undefined,
  };
}
export type MapLinks = ReturnType<typeof mapLinks>;
