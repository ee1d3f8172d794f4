'use client';

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { ExportButton } from '@/components/kit/list/export-button';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListPage } from '@/components/kit/list/list-page';
import { exportInput, type FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { taskColumn } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { exportAccessLog, type AccessLogRow } from '@/lib/features/access-log/contract';
import { ACCESS_ACTIONS, MAX_LOG_DAYS } from '@/lib/features/access-log/value-sets';
import { AccessLogDialog } from './access-log-dialog';
import { accessLogColumnsOf } from './access-log-columns';
import { accessLogList } from './access-log-list';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<AccessLogRow>;
  readonly holder: Holder;
}

const TASKS = [{ kind: 'detail' }] as const;
const nameOf = ({ createDate, path }: AccessLogRow) => `${createDate} ${path}`;
const digits = (text: string) => text.replace(/\D/g, '').slice(0, 3);

/** The audit log (silent-screens B5). */
export function AccessLogScreen({ first, holder }: Props) {
  const t = useTranslations('accessLog');
  const list = useResourceList(accessLogList, first);
  const [shown, setShown] = useState<AccessLogRow>();

  const columns = useMemo(
    () => [
      ...accessLogColumnsOf(t),
      ...taskColumn(t, { holder, tasks: TASKS, nameOf, start: (_kind, row) => setShown(row) }),
    ],
    [holder, t],
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
      <ResourceTable
        label={t('table')}
        columns={columns}
        list={list}
        emptyTitle={t('empty')}
        note={
          <FormControlLabel
            label={t('showViews')}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Switch
                size="small"
                checked={list.filters.views === 'shown'}
                onChange={(_, isOn) => list.search({ ...list.filters, views: isOn ? 'shown' : 'hidden' })}
              />
            }
          />
        }
      />
      {shown && <AccessLogDialog row={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  );
}
