'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { TaskActions } from '@/components/kit/list/task-actions';
import { CutText } from '@/components/kit/ui/cut-text';
import { ElevatorIcon, EquipmentIcon, EscalatorIcon, WalkIcon } from '@/components/kit/ui/lift-icons';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { SilentState } from '@/components/kit/ui/silent-state';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import { isSilent } from '@/lib/live/units/condition';
import { ERROR_STATUS, errorWord, FLOOR_EDIT, onlineWord, type DisplayType } from '@/lib/live/units/value-sets';
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

/** What the holder may do with a row; an action is absent without its authority. */
interface EquipmentRowActions {
  readonly onEdit?: (row: RowWithStatus) => void;
  readonly onFloors?: (row: RowWithStatus) => void;
}

/** The columns of doc2 §2.2 in their order, and the row's actions. */
export function useEquipmentColumns(
  holder: Holder,
  { onEdit, onFloors }: EquipmentRowActions,
): readonly Column<RowWithStatus>[] {
  const t = useTranslations('equipment');
  const common = useTranslations('common');
  const missing = common('missing');
  const isEnglish = useLocale() === 'en';
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
    /** Chinese words are shorter; with them every column fits 1440 px. */
    const room = (chinese: number, english: number) => (isEnglish ? english : chinese);
    const titleOf = (row: RowWithStatus) => row.equipmentName || row.equipmentNo;
    return [
      column('equipmentName', {
        minWidth: 150,
        flex: 3,
        cell: (row) => {
          const detail = detailHref(holder, row.equipmentNo);
          const href = detail ?? liveHref(holder, row.displayType, row.equipmentNo);
          const name = titleOf(row);
          if (!href) return <CutText>{name}</CutText>;
          return (
            <a
              className={styles.link}
              href={href}
              target="_blank"
              rel="noopener"
              title={t(detail ? 'openDetail' : 'openLive', { name })}
            >
              {name}
            </a>
          );
        },
      }),
      column('equipmentNo', { minWidth: room(100, 124), flex: 1, cell: ({ equipmentNo }) => equipmentNo }),
      column('cubeNo', { minWidth: 124, flex: 1, cell: ({ cubeNo }) => cubeNo ?? missing }),
      column('equipmentType', {
        minWidth: room(108, 136),
        flex: 1,
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
      column('productLine', { minWidth: 108, flex: 1, cell: ({ productLine }) => productLine ?? missing }),
      column('buildingName', { minWidth: 104, flex: 2, cell: ({ buildingName }) => buildingName ?? missing }),
      column('onlineStatus', {
        minWidth: room(116, 132),
        flex: 1,
        cell: (row) => {
          if (isSilent(row)) return <SilentState lastDataAt={row.lastDataAt} />;
          const word = onlineWord(row.onlineStatus);
          return word ? <State status={word} title={common(`status.${word}`)} /> : missing;
        },
      }),
      column('errorStatus', {
        minWidth: room(88, 108),
        flex: 1,
        cell: (row) => {
          const { errorStatus, entrapmentStatus } = row;
          const heard = isSilent(row) && errorStatus === ERROR_STATUS.normal ? 'unknown' : errorWord(errorStatus);
          const word = entrapmentStatus === 1 ? 'trapped' : heard;
          return word ? <State status={word} title={common(`status.${word}`)} /> : missing;
        },
      }),
      column('floorMappingConfiged', {
        minWidth: room(104, 128),
        flex: 1,
        cell: ({ displayType, floorMappingConfiged }) => {
          const word = floorWord(displayType, floorMappingConfiged);
          return word ? t(`floorMapping.${word}`) : missing;
        },
      }),
      {
        field: 'actions',
        label: t('action.label'),
        minWidth: onFloors ? room(152, 164) : 112,
        cell: (row) => {
          const name = titleOf(row);
          const live = liveHref(holder, row.displayType, row.equipmentNo);
          return (
            <TaskActions
              name={name}
              tasks={[
                ...(live ? [{ key: 'live', text: t('action.live'), label: t('openLive', { name }), href: live }] : []),
                ...(onEdit
                  ? [
                      {
                        key: 'update',
                        text: t('action.update'),
                        label: t('action.updateOf', { name }),
                        onClick: () => onEdit(row),
                      },
                    ]
                  : []),
                ...(onFloors && row.displayType === 'EV'
                  ? [
                      {
                        key: 'floors',
                        text: t('action.floors'),
                        label: t('action.floorsOf', { name }),
                        isDisabled: row.floorMatchingEditStatus !== FLOOR_EDIT.editable,
                        onClick: () => onFloors(row),
                      },
                    ]
                  : []),
              ]}
            />
          );
        },
      },
    ];
  }, [common, holder, isEnglish, missing, onEdit, onFloors, t]);
}
