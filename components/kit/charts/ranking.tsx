'use client';

import { useFormatter } from 'next-intl';
import type { ReactNode } from 'react';
import { cutName, type ChartModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { colourOf } from './colours';
import { EntryLink } from './entry-link';
import styles from './charts.module.css';

/** The first few of many, a bar each; plain elements, so that the server draws it whole. */
export function RankingChart({ model, note }: { readonly model: ChartModel; readonly note?: ReactNode }) {
  const format = useFormatter();
  const most = Math.max(1, ...model.entries.map(({ value }) => value ?? 0));
  return (
    <ChartFrame model={model} note={note}>
      <ol className={`${styles.list} ${styles.top}`}>
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
            <span className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                style={{ width: `${((value ?? 0) / most) * 100}%`, background: colourOf(index) }}
              />
            </span>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
