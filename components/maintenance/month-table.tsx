'use client';

import { useTranslations } from 'next-intl';
import { monthAfter, weeksOf } from '@/lib/features/maintenance/months';
import { dayAfter } from '@/lib/features/facts/shared/days';
import styles from './maintenance-calendar.module.css';

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

interface Props {
  /** `yyyy-MM` */
  readonly month: string;
  /** Numbers of jobs by day; undefined while they are unknown. */
  readonly days: Readonly<Record<string, { readonly open: number; readonly done: number }>> | undefined;
  readonly chosen: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

/** One month, its weeks from Monday on. */
export function MonthTable({ month, days, chosen, today, onChoose }: Props) {
  const t = useTranslations('maintenance.calendar');
  const [year = '', number = ''] = month.split('-');
  const title = t('month', { year, month: Number(number) });
  /** One day forward or back, also into another month. */
  const move = (from: string, by: number) => {
    document.querySelector<HTMLElement>(`[data-day="${dayAfter(from, by)}"]`)?.focus();
  };
  return (
    <table className={styles.month} aria-label={title} data-month={month}>
      <caption className={styles.monthTitle}>{title}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" aria-label={t(`weekday.${weekday}`)}>
              {t(`short.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null) ?? monthAfter(month, 1)}>
            {week.map((day, weekday) => {
              if (day === null) return <td key={WEEKDAYS[weekday]} />;
              const { open, done } = days?.[day] ?? { open: 0, done: 0 };
              const isLate = day < today;
              const says = [
                open > 0 && t(isLate ? 'overdueCount' : 'openCount', { count: open }),
                done > 0 && t('doneCount', { count: done }),
              ]
                .filter(Boolean)
                .join(', ');
              return (
                <td key={day}>
                  <button
                    type="button"
                    className={styles.cell}
                    data-day={day}
                    data-today={day === today || undefined}
                    aria-pressed={day === chosen}
                    aria-label={says ? `${day} ${says}` : day}
                    onClick={() => onChoose(day)}
                    onKeyDown={({ key }) => {
                      const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
                      if (by) move(day, by);
                    }}
                  >
                    <span>{Number(day.slice(8))}</span>
                    <span className={styles.dots}>
                      {open > 0 && (
                        <span className={styles.count} data-kind={isLate ? 'OVERDUE' : 'PLAN'}>
                          {open}
                        </span>
                      )}
                      {done > 0 && (
                        <span className={styles.count} data-kind="DONE">
                          {done}
                        </span>
                      )}
                    </span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
