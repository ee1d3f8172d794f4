'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { ERROR_LEVELS, type ErrorLogRow } from '@/lib/features/error-log/contract';
import { errorLogList } from './error-log-list';
import styles from './local-log.module.css';

/** Errors that clients sent, for head office (silent-screens B6). */
export function ErrorLogPanel() {
  const t = useTranslations('localLog');
  const missing = useTranslations('common')('missing');
  const list = useResourceList(errorLogList);
  const [shown, setShown] = useState<ErrorLogRow>();
  const columns = useMemo<readonly Column<ErrorLogRow>[]>(
    () => [
      {
        field: 'createDate',
        label: t('errors.column.createDate'),
        isSortable: true,
        cell: (row) => row.createDate,
      },
      {
        field: 'level',
        label: t('errors.column.level'),
        isSortable: true,
        cell: (row) => (
          <StatusPill status={row.level === 'error' ? 'fault' : 'attention'} look="plain">
            {t(`level.${row.level}`)}
          </StatusPill>
        ),
      },
      { field: 'message', label: t('errors.column.message'), minWidth: 240, flex: true, cell: (row) => row.message },
      {
        field: 'route',
        label: t('errors.column.route'),
        minWidth: 130,
        flex: true,
        cell: (row) => row.route ?? missing,
      },
      {
        field: 'username',
        label: t('errors.column.username'),
        isSortable: true,
        cell: (row) => row.username ?? missing,
      },
      {
        field: 'userAgent',
        label: t('errors.column.userAgent'),
        minWidth: 140,
        flex: true,
        cell: (row) => row.userAgent ?? missing,
      },
      { field: 'version', label: t('errors.column.version'), cell: (row) => row.version ?? missing },
      {
        field: 'actions',
        label: t('errors.column.actions'),
        cell: (row) => (
          <RowActions>
            <RowAction label={t('errors.detailOf', { time: row.createDate })} onClick={() => setShown(row)}>
              {t('errors.detail')}
            </RowAction>
          </RowActions>
        ),
      },
    ],
    [missing, t],
  );
  return (
    <>
      <FilterBar values={list.filters} unfiltered={list.unfiltered} onSearch={list.search}>
        <FilterSelect
          name="level"
          label={t('errors.filter.level')}
          choices={ERROR_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
        />
        <FilterText name="username" label={t('errors.filter.username')} maxLength={64} />
        <FilterText name="key" label={t('errors.filter.key')} />
        <FilterDates label={t('errors.filter.dates')} />
      </FilterBar>
      <ResourceTable label={t('errors.table')} columns={columns} list={list} emptyTitle={t('errors.empty')} />
      {shown && (
        <DetailDialog title={t('errors.dialog')} onClose={() => setShown(undefined)}>
          <PropertyList
            isLined
            items={(['createDate', 'message', 'route', 'username', 'userAgent', 'version'] as const).map((key) => ({
              key,
              label: t(`errors.column.${key}`),
              value: shown[key],
            }))}
          />
          <SectionTitle>{t('errors.stack')}</SectionTitle>
          {shown.stack ? (
            <pre className={styles.details} tabIndex={0} aria-label={t('errors.stack')}>
              {shown.stack}
            </pre>
          ) : (
            <p className={styles.note}>{t('errors.noStack')}</p>
          )}
        </DetailDialog>
      )}
    </>
  );
}
