'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/kit/ui/states';
import { isEmptyChart, type ChartModel } from '@/lib/platform/charts/model';
import { EntryLink } from './entry-link';
import styles from './charts.module.css';

interface Props {
  readonly model: ChartModel;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Heading, picture, and the table of its figures, which can be unfolded and is in the HTML of the server. */
export function ChartFrame({ model, note, children }: Props) {
  const t = useTranslations('common');
  const format = useFormatter();
  const numberOf = (value: number | null | undefined) =>
    value === null || value === undefined ? '-' : format.number(value);
  const { title, entries, words } = model;
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </figcaption>
      {isEmptyChart(model) ? <EmptyState /> : children}
      <details className={styles.fold}>
        <summary>{t('chart.table')}</summary>
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.value}</th>
              {words.compared && <th scope="col">{words.compared}</th>}
            </tr>
          </thead>
          <tbody>
            {entries.map(({ name, value, compared, href }, index) => (
              <tr key={`${index} ${name}`}>
                <th scope="row">{name}</th>
                <td>
                  <EntryLink href={value ? href : undefined}>{numberOf(value)}</EntryLink>
                </td>
                {words.compared && <td>{numberOf(compared)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
