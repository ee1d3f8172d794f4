'use client';

import type { ReactNode } from 'react';
import { cutName, type ChartEntry } from '@/lib/platform/charts/model';
import { colourOf } from './colours';
import { EntryLink, type Opening } from './entry-link';
import styles from './charts.module.css';
import { useChartWords } from './use-chart-words';

interface Props {
  readonly entry: ChartEntry;
  readonly index: number;
  readonly opening: Opening;
  /** What stands behind or below the value. */
  readonly children: ReactNode;
}

/** One line of a list of entries: number, name, value. */
export function EntryRow({ entry: { name, value }, index, opening, children }: Props) {
  const words = useChartWords();
  return (
    <li>
      <span className={styles.mark} style={{ borderColor: colourOf(index) }} aria-hidden>
        {index + 1}
      </span>
      <span className={styles.name} title={name}>
        {cutName(name)}
      </span>
      <b>
        <EntryLink {...opening}>{words(value ?? 0)}</EntryLink>
      </b>
      {children}
    </li>
  );
}
