'use client';

import { useTranslations } from 'next-intl';
import type { Holder } from '@/lib/platform/contract/authorities';
import { Block } from './block';
import { BranchTable } from './branch-table';
import type { Dashboard } from './use-dashboard';
import styles from './dashboard.module.css';

interface Props {
  readonly dashboard: Dashboard;
  readonly holder: Holder;
}

/** Branches beside each other; a name narrows the dashboard to it. */
export function BranchesBlock({ dashboard: { ranking, units, today, choose }, holder }: Props) {
  const t = useTranslations('dashboards.branches');
  return (
    <Block name="branches" title={t('title')} answer={ranking} className={styles.wide}>
      {(data) => (
        <BranchTable
          data={data}
          holder={holder}
          projectIds={units.projectIds}
          today={today}
          onChoose={(branchCode) => void choose({ branchCode })}
        />
      )}
    </Block>
  );
}
