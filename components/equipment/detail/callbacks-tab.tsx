'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { callbackColumnsOf } from '@/components/callbacks/shared/callback-columns';
import { ResourceTable } from '@/components/kit/list/resource-table';
import type { TabProps } from './tab-props';
import { callbackListOf, FIRST_DAY } from './unit-lists';
import { useUnitList } from './use-unit-list';
import styles from './tabs.module.css';

/** The call-outs of the unit (doc2 §2.4, §7). */
export function CallbacksTab({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('callbacks');
  const own = useTranslations('equipmentDetail.callbacks');
  const definition = useMemo(() => callbackListOf(equipmentNo), [equipmentNo]);
  const list = useUnitList(definition, equipmentNo);
  const columns = useMemo(
    () => callbackColumnsOf(t, holder).filter(({ field }) => field !== 'equipmentNo' && field !== 'equipmentName'),
    [holder, t],
  );
  const { startCreateDate, endCreateDate } = list.filters;
  return (
    <>
      {startCreateDate !== FIRST_DAY && (
        <p className={styles.narrowed} role="status">
          {own('days', { start: startCreateDate, end: endCreateDate })}
          <Button
            size="small"
            variant="text"
            // The list's own days stand in no address.
            onClick={() => list.search({ ...list.filters, key: '', startCreateDate: '', endCreateDate: '' })}
          >
            {own('all')}
          </Button>
        </p>
      )}
      <ResourceTable label={own('table')} emptyTitle={own('empty')} columns={columns} list={list} />
    </>
  );
}
