'use client';

import { LineChart } from '@/components/kit/charts/line';
import { PieChart } from '@/components/kit/charts/pie';
import { RankingChart } from '@/components/kit/charts/ranking';
import type { ReportBands, ReportDocument } from '@/lib/features/health-report/document-shape';
import styles from '@/components/kit/report/report.module.css';

/** Trend, reasons, the most called units, and entrapments where there were any. */
export function ReportCharts({
  trend,
  reasons,
  top,
  entrapments,
}: Pick<ReportDocument, 'trend' | 'reasons' | 'top' | 'entrapments'>) {
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>
        <LineChart model={trend} />
      </div>
      <PieChart model={reasons} />
      <RankingChart model={top} />
      {entrapments && (
        <div className={styles.wide}>
          <LineChart model={entrapments} />
        </div>
      )}
    </div>
  );
}

/** How much the units are used: units by band with the strongest marked, and the five that are used most. */
export function ReportIntensity({ intensity }: { readonly intensity: readonly ReportBands[] }) {
  return (
    <div className={styles.charts}>
      {intensity.map(({ title, bands, levels, top }) => [
        <RankingChart
          key={title}
          model={{
            ...bands,
            entries: bands.entries.map((entry, index) => ({
              ...entry,
              name: levels[index] ? `${entry.name} ${levels[index]}` : entry.name,
            })),
          }}
        />,
        <RankingChart key={top.title} model={top} />,
      ])}
    </div>
  );
}
