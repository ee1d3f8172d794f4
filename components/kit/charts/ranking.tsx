'use client';

import type { ReactNode } from 'react';
import { isEmptyChart, seriesOf, type ChartModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { openingOf, type OnChoice } from './chart-table';
import { colourOf } from './colours';
import { EntryRow } from './entry-row';
import styles from './charts.module.css';

interface Props {
  readonly model: ChartModel;
  readonly note?: ReactNode;
  readonly onSelect?: OnChoice;
}

/** The first few of many, a bar each; plain elements, so that the server draws it whole. */
export function RankingChart({ model, note, onSelect }: Props) {
  const series = seriesOf(model);
  const most = Math.max(1, ...model.entries.map(({ value }) => value ?? 0));
  return (
    <ChartFrame model={series} isEmpty={isEmptyChart(model)} note={note} onSelect={onSelect}>
      <ol className={`${styles.list} ${styles.top}`}>
        {model.entries.map((entry, index) => (
          <EntryRow
            key={`${index} ${entry.name}`}
            entry={entry}
            index={index}
            opening={openingOf(series, { series: 0, index }, onSelect)}
          >
            <span className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                style={{ width: `${((entry.value ?? 0) / most) * 100}%`, background: colourOf(index) }}
              />
            </span>
          </EntryRow>
        ))}
      </ol>
    </ChartFrame>
  );
}
