import { useTranslations } from 'next-intl';
import { VideoIcon } from '@/components/kit/ui/icons';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import type { VideoUnit } from '@/lib/features/cameras/video-state';
import type { Trouble } from '@/lib/features/campus/trouble';
import { groupPlace } from '@/lib/features/campus/value-sets';
import type { StatusEntry } from '@/lib/features/equipment/contract';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { UnitTile } from './unit-tile';
import type { TileWatcher } from './unit-tile-props';
import type { ShownName } from './use-shown-names';
import styles from './tile-grid.module.css';

interface Props {
  readonly unit: CampusEquipment;
  readonly status: StatusEntry | undefined;
  readonly name: ShownName | undefined;
  readonly isWide: boolean;
  /** Its place in the group of 40 is shown (readings 39). */
  readonly hasPlace: boolean;
  readonly trouble: Trouble | undefined;
  readonly href: string | undefined;
  readonly isCustom: boolean;
  readonly watcher: TileWatcher;
  /** Opens the live picture; absent for those who may not look. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** The cell of a tile in the grid: one or two columns wide. */
export function UnitCell({ unit, status, name, isWide, hasPlace, trouble, href, isCustom, watcher, onVideo }: Props) {
  const t = useTranslations('common');
  const { equipmentNo, equipmentNickName, displayType, position, isEquipOnline, totalFloors, expressZones, camera } =
    unit;
  return (
    <li className={styles.cell} data-cell={equipmentNo} data-wide={isWide || undefined}>
      <UnitTile
        equipmentNo={equipmentNo}
        name={equipmentNickName}
        shownName={name?.text}
        isNameWrapped={name?.isWrapped}
        displayType={displayType}
        place={hasPlace ? groupPlace(position) : undefined}
        href={href}
        onlineStatus={status?.onlineStatus ?? (isEquipOnline === 1 ? ONLINE_STATUS.online : ONLINE_STATUS.offline)}
        errorStatus={status?.errorStatus ?? ERROR_STATUS.unknown}
        entrapmentStatus={status?.entrapmentStatus ?? 0}
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
}
