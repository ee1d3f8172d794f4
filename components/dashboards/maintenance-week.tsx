'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import type { getDashboardOpen } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { noonOf } from '@/lib/platform/i18n/shanghai';
import { Quiet } from './block';
import type { DashboardLinks } from './dashboard-links';
import styles from './maintenance-week.module.css';

interface Props {
  readonly maintenance: OutputOf<typeof getDashboardOpen>['maintenance'];
  readonly today: string;
  readonly links: DashboardLinks;
}

const KINDS = [
  { name: 'planned', status: 'PLAN' },
  { name: 'done', status: 'DONE' },
  { name: 'overdue', status: 'OVERDUE' },
] as const;

/** Jobs of this week by their day (silent-screens D3). */
export function MaintenanceWeek({ maintenance, today, links }: Props) {
  const t = useTranslations('dashboards.jobs');
  const all = useTranslations('dashboards');
  const format = useFormatter();
  if (maintenance === null) return <Quiet>{all('noRight')}</Quiet>;
  return (
    <ol className={styles.week}>
      {maintenance.map(({ day, ...counts }) => (
        <li key={day} data-day={day} data-today={day === today || undefined}>
          <h3>{format.dateTime(noonOf(day), { weekday: 'short', day: 'numeric' })}</h3>
          <dl>
            {KINDS.map(({ name, status }) => (
              <div key={name} data-kind={name} data-some={counts[name] > 0 || undefined}>
                <dt>{t(name)}</dt>
                <dd>
                  <EntryLink href={counts[name] > 0 ? links.jobs(day, status) : undefined}>
                    {format.number(counts[name])}
                  </EntryLink>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
