'use client';

import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import type { ReactNode } from 'react';
import { cutName, shareOf, sumOfEntries, type ChartModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { colourOf } from './colours';
import { EntryLink } from './entry-link';
import styles from './charts.module.css';

const PiePlot = dynamic(async () => (await import('./pie-plot')).PiePlot, {
  ssr: false,
  loading: () => <div className={styles.pie} />,
});

interface Props {
  readonly model: ChartModel;
  readonly note?: ReactNode;
  /** What the sum in the middle counts. */
  readonly whole?: string;
}

/** A ring with its list: number, name, value, share. */
export function PieChart({ model, note, whole }: Props) {
  const format = useFormatter();
  const sum = sumOfEntries(model.entries);
  return (
    <ChartFrame model={model} note={note}>
      <div className={styles.pieRow}>
        <div className={styles.pie}>
          <PiePlot entries={model.entries} />
          <p className={styles.whole}>
            <b>{format.number(sum)}</b>
            {whole}
          </p>
        </div>
        <ol className={styles.list}>
          {model.entries.map(({ name, value, href }, index) => (
            <li key={`${index} ${name}`}>
              <span className={styles.mark} style={{ background: colourOf(index) }} aria-hidden>
                {index + 1}
              </span>
              <span className={styles.name} title={name}>
                {cutName(name)}
              </span>
              <b>
                <EntryLink href={href}>{format.number(value ?? 0)}</EntryLink>
              </b>
              <span className={styles.share}>
                {format.number(shareOf(value, sum), { style: 'percent', maximumFractionDigits: 1 })}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </ChartFrame>
  );
}
