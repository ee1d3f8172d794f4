'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen } from '@/components/kit/list/list-screen';
import { ALL, type FirstPage } from '@/components/kit/list/list-query';
import { useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { later } from '@/components/kit/layout/later';
import { Age } from '@/components/kit/ui/age';
import { exportEquipment, type EquipmentRow } from '@/lib/features/equipment/contract';
import { importEquipmentFile } from '@/lib/features/integration/contract';
import { registerCube } from '@/lib/features/cubes/contract';
import { LinkedUnitFilters } from '../facts/shared/linked-unit-filters';
import { equipmentList, EQUIPMENT_CHOICES } from './equipment-list';
import { useEquipmentColumns, type UnitTask } from './use-equipment-columns';
import { useRowStatuses, type RowWithStatus } from './use-row-statuses';
import type { Holder } from '@/lib/platform/contract/authorities';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { may } from '@/lib/platform/contract/access';

const CubeDialog = later(async () => (await import('@/components/gateways/shared/cube-dialog')).CubeDialog, ['boxes']);
const EquipmentDialog = later(async () => (await import('./equipment-dialog')).EquipmentDialog, ['equipment']);
const FloorDialog = later(async () => (await import('./floors/floor-dialog')).FloorDialog, ['equipment', 'list']);
const UnitImportDialog = later(
  async () => (await import('./unit-import-dialog')).UnitImportDialog,
  ['equipment', 'list'],
);

interface Props {
  readonly first: FirstPage<EquipmentRow>;
  readonly holder: Holder;
}

const upper = (text: string) => text.toUpperCase();

/** The equipment list (doc2 §2.2). */
export function EquipmentListScreen({ first, holder }: Props) {
  const t = useTranslations('equipment');
  const common = useTranslations('common.status');
  const list = useResourceList(equipmentList, first);
  const { rows, at, hasFailed } = useRowStatuses(list.rows);
  const [opened, setOpened] = useState<'import' | 'cube'>();
  const { start, close, on } = useRowTask<RowWithStatus, UnitTask>();
  const columns = useEquipmentColumns(holder, start);

  const words = {
    online: { 1: 'online', 2: 'offline', 4: 'notInstalled' },
    error: { 0: 'normal', 1: 'fault', 2: 'unknown' },
  } as const;
  return (
    <ListScreen
      t={t}
      columns={columns}
      list={{ ...list, rows }}
      note={
        hasFailed
          ? t('statusFailed')
          : at !== undefined && <Age at={at} isPrecise wrap={(age) => t('statusAge', { age })} />
      }
      file={{ operation: exportEquipment, holder }}
      actions={
        <>
          {may(holder, registerCube) && <Button onClick={() => setOpened('cube')}>{t('cube.label')}</Button>}
          {may(holder, importEquipmentFile) && <Button onClick={() => setOpened('import')}>{t('import.label')}</Button>}
        </>
      }
      filters={
        <>
          <FilterText name="key" />
          <FilterText name="cubeNo" format={upper} maxLength={40} />
          <FilterSelect
            name="equipmentType"
            choices={EQUIPMENT_CHOICES.equipmentType.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <FilterSelect
            name="onlineStatus"
            choices={EQUIPMENT_CHOICES.onlineStatus.map((value) => ({ value, label: common(words.online[value]) }))}
          />
          <FilterSelect
            name="errorStatus"
            choices={EQUIPMENT_CHOICES.errorStatus.map((value) => ({ value, label: common(words.error[value]) }))}
          />
          <FilterSelect
            name="floorMappingConfiged"
            choices={EQUIPMENT_CHOICES.floorMappingConfiged.map((value) => ({
              value,
              label: t(`floorMapping.${value}`),
            }))}
          />
          {(['inContract', 'unhealthy'] as const)
            .filter((name) => list.filters[name] !== ALL)
            .map((name) => (
              <FilterSelect
                key={name}
                name={name}
                choices={EQUIPMENT_CHOICES[name].map((value) => ({ value, label: t(`${name}.${value}`) }))}
              />
            ))}
          {list.filters.displayType !== '' && (
            // It comes with the link of a number.
            <FilterSelect
              name="displayType"
              choices={DISPLAY_TYPES.map((value) => ({ value, label: t(`displayType.${value}`) }))}
            />
          )}
          <LinkedUnitFilters t={t} filters={list.filters} others={['state', 'place', 'building']} />
        </>
      }
    >
      {on('update', (unit) => (
        <EquipmentDialog unit={unit} onSaved={list.refresh} onClose={close} />
      ))}
      {opened === 'cube' && <CubeDialog holder={holder} onClose={() => setOpened(undefined)} />}
      {opened === 'import' && <UnitImportDialog onDone={list.refresh} onClose={() => setOpened(undefined)} />}
      {on('floors', (unit) => (
        <FloorDialog unit={unit} holder={holder} onSaved={list.refresh} onClose={close} />
      ))}
    </ListScreen>
  );
}
