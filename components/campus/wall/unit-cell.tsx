import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { VideoIcon } from '@/components/kit/ui/icons';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import type { NameWrap } from '@/lib/features/campus/short-names';
import type { UnitTrouble } from '@/lib/features/campus/trouble';
import { groupPlace } from '@/lib/features/campus/value-sets';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { UnitTile } from '../tiles/unit-tile';
import type { TileWatcher } from '../tiles/unit-tile-props';
import styles from './tile-grid.module.css';

interface Props {
  readonly unit: CampusEquipment;
  /** From its status call; undefined: not read yet. */
  readonly onlineStatus: number | undefined;
  readonly errorStatus: number | undefined;
  readonly entrapmentStatus: number | undefined;
  /** The name shortened to the tile (readings 147). */
  readonly shownName: string | undefined;
  readonly nameWrap: NameWrap | undefined;
  readonly isWide: boolean;
  /** Show its place in the group of 40 (readings 39). */
  readonly hasPlace: boolean;
  readonly trouble: UnitTrouble | undefined;
  readonly href: string | undefined;
  readonly isCustom: boolean;
  readonly watcher: TileWatcher;
  /** Opens the live picture; absent when the user may not see it. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/**
 * The cell of a tile in the grid, one or two columns wide. It takes plain values, so that a change of another unit
 * renders nothing here.
 */
export const UnitCell = memo(function UnitCell({
  unit,
  onlineStatus,
  errorStatus,
  entrapmentStatus,
  shownName,
  nameWrap,
  isWide,
  hasPlace,
  trouble,
  href,
  isCustom,
  watcher,
  onVideo,
}: Props) {
  const t = useTranslations('common');
  const { equipmentNo, equipmentNickName, displayType, position, isEquipOnline, totalFloors, expressZones, camera } =
    unit;
  return (
    <li className={styles.cell} data-cell={equipmentNo} data-wide={isWide || undefined}>
      <UnitTile
        equipmentNo={equipmentNo}
        name={equipmentNickName}
        shownName={shownName}
        nameWrap={nameWrap}
        displayType={displayType}
        place={hasPlace ? groupPlace(position) : undefined}
        href={href}
        onlineStatus={onlineStatus ?? (isEquipOnline === 1 ? ONLINE_STATUS.online : ONLINE_STATUS.offline)}
        errorStatus={errorStatus ?? ERROR_STATUS.unknown}
        entrapmentStatus={entrapmentStatus ?? 0}
        isCustom={isCustom}
        totalFloors={totalFloors}
        expressZones={expressZones}
        watcher={watcher}
        isWide={isWide}
        trouble={trouble}
      />
      {camera === 1 && onVideo && (
        <button
          type="button"
          className={styles.video}
          aria-label={t('videoOf', { name: equipmentNickName })}
          title={t('video')}
          onClick={() => onVideo({ equipmentNo, equipmentName: equipmentNickName })}
        >
          <VideoIcon size={18} />
        </button>
      )}
    </li>
  );
});
