'use client';

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen } from '@/components/kit/list/list-screen';
import type { FirstPage } from '@/components/kit/list/list-query';
import { taskColumn } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { exportAccessLog, type AccessLogRow } from '@/lib/features/access-log/contract';
import { ACCESS_ACTIONS, MAX_LOG_DAYS } from '@/lib/features/access-log/value-sets';
import { AccessLogDialog } from './access-log-dialog';
import { accessLogColumnsOf } from './access-log-columns';
import { accessLogList } from './access-log-list';
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
    <ListScreen
      t={t}
      columns={columns}
      list={list}

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
      file={{ operation: exportAccessLog, holder }}
      actions={
        <>
          {mayOpen(holder, routeOf('jobList')) && (
            <Button component={Link} href={hrefOf('jobList')}>
              {t('jobs')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <FilterDates startName="startTime" endName="endTime" isRequired maxDays={MAX_LOG_DAYS} />
          <FilterText name="username" maxLength={64} />
          <FilterText name="module" maxLength={40} />
          <FilterSelect name="action" values={ACCESS_ACTIONS} />
          <FilterSelect name="success" values={[1, 0]} />
          <FilterText name="code" format={digits} maxLength={3} />
          <FilterText name="ip" maxLength={45} />
          <FilterText name="objectId" maxLength={80} />
          <FilterText name="path" />
        </>
      }
    >
      {shown && <AccessLogDialog row={shown} onClose={() => setShown(undefined)} />}
    </ListScreen>
  );
}
