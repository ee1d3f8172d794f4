'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ResourceTable } from '@/components/kit/list/resource-table';
import type { StatusKind } from '@/components/kit/ui/status';
import { useJoin } from '@/components/kit/ui/use-join';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { TabProps } from './tab-props';
import { maintenanceList } from './unit-lists';
import { useMaintenanceWord } from './use-maintenance-word';
import { useUnitList } from './use-unit-list';
import styles from './tabs.module.css';

const LOOKS: Readonly<Record<MaintenanceRow['jobStatus'], StatusKind>> = {
  PLAN: 'standby',
  LOCK: 'service',
  DONE: 'normal',
  CONFIRM: 'normal',
};

/** The maintenance jobs of the unit, planned and done. */
export function MaintenanceTab({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('equipmentDetail.maintenance');
  const list = useUnitList(maintenanceList, equipmentNo);
  const typeWord = useMaintenanceWord();
  const join = useJoin();
  const columns = useMemo(() => {
    const kinds = columnKinds<MaintenanceRow>(t);
    const detail = routeOf('maintenanceDetail');
    const href = ({ jobNo }: MaintenanceRow) =>
      detail.isBuilt && mayOpen(holder, detail) ? hrefOf(detail.key, { jobNo }) : undefined;
    const people = (row: MaintenanceRow) => {
      const names = [row.actualTechnician1Name, row.actualTechnician2Name].filter((name) => name !== null);
      const planned = [row.planTechnician1Name, row.planTechnician2Name].filter((name) => name !== null);
      return join(names.length > 0 ? names : planned) || null;
    };
    return [
      kinds.link('jobNo', { href }),
      kinds.status('jobStatus', LOOKS),
      kinds.own('maintenanceType', ({ maintenanceType }) => typeWord(maintenanceType)),
      kinds.day('planDate'),
      kinds.time('doneDate'),
      kinds.own('technicians', people, { minWidth: 140, flex: true }),
    ];
  }, [holder, join, t, typeWord]);
  const { planDate } = list.filters;
  return (
    <>
      {planDate !== '' && (
        <p className={styles.narrowed} role="status">
          {t('day', { day: planDate })}
          <Button size="small" variant="text" onClick={() => list.search(list.unfiltered)}>
            {t('all')}
          </Button>
        </p>
      )}
      <ResourceTable label={t('table')} emptyTitle={t('empty')} columns={columns} list={list} />
    </>
  );
}
