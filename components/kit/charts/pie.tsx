'use client';

import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import type { ReactNode } from 'react';
import { isEmptyChart, seriesOf, shareOf, sumOfEntries, type ChartModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { openingOf, type OnChoice } from './chart-table';
import { EntryLink } from './entry-link';
import { EntryRow } from './entry-row';
import styles from './charts.module.css';

const PiePlot = dynamic(async () => (await import('./pie-plot')).PiePlot, {
  ssr: false,
  loading: () => <div className={styles.pie} />,
});

interface Props {
  readonly model: ChartModel;
  readonly note?: ReactNode;
  /** What the sum in the middle counts, and where its rows are. */
  readonly whole?: string;
  readonly wholeHref?: string;
  readonly onSelect?: OnChoice;
}

/** A ring with its list: number, name, value, share. */
export function PieChart({ model, note, whole, wholeHref, onSelect }: Props) {
  const format = useFormatter();
  const sum = sumOfEntries(model.entries);
  const series = seriesOf(model);
  const openings = model.entries.map((_, index) => openingOf(series, { series: 0, index }, onSelect));
  return (
    <ChartFrame model={series} isEmpty={isEmptyChart(model)} note={note} onSelect={onSelect}>
      <div className={styles.pieRow}>
        <div className={styles.pie}>
          <PiePlot entries={model.entries} openings={openings} />
          <p className={styles.whole}>
            <b>
              <EntryLink href={wholeHref}>{format.number(sum)}</EntryLink>
            </b>
            {whole}
          </p>
        </div>
        <ol className={styles.list}>
          {model.entries.map((entry, index) => (
            <EntryRow key={`${index} ${entry.name}`} entry={entry} index={index} opening={openings[index] ?? {}}>
              <span className={styles.share}>
                {format.number(shareOf(entry.value, sum), { style: 'percent', maximumFractionDigits: 1 })}
              </span>
            </EntryRow>
          ))}
        </ol>
      </div>
    </ChartFrame>
  );
}
