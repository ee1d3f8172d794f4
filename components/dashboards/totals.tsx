'use client';

import type { ReactNode } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import styles from './dashboard.module.css';

export interface TotalCard {
  readonly name: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly href?: string | undefined;
  /** A date, not a figure. */
  readonly isLong?: boolean;
}

/** Figures in a row, each a link to its rows where there is one. */
export function TotalCards({ cards }: { readonly cards: readonly TotalCard[] }) {
  return (
    <dl className={styles.totals}>
      {cards.map(({ name, label, value, unit, href, isLong }) => (
        <div key={name} data-total={name}>
          <dt>{label}</dt>
          <dd data-long={isLong || undefined}>
            <EntryLink href={href}>{value}</EntryLink>
            {unit && <small> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
