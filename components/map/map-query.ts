import { parseAsInteger, parseAsString } from 'nuqs/server';
import { MIN_ZOOM } from '@/lib/features/map/shared/drill-down';

/** Where one is on the map, in the page's address. */
export const MAP_PARAMS = {
  zoom: parseAsInteger.withDefault(MIN_ZOOM),
  area: parseAsString,
  second: parseAsString,
  building: parseAsString,
};
