'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { Column } from '@/components/list/columns';
import type { EquipmentPick } from '@/lib/equipment/contract';
import { displayTypeOf } from '@/lib/equipment/value-sets';

type Unit = z.output<typeof EquipmentPick>;

/** What a list of units to choose from shows (doc1 §3). */
export function useUnitColumns(): readonly Column<Unit>[] {
  const t = useTranslations('projects.units.column');
  const common = useTranslations('common');
  const missing = common('missing');
  return useMemo<readonly Column<Unit>[]>(() => [
    { field: 'equipmentName', label: t('equipmentName'), minWidth: 240, flex: 3, cell: ({ equipmentName, equipmentNo }) => equipmentName || equipmentNo },
    { field: 'equipmentNo', label: t('equipmentNo'), minWidth: 110, flex: 1, cell: ({ equipmentNo }) => equipmentNo },
    { field: 'cubeNo', label: t('cubeNo'), minWidth: 120, flex: 1, cell: ({ cubeNo }) => cubeNo ?? missing },
    { field: 'equipmentType', label: t('equipmentType'), minWidth: 96, flex: 1, cell: ({ equipmentType }) => common(`equipment.${displayTypeOf(equipmentType)}`) },
    { field: 'productLine', label: t('productLine'), minWidth: 110, flex: 1, cell: ({ productLine }) => productLine ?? missing },
    { field: 'buildingName', label: t('buildingName'), minWidth: 110, flex: 2, cell: ({ buildingName }) => buildingName ?? missing },
  ], [common, missing, t]);
}
