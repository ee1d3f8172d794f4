'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { DaysDialog } from '@/components/facts/shared/days-dialog';
import { FigureNotes } from '@/components/facts/shared/figure-notes';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { exportRunCount, getRunDaily, type OperationRow } from '@/lib/features/operation-report/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { MAX_DAYS, REPORT_TYPES } from '@/lib/features/operation-report/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { operationColumnsOf, RUN_FIELDS, type RunField } from './operation-columns';
import { operationReport } from './operation-report';

const FIGURES = ['runTime', 'trips', 'openings', 'normalTime', 'faultTime', 'passengers'] as const;

/** The number whose days are shown. */
interface Opened {
  readonly row: OperationRow;
  readonly field: RunField;
}

/** What units did over some days (doc3 §2.14). */
export function OperationReportScreen({ first, holder }: ListScreenProps<typeof operationReport>) {
  const t = useTranslations('operationReport');
  const kinds = useTranslations('common.equipment');
  const format = useFormatter();
  const [today] = useState(() => formatDate(Date.now()));
  const list = useResourceList(operationReport, first);
  const [opened, setOpened] = useState<Opened>();
  const columns = useMemo(
    () => operationColumnsOf({ t, kinds, format }, holder, (row, field) => setOpened({ row, field })),
    [format, holder, kinds, t],
  );
  const { startDate, endDate } = list.filters;
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
      {opened && <RunDays {...opened} days={{ startDate, endDate }} onClose={() => setOpened(undefined)} />}
    </ListScreen>
  );
}

interface RunDaysProps extends Opened {
  readonly days: { readonly startDate: string; readonly endDate: string };
  readonly onClose: () => void;
}

/** The days of a unit's numbers. */
function RunDays({ row: { equipmentNo, equipmentName }, field, days, onClose }: RunDaysProps) {
  const t = useTranslations('operationReport.column');
  const answer = useSms(getRunDaily, { equipmentNo, ...days });
  const columns = RUN_FIELDS.map(({ field: name, decimals }) => ({ field: name, label: t(name), decimals }));
  return <DaysDialog name={equipmentName} columns={columns} chosen={field} answer={answer} onClose={onClose} />;
}
