import { queryEquipment } from '@/lib/features/equipment/contract';
import { placeText, type MapPlace } from '@/lib/live/units/map-place';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { MapRow } from './shared/map-rows';

/** The list behind a number of units: exactly those. Pure. */
export function mapLinks(holder: Holder) {
  const readsUnits = may(holder, queryEquipment);
  return {
    ofPlace: (place: MapPlace, total: number): string | undefined =>
      readsUnits && total > 0 ? hrefOf('equipmentlist', { place: placeText(place) }) : undefined,
    /** A square of several buildings has no list: nearer they are single. */
    ofBuilding: (place: MapPlace, { building, total }: Pick<MapRow, 'building' | 'total'>): string | undefined =>
      readsUnits && building && total > 0 ? hrefOf('equipmentlist', { place: placeText(place), building }) : undefined,
    callback: (callbackId: string): string | undefined =>
      mayOpen(holder, routeOf('callbackDetail')) ? hrefOf('callbackDetail', { callbackId }) : undefined,
  };
}
export type MapLinks = ReturnType<typeof mapLinks>;
