'use client';

import { useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import type { StatusKind } from '@/components/kit/ui/status';
import { MAX_PUSH_DAYS, type PushLogRow } from '@/lib/features/web-push/contract';
import { PUSH_KINDS, PUSH_STATES } from '@/lib/features/web-push/value-sets';
import { pushLogList } from './push-log-list';

const LOOK: Readonly<Record<PushLogRow['state'], StatusKind>> = {
  QUEUED: 'standby',
  SENT: 'normal',
  FAILED: 'fault',
  WITHDRAWN: 'offline',
};

function columnsOf(t: ListTexts): readonly Column<PushLogRow>[] {
  const { time, text, option, status, count } = columnKinds<PushLogRow>(t);
  return [
    time('createDate'),
    text('username', { onCard: 2 }),
    text('deviceName', { minWidth: 130, flex: true, onCard: 3 }),
    option('kind', { onCard: 4 }),
    status('state', LOOK, { onCard: 1 }),
    text('equipmentNo'),
    time('sentDate'),
    text('error', { minWidth: 130, flex: true }),
    count('tries'),
  ];
}

interface Props {
  readonly first?: FirstPage<PushLogRow>;
  /** Above the filters: the tabs of the logs. */
  readonly tabs?: ReactNode;
}

/** The log of notices to closed browsers: what was sent to which device, or why not. */
export function PushLogScreen({ first, tabs }: Props) {
  const t = useTranslations('pushLog');
  const list = useResourceList(pushLogList, first);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={tabs}
      filters={
        <>
          <FilterDates isRequired maxDays={MAX_PUSH_DAYS} />
          <FilterSeveral name="kind" values={PUSH_KINDS} />
          <FilterSeveral name="state" values={PUSH_STATES} />
          <FilterText name="username" maxLength={64} />
        </>
      }
    />
  );
}
