'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { isEmptyChart, seriesOf, type ChartModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { openingOf, type OnChoice } from './chart-table';
import styles from './charts.module.css';

const BarsPlot = dynamic(async () => (await import('./bars-plot')).BarsPlot, {
  ssr: false,
  loading: () => <div className={styles.plot} />,
});

interface Props {
  readonly model: ChartModel;
  readonly note?: ReactNode;
  /** Beside another of its kind that matters more. */
  readonly isSecond?: boolean;
  /** What a bar is, what a hollow one and what the line. */
  readonly legend: { readonly value: string; readonly running?: string; readonly compared?: string };
  readonly onSelect?: OnChoice;
}

/** Bars over a row of names. */
export function BarsChart({ model, note, legend, isSecond = false, onSelect }: Props) {
  const series = seriesOf(model);
  return (
    <ChartFrame model={series} isEmpty={isEmptyChart(model)} note={note} onSelect={onSelect}>
      <div className={isSecond ? styles.second : undefined}>
        <p className={styles.legend}>
          <span>
            <i />
            {legend.value}
          </span>
          {legend.running && (
            <span>
              <i data-kind="running" />
              {legend.running}
            </span>
          )}
          {legend.compared && (
            <span>
              <i data-kind="compared" />
              {legend.compared}
            </span>
          )}
        </p>
        <BarsPlot
          entries={model.entries}
          openings={model.entries.map((_, index) => openingOf(series, { series: 0, index }, onSelect))}
        />
      </div>
    </ChartFrame>
  );
}
