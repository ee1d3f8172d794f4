'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { isEmptySeries, type SeriesModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import type { OnChoice } from './chart-table';
import { colourOf } from './colours';
import { dashOf, SeriesLegend, SeriesPoint } from './series-marks';
import styles from './charts.module.css';

const LinePlot = dynamic(async () => (await import('./line-plot')).LinePlot, {
  ssr: false,
  loading: () => <div className={styles.plot} />,
});

interface Props {
  readonly model: SeriesModel;
  readonly note?: ReactNode;
  /** The axis begins near the smallest value instead of at 0: rates that hardly differ. */
  readonly isNear?: boolean;
  readonly onSelect?: OnChoice;
}

const mark = (series: number) => (
  <svg width="28" height="12" viewBox="-14 -6 28 12" aria-hidden>
    <path d="M-14 0h28" stroke={colourOf(series)} strokeWidth="2" strokeDasharray={dashOf(series)} />
    <SeriesPoint series={series} />
  </svg>
);

/** Lines over a row of names; what nobody knows is a gap. */
export function LineChart({ model, note, isNear = false, onSelect }: Props) {
  return (
    <ChartFrame model={model} isEmpty={isEmptySeries(model)} note={note} onSelect={onSelect}>
      <SeriesLegend names={model.series.map(({ name }) => name)} mark={mark} />
      <LinePlot model={model} isNear={isNear} onSelect={onSelect} />
    </ChartFrame>
  );
}
