import type { NameWrap } from '@/lib/features/campus/short-names';
import type { UnitTrouble } from '@/lib/features/campus/trouble';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import type { ExpressZone } from '@/lib/live/units/floors';

/** Stable values only: a tile then renders for its own changes and never for those of another unit. */
export interface UnitTileProps {
  readonly equipmentNo: string;
  readonly name: string;
  /** The name shortened to the tile (readings 147); absent: the whole name. */
  readonly shownName?: string;
  /** How the name breaks into two lines; undefined: it fits one. */
  readonly nameWrap?: NameWrap;
  readonly displayType: WallDisplayType;
  /** 1..40 (readings 39); undefined: not shown. */
  readonly place: number | undefined;
  /** Address of its live page; undefined when there is none or the user may not open it. */
  readonly href: string | undefined;
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
  /** Landings of an elevator; absent when unknown. */
  readonly totalFloors?: number | null;
  /** The same object while the unit is on the page. */
  readonly expressZones?: readonly ExpressZone[];
  /** The unit is on the custom wall, which has additional rules (doc3 §4.4). */
  readonly isCustom?: boolean;
  /** Receives what the tile detects; the same object as long as the wall is open. */
  readonly watcher?: TileWatcher;
  /** Two columns wide because of trouble: it shows reason, start, and who is coming (readings 146). */
  readonly isWide?: boolean;
  /** The details of the trouble; the same object until they change. */
  readonly trouble?: UnitTrouble;
}

export interface TileWatcher {
  seeError(equipmentNo: string, hasError: boolean): void;
  /** Custom wall: in words, a person is presumed trapped, or no longer. */
  seeSuspicion(equipmentNo: string, warnDesc: string | undefined): void;
}
