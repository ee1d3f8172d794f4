'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { SeriesModel } from '@/lib/platform/charts/model';
import { isFlatSeries } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import type { OnChoice } from './chart-table';
import { SeriesLegend } from './series-marks';
import { PartPattern, partFill } from './part-pattern';
import styles from './charts.module.css';

const StackedPlot = dynamic(async () => (await import('./stacked-plot')).StackedPlot, {
  ssr: false,
  loading: () => <div className={styles.plot} />,
});

interface Props {
  readonly model: SeriesModel;
  readonly note?: ReactNode;
  readonly onSelect?: OnChoice;
}

const mark = (series: number) => (
  <svg width="14" height="14" aria-hidden>
    <PartPattern series={series} id={`legend-${series}`} />
    <rect width="14" height="14" fill={partFill(`legend-${series}`)} />
  </svg>
);

/** Bars of several parts, the first at the bottom, their sum on top. */
export function StackedChart({ model, note, onSelect }: Props) {
  return (
    <ChartFrame model={model} isEmpty={isFlatSeries(model)} note={note} onSelect={onSelect}>
      <SeriesLegend names={model.series.map(({ name }) => name)} mark={mark} />
      <StackedPlot model={model} onSelect={onSelect} />
    </ChartFrame>
  );
}
