'use client';

import { useTranslations } from 'next-intl';
import { memo, useMemo, useRef } from 'react';
import type { CSSProperties, PointerEvent } from 'react';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { groupsOf, inOrder } from '@/lib/features/campus/arrangement';
import type { UnitClass, WallGroup, WallProject } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { nameRoom } from '@/lib/features/campus/name-room';
import { fitGrid, fitGroups } from '@/lib/features/campus/wall-fit';
import { CAMPUS_SIZES } from '@/lib/features/campus/value-sets';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import { TileGroup } from './tile-group';
import type { TileWatcher } from '../tiles/unit-tile-props';
import { UnitCell } from './unit-cell';
import { useMoves } from './use-moves';
import { useShownNames } from './use-shown-names';
import { useStageSize } from './use-stage-size';
import type { StageSize } from './use-stage-size';
import { useTroubles } from './use-troubles';
import { useUnitClasses } from './use-unit-classes';
import type { Wall } from './use-wall';
import styles from './tile-grid.module.css';

interface Props extends Pick<
  Wall,
  'units' | 'statusOf' | 'size' | 'pageIndex' | 'pages' | 'isTurning' | 'turnTo' | 'arrangement' | 'projects'
> {
  /** Address of a unit's live page; undefined when this user has none. */
  readonly hrefOfUnit: (displayType: WallDisplayType, equipmentNo: string) => string | undefined;
  readonly isCustom: boolean;
  readonly watcher: TileWatcher;
  /** May the user see what is being done about a unit in trouble? */
  readonly seesIncidents: boolean;
  readonly seesCallouts: boolean;
  /** Opens the live picture of a unit; absent when the user may not see it. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** Used until the stage is measured: a window of 1920 x 1080 with all panels open. */
const USUAL: StageSize = { width: 1313, height: 964, isBig: true };
/** Narrowest tile and row height of a page that scrolls (`tile-grid.module.css`). */
const SCROLLED_TILE = { none: 158, project: 128 } as const;
const SCROLLED_ROWS = { none: 132, full: 112, project: 118 } as const;
const NO_UNITS: readonly CampusEquipment[] = [];
const NO_PROJECTS: readonly WallProject[] = [];

/**
 * A page of tiles in one grid or in groups by project; a swipe turns the page. It does not depend on messages, sound
 * and menus of the wall, and a message that changes no unit's class renders nothing here.
 */
export const TileGrid = memo(function TileGrid({
  units,
  statusOf,
  size,
  pageIndex,
  pages,
  isTurning,
  turnTo,
  arrangement: { group, order },
  projects,
  hrefOfUnit,
  isCustom,
  watcher,
  seesIncidents,
  seesCallouts,
  onVideo,
}: Props) {
  const t = useTranslations('campus');
  const root = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(pageIndex, pages, turnTo);
  const measured = useStageSize(root);
  const hasHeadings = group === 'project' && projects !== undefined;
  // One grid by place needs no classes.
  const classes = useUnitClasses(hasHeadings || order === 'worst' ? units : NO_UNITS, statusOf);
  const groups = useMemo(
    () => groupsOf(inOrder(units, order, classes), hasHeadings ? projects : NO_PROJECTS),
    [units, order, classes, hasHeadings, projects],
  );
  const fit = useMemo(
    () => fitted(measured ?? USUAL, groups, classes, hasHeadings, size),
    [measured, groups, classes, hasHeadings, size],
  );
  const troubles = useTroubles(units, classes, { seesIncidents: hasHeadings && seesIncidents, seesCallouts });
  const names = useShownNames(groups, hasHeadings, nameRoom(fit, hasHeadings), measured !== undefined);
  const sequence = groups.flatMap((each) => each.units.map(({ equipmentNo }) => equipmentNo)).join();
  useMoves(root, order === 'worst' && !isTurning ? sequence : undefined);
  const cellOf = (unit: CampusEquipment) => {
    const unitClass = classes.get(unit.equipmentNo);
    const status = statusOf.get(unit.equipmentNo);
    const name = names.get(unit.equipmentNo);
    return (
      <UnitCell
        key={unit.equipmentNo}
        unit={unit}
        onlineStatus={status?.onlineStatus}
        errorStatus={status?.errorStatus}
        entrapmentStatus={status?.entrapmentStatus}
        shownName={name?.text}
        nameWrap={name?.wrap}
        isWide={hasHeadings && unitClass !== undefined && fit.wide.has(unitClass)}
        hasPlace={!hasHeadings}
        trouble={troubles.get(unit.equipmentNo)}
        href={hrefOfUnit(unit.displayType, unit.equipmentNo)}
        isCustom={isCustom}
        watcher={watcher}
        onVideo={onVideo}
      />
    );
  };
  const look = { '--columns': fit.columns, '--row': `${Math.floor(fit.row * 10) / 10}px` } as CSSProperties;
  return (
    <div
      ref={root}
      className={styles.root}
      style={look}
      data-tiles={hasHeadings ? 'project' : 'none'}
      data-dense={size > CAMPUS_SIZES[0] || undefined}
      data-scrolled={fit.isScrolled || undefined}
      data-turning={isTurning || undefined}
      aria-busy={isTurning}
      {...swipe}
    >
      {hasHeadings ? (
        groups.map((each) => (
          <TileGroup key={each.project?.projectId ?? ''} group={each} classes={classes}>
            {each.units.map(cellOf)}
          </TileGroup>
        ))
      ) : (
        <ul className={styles.grid} data-size={size} aria-label={t('tiles')}>
          {(groups[0]?.units ?? NO_UNITS).map(cellOf)}
        </ul>
      )}
    </div>
  );
});

function fitted(
  space: StageSize,
  groups: readonly WallGroup<CampusEquipment>[],
  classes: ReadonlyMap<string, UnitClass>,
  hasHeadings: boolean,
  size: Wall['size'],
) {
  const count = groups.reduce((sum, { units }) => sum + units.length, 0);
  const fit = hasHeadings
    ? fitGroups(
        space,
        groups.map(({ units }) => units.map(({ equipmentNo }) => classes.get(equipmentNo) ?? 'unknown')),
      )
    : fitGrid(space, size, count);
  if (space.isBig) return fit;
  const narrowest = SCROLLED_TILE[hasHeadings ? 'project' : 'none'];
  const inner = space.width - 24;
  const columns = Math.max(1, Math.floor((inner + 8) / (narrowest + 8)));
  const row = SCROLLED_ROWS[hasHeadings ? 'project' : size === 100 ? 'full' : 'none'];
  return { ...fit, row, tile: (inner - (columns - 1) * 10) / columns };
}

/** Shortest swipe that turns the page, px. */
const SWIPE = 60;

/** Touch only: with a mouse the same movement selects text. */
function useSwipe(pageIndex: number, pages: number, turnTo: (pageIndex: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const dx = event.clientX - from.x;
      if (Math.abs(dx) < SWIPE || Math.abs(dx) < 1.5 * Math.abs(event.clientY - from.y)) return;
      const next = pageIndex + (dx < 0 ? 1 : -1);
      if (next >= 1 && next <= pages) turnTo(next);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
