/** Constants of the monitoring wall (doc3 §9). */

/** Tiles on a page. */
export const CAMPUS_SIZES = [40, 80, 100] as const;
export type CampusSize = (typeof CAMPUS_SIZES)[number];
export const DEFAULT_CAMPUS_SIZE: CampusSize = 40;

/** Kinds that have a tile; other equipment has no live state to show. */
export const WALL_DISPLAY_TYPES = ['EV', 'ES', 'WW'] as const;
export type WallDisplayType = (typeof WALL_DISPLAY_TYPES)[number];

/** Places are counted in groups of 40, whatever the page size (readings 39). */
const GROUP = 40;

/** The place of a unit as people count it, 1..40. @param position order on the wall, from 0 */
export function groupPlace(position: number): number {
  return (position % GROUP) + 1;
}

/** The page size of a stored or received number; anything else is the default. */
export function campusSizeOf(value: number | undefined): CampusSize {
  return CAMPUS_SIZES.find((size) => size === value) ?? DEFAULT_CAMPUS_SIZE;
}

/** Address of a wall picture: the stored path with its base (doc3 §3). */
export function campusImageHref(path: string | null): string | undefined {
  return path ? `/sms/file/view/${path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}` : undefined;
}
