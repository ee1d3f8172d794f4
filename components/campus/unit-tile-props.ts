import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import type { ExpressZone } from '@/lib/live/units/floors';

/** Plain values (and one list), so that a tile is drawn anew by its own news and by nobody else's. */
export interface UnitTileProps {
  readonly equipmentNo: string;
  readonly name: string;
  readonly displayType: WallDisplayType;
  /** 1..40 (readings 39). */
  readonly place: number;
  /** Address of its live page; undefined when there is none or the user may not open it. */
  readonly href: string | undefined;
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
  /** Landings of an elevator, where they are known. */
  readonly totalFloors?: number | null;
  /** The same object as long as the unit is on the page. */
  readonly expressZones?: readonly ExpressZone[];
  /** On the custom wall its own rules apply besides (doc3 §4.4). */
  readonly isCustom?: boolean;
  /** Hears what the tile has found out; the same object for the life of the wall. */
  readonly watcher?: TileWatcher;
}

export interface TileWatcher {
  seeError(equipmentNo: string, hasError: boolean): void;
  /** Custom wall: somebody is presumed trapped, in words, or no more. */
  seeSuspicion(equipmentNo: string, warnDesc: string | undefined): void;
}
