import { CITY_AREAS } from '@/lib/live/units/area-names';

/** Where a click on a bubble leads, and how loud a bubble is (doc3 §4.14, readings 51, 102, 231). Pure. */

export const MIN_ZOOM = 6;
export const MAX_ZOOM = 16;
/** From here on cities; from BUILDINGS_ZOOM on buildings. */
const CITIES_ZOOM = 7;
export const BUILDINGS_ZOOM = 10;

export type MapLevel = 'provinces' | 'cities' | 'buildings';

export const levelAt = (zoom: number): MapLevel =>
  zoom < CITIES_ZOOM ? 'provinces' : zoom < BUILDINGS_ZOOM ? 'cities' : 'buildings';

/** The logical zoom after a click on the bubble of an area. */
export function zoomAfter(zoom: number, area: string): number {
  if (zoom >= BUILDINGS_ZOOM) return zoom;
  if (zoom >= CITIES_ZOOM) return BUILDINGS_ZOOM;
  return CITY_AREAS.includes(area) ? BUILDINGS_ZOOM : CITIES_ZOOM;
}

export type AlarmStyle = 'none' | 'weak' | 'strong';

/** Exactly a tenth is the weaker style; counted in whole units, so that no rounding decides. */
export function alarmOf({
  total,
  malfunction,
}: {
  readonly total: number;
  readonly malfunction: number | null;
}): AlarmStyle {
  if (malfunction === null || malfunction === 0) return 'none';
  return malfunction * 10 > total ? 'strong' : 'weak';
}
