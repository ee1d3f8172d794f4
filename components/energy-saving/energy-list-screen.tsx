'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { FigureNotes } from '@/components/facts/shared/figure-notes';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterMonths } from '@/components/kit/list/filter-month';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { filterInput } from '@/components/kit/list/list-query';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/shared/project-picker';
import {
  exportEnergySaving,
  getEnergyDaily,
  getEnergySummary,
  saveEnergyParameter,
  type EnergySavingRow,
} from '@/lib/features/energy-saving/contract';
import { ENERGY_TYPES, MAX_MONTHS } from '@/lib/features/energy-saving/value-sets';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { refreshSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import { formatDate } from '@/lib/platform/i18n/format';
import { DailyDialog } from './daily-dialog';
import { energyColumnsOf, type EnergyField } from './energy-columns';
import { EnergyDays } from './energy-days';
import { EnergyHead } from './energy-head';
import { energyList } from './energy-list';
import { ParameterDialog } from './parameter-dialog';

const FIGURES = ['energy', 'energyPerUnitDay', 'standbyShare', 'savingShare', 'saved'] as const;

/** What units consume, and what crawling and standing by save (silent-screens A4). */
export function EnergyListScreen({ first, holder }: ListScreenProps<typeof energyList>) {
  const t = useTranslations('energySaving');
  const kinds = useTranslations('common.equipment');
  const format = useFormatter();
  const [today] = useState(() => formatDate(Date.now()));
  const list = useResourceList(energyList, first);
  const { start, close, on } = useRowTask<EnergySavingRow, 'chart' | 'update'>();
  const [opened, setOpened] = useState<{ readonly row: EnergySavingRow; readonly field: EnergyField }>();
  const columns = useMemo(
    () => [
      ...energyColumnsOf({ t, kinds, format }, holder, (row, field) => setOpened({ row, field })),
      ...taskColumn<EnergySavingRow, 'chart' | 'update'>(t, {
        holder,
        tasks: [
          { kind: 'chart', operation: getEnergyDaily },
          { kind: 'update', operation: saveEnergyParameter },
        ],
        nameOf: ({ equipmentName }) => equipmentName,
        start,
      }),
    ],
    [format, holder, kinds, start, t],
  );
  const { startMonth, endMonth } = list.filters;
  const isWithoutEnergy =
    list.rows !== undefined && list.rows.length > 0 && list.rows.every((row) => row.energyStatus === 'NODATA');
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={<EnergyHead filters={filterInput(energyList, list.filters)} />}
      note={isWithoutEnergy && t('noEnergy')}
      file={{ operation: exportEnergySaving, holder }}
      filters={
        <>
          <FilterMonths maxMonths={MAX_MONTHS} max={today.slice(0, 7)} />
          <FilterText name="key" />
          <FilterSelect
            name="equipmentType"
            choices={ENERGY_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          {may(holder, searchProjects) && (
            <FilterLookUp
              name="projectId"
              label={t('filter.project')}
              operation={searchProjects}
              choiceOf={projectChoice}
            />
          )}
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branch')} />}
          <LinkedUnitFilters
            t={t}
            filters={{
              unitType: list.filters.unitType,
              city: list.filters.city,
              ...(may(holder, searchProjects) ? {} : { projectId: list.filters.projectId }),
              ...(isHeadOffice(holder) ? {} : { branchCode: list.filters.branchCode }),
            }}
          />
        </>
      }
    >
      <FigureNotes figures={FIGURES}>
        <p>{t('statusNote')}</p>
        <p>{t('computedNote')}</p>
      </FigureNotes>
      {opened && <EnergyDays {...opened} months={{ startMonth, endMonth }} onClose={() => setOpened(undefined)} />}
      {on('chart', (row) => (
        <DailyDialog row={row} months={{ startMonth, endMonth }} onClose={close} />
      ))}
      {on('update', (row) => (
        <ParameterDialog
          row={row}
          onDone={() => {
            list.refresh();
            void refreshSms([getEnergySummary]);
          }}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
