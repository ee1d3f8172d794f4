import type { UploadRule } from '@/lib/platform/contract/received-file';

/** Constants of the monitoring wall (doc3 §9). */

/** Tiles on a page. */
export const CAMPUS_SIZES = [40, 80, 100] as const;
export type CampusSize = (typeof CAMPUS_SIZES)[number];
export const DEFAULT_CAMPUS_SIZE: CampusSize = 40;

/** One grid, or a group with a heading for each project (readings 146). */
export const WALL_GROUPINGS = ['none', 'project'] as const;
export type WallGrouping = (typeof WALL_GROUPINGS)[number];
/** By the places the user gave them, or the worst condition first (readings 146). */
export const WALL_ORDERS = ['position', 'worst'] as const;
export type WallOrder = (typeof WALL_ORDERS)[number];

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

/** Most units on a wall (api.md §2.11). */
export const MAX_WALL_UNITS = 2000;

/** Largest pictures (doc3 §5). */
export const LOGO_BYTES = 512 * 1024;
export const BACKGROUND_BYTES = 2 * 1024 * 1024;

/** What the door takes as a picture of the wall; a logo has the smaller limit besides. */
export const CAMPUS_UPLOAD: UploadRule = {
  types: ['jpg', 'png'],
  below: BACKGROUND_BYTES + 1,
  tooLarge: 'badCampusImage',
  badType: 'badCampusImage',
  failed: 'badCampusImage',
};

/** A wished place in a list of `count`, as people count it: within 1..count, and whole. */
export function clampPlace(wished: number, count: number): number {
  return Math.min(Math.max(1, Math.trunc(Number.isFinite(wished) ? wished : 1)), Math.max(1, count));
}
