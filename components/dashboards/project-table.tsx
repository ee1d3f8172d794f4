'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { figureCell } from '@/components/facts/shared/figure-cell';
import type { getDashboardRanking, RankedProject } from '@/lib/features/dashboards/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { Quiet } from './block';
import { dashboardLinks } from './dashboard-links';
import { storeProject } from './stored-project';
import styles from './tables.module.css';

const COLUMNS = [
  'equipmentTotal',
  'availability',
  'callbacks',
  'entrapments',
  'arrivalTime',
  'maintenanceCompliance',
  'inspectionsDue',
  'unhealthy',
] as const;
type Column = (typeof COLUMNS)[number];
const WORST = 5;
const MINUTE_SEC = 60;

/** Call-outs a unit; nobody without units is among the worst. */
const loadOf = ({ callbacks, equipmentTotal }: RankedProject) => (equipmentTotal > 0 ? callbacks / equipmentTotal : 0);

function inOrder(projects: readonly RankedProject[], column: Column, isUp: boolean): RankedProject[] {
  return [...projects].sort((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isUp ? a - b : b - a;
  });
}

interface Props {
  readonly data: OutputOf<typeof getDashboardRanking>;
  readonly holder: Holder;
}

/** Projects beside each other, the worst five marked; a name leads to its own dashboard (silent-screens D2). */
export function ProjectTable({ data: { projects, from, until }, holder }: Props) {
  const t = useTranslations('dashboards');
  const format = useFormatter();
  const [sort, setSort] = useState<{ column: Column; isUp: boolean }>({ column: 'callbacks', isUp: false });
  if (projects.length === 0) return <Quiet>{t('empty.ka')}</Quiet>;
  const worst = new Set(
    [...projects]
      .filter((project) => project.callbacks > 0)
      .sort((a, b) => loadOf(b) - loadOf(a))
      .slice(0, WORST)
      .map(({ projectId }) => projectId),
  );
  const headOf = (column: Column) => t(`column.${column === 'arrivalTime' ? 'arrivalMinutes' : column}`);
  const textOf = (project: RankedProject, column: Column) => {
    const value = project[column];
    if (column === 'arrivalTime') return figureCell(format, value === null ? null : value / MINUTE_SEC, 1);
    return figureCell(format, value, column === 'availability' || column === 'maintenanceCompliance' ? 2 : 0);
  };
  return (
    <div className={styles.scroll} role="group" aria-label={t('projects.title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.projectName')}</th>
            <th scope="col">{t('column.city')}</th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={styles.number}
                aria-sort={sort.column === column ? (sort.isUp ? 'ascending' : 'descending') : undefined}
              >
                <button type="button" onClick={() => setSort({ column, isUp: sort.column === column && !sort.isUp })}>
                  {headOf(column)}
                  {sort.column === column && (sort.isUp ? ' ▲' : ' ▼')}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(projects, sort.column, sort.isUp).map((project) => {
            const links = dashboardLinks(holder, { branchCode: '', projectIds: [project.projectId] });
            const hrefs: Partial<Record<Column, string | undefined>> = {
              equipmentTotal: links.units(),
              callbacks: links.calls({ from, until }),
              entrapments: links.trapped({ from, until }),
              inspectionsDue: links.list('anualInspection', { tab: 'expired' }),
              unhealthy: links.units({ unhealthy: '1' }),
            };
            return (
              <tr
                key={project.projectId}
                className={worst.has(project.projectId) ? styles.worst : undefined}
                data-project={project.projectId}
              >
                <th scope="row" className={styles.named}>
                  <Link href={links.project(project.projectId)} onClick={() => storeProject(project.projectId)}>
                    {project.projectName}
                  </Link>
                </th>
                <td>{project.city ?? '-'}</td>
                {COLUMNS.map((column) => (
                  <td key={column} className={styles.number} data-number={column}>
                    <EntryLink href={project[column] ? hrefs[column] : undefined}>{textOf(project, column)}</EntryLink>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
