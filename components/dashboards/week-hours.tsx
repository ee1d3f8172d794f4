'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { getDashboardTrend } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { noonOf } from '@/lib/platform/i18n/shanghai';
import type { DashboardLinks } from './dashboard-links';
import styles from './week-hours.module.css';

type Week = OutputOf<typeof getDashboardTrend>['week'];

const sumOf = (hours: readonly number[]) => hours.reduce((sum, one) => sum + one, 0);
/** Heads of every third hour. */
const EVERY = 3;

interface Props {
  readonly week: Week;
  readonly links: DashboardLinks;
}

/** When call-outs came in the last seven days: a square an hour, the entrapments marked. */
export function WeekHours({ week, links }: Props) {
  const t = useTranslations('dashboards.week');
  const format = useFormatter();
  const nameOf = (day: string, isToday: boolean) =>
    isToday ? t('today') : format.dateTime(noonOf(day), { weekday: 'short', day: 'numeric' });
  return (
    <div className={styles.scroll} role="group" aria-label={t('title')} tabIndex={0}>
      <table className={styles.week}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                <span className={hour % EVERY === 0 ? undefined : 'visually-hidden'}>{hour}</span>
              </th>
            ))}
            <th scope="col" className={styles.sum}>
              {t('calls')}
            </th>
            <th scope="col" className={styles.sum}>
              {t('trapped')}
            </th>
          </tr>
        </thead>
        <tbody>
          {week.map(({ day, callbacks, entrapments }, index) => {
            const days = { from: day, until: day };
            const calls = sumOf(callbacks);
            const trapped = sumOf(entrapments);
            return (
              <tr key={day}>
                <th scope="row">{nameOf(day, index === week.length - 1)}</th>
                {callbacks.map((count, hour) => (
                  <td
                    key={hour}
                    data-some={count > 0 || undefined}
                    data-trapped={(entrapments[hour] ?? 0) > 0 || undefined}
                  >
                    {count > 0 ? (
                      <span>
                        {(entrapments[hour] ?? 0) > 0 && <StatusShapeMark status="trapped" size={9} />}
                        {count}
                      </span>
                    ) : null}
                  </td>
                ))}
                <td className={styles.sum}>
                  <EntryLink href={calls > 0 ? links.calls(days) : undefined}>{format.number(calls)}</EntryLink>
                </td>
                <td className={styles.sum} data-trapped={trapped > 0 || undefined}>
                  <EntryLink href={trapped > 0 ? links.trapped(days) : undefined}>{format.number(trapped)}</EntryLink>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
