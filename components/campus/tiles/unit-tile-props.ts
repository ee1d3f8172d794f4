import type { NameWrap } from '@/lib/features/campus/short-names';
import type { UnitTrouble } from '@/lib/features/campus/trouble';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import type { ExpressZone } from '@/lib/live/units/floors';

/** Plain values (a list and what is known of its trouble besides), so that a tile is drawn anew by its own news and by nobody else's. */
export interface UnitTileProps {
  readonly equipmentNo: string;
  readonly name: string;
  /** The name as the tile has room for it (readings 147); whole when absent. */
  readonly shownName?: string;
  /** How it is broken into two lines; undefined: it takes one. */
  readonly nameWrap?: NameWrap;
  readonly displayType: WallDisplayType;
  /** 1..40 (readings 39); undefined: not shown. */
  readonly place: number | undefined;
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
  /** Two columns, because of trouble: it says reason, since when, and who comes (readings 146). */
  readonly isWide?: boolean;
  /** What is known of the trouble; the same object until it changes. */
  readonly trouble?: UnitTrouble;
}

export interface TileWatcher {
  seeError(equipmentNo: string, hasError: boolean): void;
  /** Custom wall: somebody is presumed trapped, in words, or no more. */
  seeSuspicion(equipmentNo: string, warnDesc: string | undefined): void;
}
