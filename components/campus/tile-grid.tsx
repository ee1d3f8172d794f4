'use client';

import { useTranslations } from 'next-intl';
import { memo, useRef } from 'react';
import type { PointerEvent } from 'react';
import { groupPlace } from '@/lib/features/campus/value-sets';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import { ONLINE_STATUS, ERROR_STATUS } from '@/lib/live/units/value-sets';
import { UnitTile } from './unit-tile';
import type { TileWatcher } from './unit-tile-props';
import type { Wall } from './use-wall';
import styles from './tile-grid.module.css';

interface Props extends Pick<Wall, 'units' | 'statusOf' | 'size' | 'pageIndex' | 'pages' | 'isTurning' | 'turnTo'> {
  /** Address of a unit's live page, undefined when it has none for this user. */
  readonly hrefOfUnit: (displayType: WallDisplayType, equipmentNo: string) => string | undefined;
  readonly isCustom: boolean;
  readonly watcher: TileWatcher;
}

/** Least way of a finger that turns the page, px. */
const SWIPE = 60;

/**
 * A page of tiles; a swipe turns it. Finger only: with a mouse the same movement selects text. Messages, sound and menus
 * of the wall do not concern it.
 */
export const TileGrid = memo(function TileGrid({
  units,
  statusOf,
  size,
  pageIndex,
  pages,
  isTurning,
  turnTo,
  hrefOfUnit,
  isCustom,
  watcher,
}: Props) {
  const t = useTranslations('campus');
  const start = useRef<{ x: number; y: number } | null>(null);
  const begin = (event: PointerEvent) => {
    start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
  };
  const end = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from) return;
    const dx = event.clientX - from.x;
    if (Math.abs(dx) < SWIPE || Math.abs(dx) < 1.5 * Math.abs(event.clientY - from.y)) return;
    const next = pageIndex + (dx < 0 ? 1 : -1);
    if (next >= 1 && next <= pages) turnTo(next);
  };
  return (
    <ul
      className={styles.grid}
      data-size={size}
      data-turning={isTurning || undefined}
      aria-busy={isTurning}
      aria-label={t('tiles')}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      {units.map(
        ({ equipmentNo, equipmentNickName, displayType, position, isEquipOnline, totalFloors, expressZones }) => {
          const status = statusOf.get(equipmentNo);
          return (
            <li key={equipmentNo} className={styles.cell}>
              <UnitTile
                equipmentNo={equipmentNo}
                name={equipmentNickName}
                displayType={displayType}
                place={groupPlace(position)}
                href={hrefOfUnit(displayType, equipmentNo)}
                onlineStatus={
                  status?.onlineStatus ?? (isEquipOnline === 1 ? ONLINE_STATUS.online : ONLINE_STATUS.offline)
                }
                errorStatus={status?.errorStatus ?? ERROR_STATUS.unknown}
                entrapmentStatus={status?.entrapmentStatus ?? 0}
                isCustom={isCustom}
                totalFloors={totalFloors}
                expressZones={expressZones}
                watcher={watcher}
              />
            </li>
          );
        },
      )}
    </ul>
  );
});
