'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListPage } from '@/components/kit/list/list-page';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { FILTER_STATUSES, MAINTENANCE_TYPES } from '@/lib/features/maintenance/value-sets';
import { MaintenanceCalendar } from './maintenance-calendar';
import { maintenanceColumnsOf } from './maintenance-columns';
import type { maintenanceList } from './maintenance-list';
import { maintenanceList as definition } from './maintenance-list';
import { OverdueButton } from './overdue-button';
import { typeWord } from './use-type-word';

const VIEWS = ['list', 'calendar'] as const;

/** Name or number, type and state: the filters of the table and of the calendar (doc3 §2.6). */
function useJobFilters() {
  const t = useTranslations('maintenance');
  return (
    <>
      <FilterText name="key" label={t('filter.key')} />
      <FilterSelect
        name="maintenanceType"
        label={t('filter.maintenanceType')}
        choices={MAINTENANCE_TYPES.map((value) => ({ value, label: `${typeWord(t, value)} ${value.slice(0, 3)}` }))}
      />
      <FilterSelect
        name="jobStatus"
        label={t('filter.jobStatus')}
        choices={FILTER_STATUSES.map((value) => ({ value, label: t(`jobStatus.${value}`) }))}
      />
    </>
  );
}

/** Maintenance jobs as a table, and in a calendar of two months (doc3 §2.6). */
export function MaintenanceListScreen({ first, holder }: ListScreenProps<typeof maintenanceList>) {
  const t = useTranslations('maintenance');
  const [view, setView] = useQueryState('tab', parseAsStringLiteral(VIEWS).withDefault('list'));
  const list = useResourceList(definition, first);
  const columns = useMemo(() => maintenanceColumnsOf(t, holder), [holder, t]);
  const filters = useJobFilters();
  const tabs = (
    <Tabs value={view} onChange={(_, next: (typeof VIEWS)[number]) => void setView(next)} aria-label={t('views')}>
      <Tab value="list" label={t('view.list')} />
      <Tab value="calendar" label={t('view.calendar')} />
    </Tabs>
  );
  if (view === 'calendar')
    return (
      <ListPage title={t('title')}>
        {tabs}
        <MaintenanceCalendar columns={columns} filters={filters} />
      </ListPage>
    );
  return (
    <ListScreen
      t={t}
      tabs={tabs}
      list={list}
      columns={columns}
      actions={<OverdueButton list={list} />}
      filters={
        <>
          {filters}
          <FilterDates label={t('filter.planDate')} startName="startDate" endName="endDate" />
          <LinkedUnitFilters t={t} filters={list.filters} others={['equipmentNo']} />
        </>
      }
    />
  );
}
