'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ResourceTable } from '@/components/kit/list/resource-table';
import type { StatusKind } from '@/components/kit/ui/status';
import type { CallbackRow } from '@/lib/features/callbacks/contract';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { TabProps } from './tab-panel';
import { callbackListOf, FIRST_DAY } from './unit-lists';
import { useUnitList } from './use-unit-list';
import styles from './tab-panel.module.css';

const LOOKS: Readonly<Record<CallbackRow['jobStatus'], StatusKind>> = {
  INIT: 'attention',
  REQU: 'attention',
  PAGE: 'service',
  DISP: 'service',
  SITE: 'service',
  INTR: 'disconnected',
  CLSO: 'normal',
  CLSC: 'notInstalled',
};

/** The call-outs of the unit (doc2 §2.4, §7). */
export function CallbacksTab({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('callbacks');
  const own = useTranslations('equipmentDetail.callbacks');
  const definition = useMemo(() => callbackListOf(equipmentNo), [equipmentNo]);
  const list = useUnitList(definition, equipmentNo);
  const columns = useMemo(() => {
    const kinds = columnKinds<CallbackRow>(t);
    const detail = routeOf('callbackDetail');
    const href = ({ callbackId }: CallbackRow) =>
      detail.isBuilt && mayOpen(holder, detail) ? hrefOf(detail.key, { callbackId }) : undefined;
    return [
      kinds.link('callbackId', { href }, { minWidth: 150 }),
      kinds.status('jobStatus', LOOKS, { group: 'status', minWidth: 132 }),
      kinds.text('jobDescription', { minWidth: 200, flex: 3 }),
      kinds.option('callbackType', { group: 'type', minWidth: 132 }),
      kinds.option('personStatus', { group: 'person' }),
      kinds.text('scsaText', { minWidth: 120, flex: 1 }),
      kinds.text('technicianName'),
      kinds.time('createDate'),
      kinds.time('jobUpdateDate'),
    ];
  }, [holder, t]);
  const { startCreateDate, endCreateDate } = list.filters;
  return (
    <>
      {startCreateDate !== FIRST_DAY && (
        <p className={styles.narrowed} role="status">
          {own('days', { start: startCreateDate, end: endCreateDate })}
          <Button size="small" variant="text" onClick={() => list.search(list.unfiltered)}>
            {own('all')}
          </Button>
        </p>
      )}
      <ResourceTable label={own('table')} emptyTitle={own('empty')} columns={columns} list={list} />
    </>
  );
}
