'use client';

import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { createParser, useQueryState } from 'nuqs';
import { useState, type ReactNode } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar } from '@/components/kit/list/filter-bar';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { ErrorState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { countMaintenanceDays } from '@/lib/features/maintenance/contract';
import { calendarSpan, monthAfter } from '@/lib/features/maintenance/months';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import type { FILTER_STATUSES } from '@/lib/features/maintenance/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import { formatDate } from '@/lib/platform/i18n/format';
import { MonthTable } from './month-table';
import { maintenanceDayList } from './maintenance-list';
import styles from './maintenance-calendar.module.css';

const MONTH = createParser({
  parse: (value: string) => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value) ? value : null),
  serialize: String,
});

interface Props {
  readonly columns: readonly Column<MaintenanceRow>[];
  readonly filters: ReactNode;
}

/** Two months with the numbers of planned, overdue and finished jobs. A click on a day loads its table (doc3 §2.6). */
export function MaintenanceCalendar({ columns, filters }: Props) {
  const t = useTranslations('maintenance');
  const failureText = useFailureText();
  const [today] = useState(() => formatDate(Date.now()));
  const [month, setMonth] = useQueryState('month', MONTH.withDefault(today.slice(0, 7)));
  const list = useResourceList(maintenanceDayList);
  const { planDate, key, maintenanceType, jobStatus } = list.filters;
  const { data, error, isLoading, mutate } = useSms(
    countMaintenanceDays,
    { ...calendarSpan(month), key, maintenanceType, jobStatus: jobStatus as (typeof FILTER_STATUSES)[number] | '' },
    { keepPreviousData: true },
  );
  const choose = (day: string) => list.search({ ...list.filters, planDate: day });
  return (
    <>
      <FilterBar t={t} values={list.filters} unfiltered={list.unfiltered} onSearch={list.search}>
        {filters}
      </FilterBar>
      <section className={styles.calendar} aria-label={t('view.calendar')} aria-busy={isLoading}>
        <div className={styles.head}>
          <IconButton onClick={() => void setMonth(monthAfter(month, -1))} aria-label={t('calendar.before')}>
            <ChevronLeftIcon size={20} />
          </IconButton>
          <p className={styles.legend}>
            <span className={styles.dot} data-kind="PLAN" /> {t('calendar.planned')}
            <span className={styles.dot} data-kind="OVERDUE" /> {t('calendar.overdue')}
            <span className={styles.dot} data-kind="DONE" /> {t('calendar.done')}
          </p>
          <IconButton onClick={() => void setMonth(monthAfter(month, 1))} aria-label={t('calendar.after')}>
            <ChevronRightIcon size={20} />
          </IconButton>
        </div>
        {error && (
          <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />
        )}
        <div className={styles.months}>
          {[month, monthAfter(month, 1)].map((one) => (
            <MonthTable
              key={one}
              month={one}
              days={error ? undefined : data}
              chosen={planDate}
              today={today}
              onChoose={choose}
            />
          ))}
        </div>
      </section>
      <section className={styles.day} aria-label={t('calendar.day', { day: planDate })}>
        <h2 className={styles.dayTitle}>{t('calendar.day', { day: planDate })}</h2>
        <div className={styles.dayTable}>
          <ResourceTable label={t('table')} emptyTitle={t('calendar.empty')} columns={columns} list={list} />
        </div>
      </section>
    </>
  );
}
