'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ResourceTable } from '@/components/kit/list/resource-table';
import type { ActivityRow } from '@/lib/features/activities/contract';
import type { TabProps } from './tab-props';
import { activityList } from './unit-lists';
import { useUnitList } from './use-unit-list';

/** What happened to the unit in service (doc2 §2.4). */
export function ActivityTab({ equipmentNo }: TabProps) {
  const t = useTranslations('equipmentDetail.activity');
  const list = useUnitList(activityList, equipmentNo);
  const columns = useMemo(() => {
    const kinds = columnKinds<ActivityRow>(t);
    return [
      kinds.text('title', { minWidth: 150, flex: true }),
      kinds.text('message', { minWidth: 260, flex: true, onCard: 1 }),
      kinds.option('subType', { onCard: 2 }),
      kinds.time('notificationDate', { onCard: 3 }),
      kinds.time('createDate'),
    ];
  }, [t]);
  return <ResourceTable label={t('table')} emptyTitle={t('empty')} columns={columns} list={list} />;
}
