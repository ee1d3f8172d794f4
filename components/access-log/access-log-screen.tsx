'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { ExportButton } from '@/components/kit/list/export-button';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListPage } from '@/components/kit/list/list-page';
import { exportInput, type FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { exportAccessLog, type AccessLogRow } from '@/lib/features/access-log/contract';
import { ACCESS_ACTIONS, MAX_LOG_DAYS, SLOW_MS } from '@/lib/features/access-log/value-sets';
import { AccessLogDialog } from './access-log-dialog';
import { accessLogList } from './access-log-list';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<AccessLogRow>;
  readonly holder: Holder;
}

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3);

/** The audit log (silent-screens B5). */
export function AccessLogScreen({ first, holder }: Props) {
  const t = useTranslations('accessLog');
  const missing = useTranslations('common')('missing');
  const list = useResourceList(accessLogList, first);
  const [shown, setShown] = useState<AccessLogRow>();

  const columns = useMemo<readonly Column<AccessLogRow>[]>(
    () => [
      {
        field: 'createDate',
        label: t('column.createDate'),
        minWidth: 164,
        isSortable: true,
        cell: (row) => row.createDate,
      },
      {
        field: 'username',
        label: t('column.username'),
        minWidth: 116,
        flex: 1,
        isSortable: true,
        cell: (row) => row.username ?? missing,
      },
      {
        field: 'nickName',
        label: t('column.nickName'),
        minWidth: 116,
        flex: 1,
        cell: (row) => row.nickName ?? missing,
      },
      {
        field: 'userType',
        label: t('column.userType'),
        minWidth: 108,
        cell: (row) =>
          row.userType === 0 || row.userType === 1 || row.userType === 2 ? t(`userType.${row.userType}`) : missing,
      },
      { field: 'ip', label: t('column.ip'), minWidth: 124, cell: (row) => row.ip },
      { field: 'module', label: t('column.module'), minWidth: 148, flex: 1, cell: (row) => row.module },
      { field: 'action', label: t('column.action'), minWidth: 84, cell: (row) => t(`action.${row.action}`) },
      {
        field: 'objectId',
        label: t('column.objectId'),
        minWidth: 110,
        flex: 1,
        cell: (row) => row.objectId ?? missing,
      },
      { field: 'method', label: t('column.method'), minWidth: 76, cell: (row) => row.method },
      { field: 'path', label: t('column.path'), minWidth: 170, flex: 2, cell: (row) => row.path },
      {
        field: 'code',
        label: t('column.code'),
        minWidth: 108,
        isSortable: true,
        cell: (row) =>
          row.code === 200 ? (
            String(row.code)
          ) : (
            <StatusPill status="fault" look="plain">{`${row.code} ${t('failed')}`}</StatusPill>
          ),
      },
      {
        field: 'durationMs',
        label: t('column.durationMs'),
        minWidth: 104,
        align: 'right',
        isSortable: true,
        cell: (row) =>
          row.durationMs > SLOW_MS ? (
            <StatusPill status="disconnected" look="plain">{`${row.durationMs} ${t('slow')}`}</StatusPill>
          ) : (
            String(row.durationMs)
          ),
      },
      { field: 'client', label: t('column.client'), minWidth: 76, cell: (row) => row.client },
      {
        field: 'actions',
        label: t('column.actions'),
        minWidth: 80,
        cell: (row) => (
          <RowActions>
            <RowAction label={t('detailOf', { time: row.createDate, path: row.path })} onClick={() => setShown(row)}>
              {t('detail')}
            </RowAction>
          </RowActions>
        ),
      },
    ],
    [missing, t],
  );

  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          {mayOpen(holder, routeOf('jobList')) && (
            <Button component={Link} href={hrefOf('jobList')}>
              {t('jobs')}
            </Button>
          )}
          {may(holder, exportAccessLog) && (
            <ExportButton operation={exportAccessLog} input={exportInput(accessLogList, list) as never} />
          )}
        </>
      }
    >
      <FilterBar values={list.filters} unfiltered={list.unfiltered} onSearch={list.search}>
        <FilterDates
          label={t('filter.dates')}
          startName="startTime"
          endName="endTime"
          isRequired
          maxDays={MAX_LOG_DAYS}
        />
        <FilterText name="username" label={t('filter.username')} maxLength={64} />
        <FilterText name="module" label={t('filter.module')} maxLength={40} />
        <FilterSelect
          name="action"
          label={t('filter.action')}
          choices={ACCESS_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
        />
        <FilterSelect
          name="success"
          label={t('filter.success')}
          choices={([1, 0] as const).map((value) => ({ value, label: t(`success.${value}`) }))}
        />
        <FilterText name="code" label={t('filter.code')} format={digits} maxLength={3} />
        <FilterText name="ip" label={t('filter.ip')} maxLength={45} />
        <FilterText name="objectId" label={t('filter.objectId')} maxLength={80} />
        <FilterText name="path" label={t('filter.path')} />
      </FilterBar>
      <ResourceTable label={t('table')} columns={columns} list={list} emptyTitle={t('empty')} />
      {shown && <AccessLogDialog row={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  );
}
