'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { FigureNotes } from '@/components/facts/shared/figure-notes';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { exportRunCount } from '@/lib/features/operation-report/contract';
import { MAX_DAYS, REPORT_TYPES } from '@/lib/features/operation-report/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { operationColumnsOf } from './operation-columns';
import { operationReport } from './operation-report';

const FIGURES = ['runTime', 'trips', 'openings', 'normalTime', 'faultTime', 'passengers'] as const;

/** What units did over some days (doc3 §2.14). */
export function OperationReportScreen({ first, holder }: ListScreenProps<typeof operationReport>) {
  const t = useTranslations('operationReport');
  const kinds = useTranslations('common.equipment');
  const format = useFormatter();
  const [today] = useState(() => formatDate(Date.now()));
  const list = useResourceList(operationReport, first);
  const columns = useMemo(() => operationColumnsOf({ t, kinds, format }, holder), [format, holder, kinds, t]);
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      file={{ operation: exportRunCount, holder }}
      filters={
        <>
          <FilterDates isRequired maxDays={MAX_DAYS} max={today} />
          <FilterText name="keyword" />
          <FilterSelect
            name="equipmentType"
            choices={REPORT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <LinkedUnitFilters t={t} filters={list.filters} />
        </>
      }
    >
      <FigureNotes figures={FIGURES} />
    </ListScreen>
  );
}
