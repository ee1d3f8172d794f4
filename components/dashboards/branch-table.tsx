'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { figureCell } from '@/components/facts/shared/figure-cell';
import type { getDashboardRanking } from '@/lib/features/dashboards/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { dashboardLinks } from './dashboard-links';
import styles from './tables.module.css';

interface Props {
  readonly data: OutputOf<typeof getDashboardRanking>;
  readonly holder: Holder;
  readonly projectIds: readonly string[] | null;
  readonly today: string;
  readonly onChoose?: (branchCode: string) => void;
}

/** Branches beside each other; a name narrows the dashboard to it. */
export function BranchTable({ data: { branches, from, until }, holder, projectIds, today, onChoose }: Props) {
  const t = useTranslations('dashboards.branches');
  const format = useFormatter();
  const days = { from, until };
  return (
    <div className={styles.scroll} role="group" aria-label={t('title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            {(
              [
                'equipmentTotal',
                'onlineCount',
                'faultCount',
                'openCallbacks',
                'callbacks',
                'entrapments',
                'availability',
              ] as const
            ).map((name) => (
              <th key={name} scope="col" className={styles.number}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {branches.map((row) => {
            const links = dashboardLinks(holder, { branchCode: row.branchCode, projectIds });
            const cells = [
              { name: 'equipmentTotal', value: row.equipmentTotal, href: links.units() },
              { name: 'onlineCount', value: row.onlineCount, href: links.units({ onlineStatus: '1' }) },
              { name: 'faultCount', value: row.faultCount, href: links.units({ errorStatus: '1' }) },
              { name: 'openCallbacks', value: row.openCallbacks, href: links.open(today) },
              { name: 'callbacks', value: row.callbacks, href: links.calls(days) },
              { name: 'entrapments', value: row.entrapments, href: links.trapped(days) },
            ];
            return (
              <tr key={row.branchCode} data-branch={row.branchCode}>
                <th scope="row">
                  <EntryLink onSelect={onChoose && (() => onChoose(row.branchCode))}>{row.branchName}</EntryLink>
                </th>
                {cells.map(({ name, value, href }) => (
                  <td key={name} className={styles.number} data-number={name}>
                    <EntryLink href={value ? href : undefined}>{figureCell(format, value)}</EntryLink>
                  </td>
                ))}
                <td className={styles.number}>{figureCell(format, row.availability, 2)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
