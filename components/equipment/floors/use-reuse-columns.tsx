'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/kit/list/columns';
import { Check } from '@/components/kit/ui/check';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import { FLOOR_EDIT } from '@/lib/live/units/value-sets';
import cells from '../equipment-cells.module.css';
import { floorWord } from '../floor-word';
import styles from './floors.module.css';

/** Columns of the reuse table in the order of doc2 §2.3; the number carries the checkbox of its row. */
export function useReuseColumns(
  holder: Holder,
  chosen: ReadonlySet<string>,
  choose: (rows: readonly EquipmentRow[], isChosen: boolean) => void,
  isLocked: boolean,
): readonly Column<EquipmentRow>[] {
  const t = useTranslations('equipment');
  const common = useTranslations('common');
  const missing = common('missing');
  return [
    {
      field: 'equipmentNo',
      label: t('column.equipmentNo'),
      cell: (row) => {
        const { equipmentNo, displayType, floorMatchingEditStatus } = row;
        const isEditable = floorMatchingEditStatus === FLOOR_EDIT.editable;
        const href = detailHref(holder, equipmentNo) ?? liveHref(holder, displayType, equipmentNo);
        return (
          <span className={styles.target}>
            <Check
              checked={chosen.has(equipmentNo)}
              disabled={isLocked || !isEditable}
              aria-label={t('floors.reuse.choose', { no: equipmentNo })}
              title={isEditable ? undefined : t('floorMapping.2')}
              onChange={(event) => choose([row], event.target.checked)}
            />
            {href ? (
              <a className={cells.link} href={href} target="_blank" rel="noopener">
                {equipmentNo}
              </a>
            ) : (
              equipmentNo
            )}
          </span>
        );
      },
    },
    {
      field: 'totalFloors',
      label: t('floors.total'),
      cell: ({ totalFloors }) => String(totalFloors ?? missing),
    },
    {
      field: 'equipmentName',
      label: t('column.equipmentName'),
      minWidth: 230,
      flex: true,
      cell: ({ equipmentName }) => equipmentName || missing,
    },
    {
      field: 'buildingName',
      label: t('column.buildingName'),
      minWidth: 110,
      flex: true,
      cell: ({ buildingName }) => buildingName ?? missing,
    },
    {
      field: 'floorMappingConfiged',
      label: t('column.floorMappingConfiged'),
      cell: ({ displayType, floorMappingConfiged }) => {
        const word = floorWord(displayType, floorMappingConfiged);
        return word ? t(`floorMapping.${word}`) : missing;
      },
    },
    {
      field: 'equipmentType',
      label: t('column.equipmentType'),
      cell: ({ displayType }) => common(`equipment.${displayType}`),
    },
  ];
}
