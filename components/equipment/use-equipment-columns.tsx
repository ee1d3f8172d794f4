'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { TaskActions } from '@/components/kit/list/task-actions';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { ElevatorIcon, EquipmentIcon, EscalatorIcon, WalkIcon } from '@/components/kit/ui/lift-icons';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { SilentState } from '@/components/kit/ui/silent-state';
import { saveEquipment } from '@/lib/features/equipment/contract';
import { saveFloorMapping } from '@/lib/features/equipment/floors-contract';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import { isSilent } from '@/lib/live/units/condition';
import { ERROR_STATUS, errorWord, FLOOR_EDIT, onlineWord, type DisplayType } from '@/lib/live/units/value-sets';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { floorWord } from './floor-word';
import type { RowWithStatus } from './use-row-statuses';
import styles from './equipment-cells.module.css';

const ICONS: Readonly<Record<DisplayType, typeof ElevatorIcon>> = {
  EV: ElevatorIcon,
  ES: EscalatorIcon,
  WW: WalkIcon,
  OTHER: EquipmentIcon,
};

/** A state in a cell: cut where the column is narrow, whole in its title. */
function State({ status, title }: { readonly status: StatusKind; readonly title: string }) {
  return (
    <span className={styles.state} title={title}>
      <StatusPill status={status} look="plain" />
    </span>
  );
}

/** What may be started from a row. */
export type UnitTask = 'update' | 'floors';

/** The columns of doc2 §2.2 in their order, and the row's actions: one is absent without its authority. */
export function useEquipmentColumns(
  holder: Holder,
  start: (task: UnitTask, row: RowWithStatus) => void,
): readonly Column<RowWithStatus>[] {
  const t = useTranslations('equipment');
  const common = useTranslations('common');
  const missing = common('missing');
  return useMemo<readonly Column<RowWithStatus>[]>(() => {
    const column = (
      field: keyof RowWithStatus & Parameters<typeof nameOf>[0],
      rest: Omit<Column<RowWithStatus>, 'field' | 'label'>,
    ): Column<RowWithStatus> => ({ field, label: nameOf(field), isSortable: true, ...rest });
    const nameOf = (
      field:
        | 'equipmentName'
        | 'equipmentNo'
        | 'cubeNo'
        | 'equipmentType'
        | 'productLine'
        | 'buildingName'
        | 'onlineStatus'
        | 'errorStatus'
        | 'floorMappingConfiged',
    ) => t(`column.${field}`);
    const titleOf = (row: RowWithStatus) => row.equipmentName || row.equipmentNo;
    return [
      column('equipmentName', {
        minWidth: 150,
        flex: true,
        cell: (row) => {
          const detail = detailHref(holder, row.equipmentNo);
          const href = detail ?? liveHref(holder, row.displayType, row.equipmentNo);
          const name = titleOf(row);
          if (!href) return name;
          return (
            <a
              className={styles.link}
              href={href}
              target="_blank"
              rel="noopener"
              title={t(detail ? 'openDetail' : 'openLive', { name })}
            >
              <MiddleText>{name}</MiddleText>
            </a>
          );
        },
      }),
      column('onlineStatus', {
        onCard: 1,
        cell: (row) => {
          if (isSilent(row)) return <SilentState lastDataAt={row.lastDataAt} />;
          const word = onlineWord(row.onlineStatus);
          return word ? <State status={word} title={common(`status.${word}`)} /> : missing;
        },
      }),
      column('errorStatus', {
        onCard: 2,
        cell: (row) => {
          const { errorStatus, entrapmentStatus } = row;
          const heard = isSilent(row) && errorStatus === ERROR_STATUS.normal ? 'unknown' : errorWord(errorStatus);
          const word = entrapmentStatus === 1 ? 'trapped' : heard;
          return word ? <State status={word} title={common(`status.${word}`)} /> : missing;
        },
      }),
      column('equipmentNo', { onCard: 3, cell: ({ equipmentNo }) => equipmentNo }),
      column('equipmentType', {
        cell: ({ displayType }) => {
          const Icon = ICONS[displayType];
          return (
            <span className={styles.type}>
              <Icon size={16} />
              {common(`equipment.${displayType}`)}
            </span>
          );
        },
      }),
      column('buildingName', {
        onCard: 4,
        minWidth: 104,
        flex: true,
        cell: ({ buildingName }) => buildingName ?? missing,
      }),
      column('cubeNo', { cell: ({ cubeNo }) => cubeNo ?? missing }),
      column('productLine', { cell: ({ productLine }) => productLine ?? missing }),
      column('floorMappingConfiged', {
        cell: ({ displayType, floorMappingConfiged }) => {
          const word = floorWord(displayType, floorMappingConfiged);
          return word ? t(`floorMapping.${word}`) : missing;
        },
      }),
      {
        field: 'actions',
        label: t('action.label'),
        cell: (row) => {
          const name = titleOf(row);
          const live = liveHref(holder, row.displayType, row.equipmentNo);
          return (
            <TaskActions
              name={name}
              tasks={[
                ...(live ? [{ key: 'live', text: t('action.live'), label: t('openLive', { name }), href: live }] : []),
                ...(may(holder, saveEquipment)
                  ? [
                      {
                        key: 'update',
                        text: t('action.update'),
                        label: t('action.updateOf', { name }),
                        onClick: () => start('update', row),
                      },
                    ]
                  : []),
                ...(may(holder, saveFloorMapping) && row.displayType === 'EV'
                  ? [
                      {
                        key: 'floors',
                        text: t('action.floors'),
                        label: t('action.floorsOf', { name }),
                        isDisabled: row.floorMatchingEditStatus !== FLOOR_EDIT.editable,
                        onClick: () => start('floors', row),
                      },
                    ]
                  : []),
              ]}
            />
          );
        },
      },
    ];
  }, [common, holder, missing, start, t]);
}
