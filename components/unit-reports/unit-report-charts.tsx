'use client';

import { BarsChart } from '@/components/kit/charts/bars';
import { LineChart } from '@/components/kit/charts/line';
import { PieChart } from '@/components/kit/charts/pie';
import styles from '@/components/kit/report/report.module.css';
import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';

export function UnitReportLine({ model }: { readonly model: SeriesModel }) {
  return <LineChart model={model} />;
}

/** Reasons of call-outs, and how many there were beside other months. */
export function UnitReportPair({ pie, bars }: { readonly pie: ChartModel; readonly bars: ChartModel }) {
  return (
    <div className={styles.charts}>
      <PieChart model={pie} />
      <BarsChart model={bars} legend={{ value: bars.words.value }} />
    </div>
  );
}
