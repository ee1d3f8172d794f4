'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/kit/ui/states';
import type { SeriesModel } from '@/lib/platform/charts/model';
import { ChartTable, type OnChoice } from './chart-table';
import styles from './charts.module.css';

interface Props {
  readonly model: SeriesModel;
  readonly isEmpty: boolean;
  readonly note?: ReactNode;
  readonly onSelect?: OnChoice;
  readonly children: ReactNode;
}

/** Heading, picture, and the table of its figures. */
export function ChartFrame({ model, isEmpty, note, onSelect, children }: Props) {
  const t = useTranslations('common');
  return (
    <figure className={styles.chart} aria-label={model.title}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>{model.title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </figcaption>
      {isEmpty ? <EmptyState /> : children}
      <details className={styles.fold}>
        <summary>{t('chart.table')}</summary>
        <ChartTable model={model} onSelect={onSelect} />
      </details>
    </figure>
  );
}
