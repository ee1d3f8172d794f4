'use client';

import type { ReactNode } from 'react';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { groupAge } from '@/lib/live/units/group-age';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { readTime } from '@/lib/live/units/values';
import { AgedGroup, ValueAge } from './group-age';
import { LiveAge } from './live-age';
import styles from './counter.module.css';

interface GroupProps {
  readonly title: string;
  /** The values that are counted; the heading shows their age when all are of one second. */
  readonly entries: readonly (LiveEntry | undefined)[];
  readonly children: ReactNode;
}

/** Counters side by side. */
export function Counters({ title, entries, children }: GroupProps) {
  const commonAt = groupAge(entries);
  return (
    <section>
      <SectionTitle aside={commonAt !== undefined && <LiveAge at={commonAt} />}>{title}</SectionTitle>
      <AgedGroup at={commonAt}>
        <div className={styles.counters}>{children}</div>
      </AgedGroup>
    </section>
  );
}

interface CounterProps {
  /** Stable name for tests. */
  readonly name?: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly unit?: string | undefined;
  readonly entry: LiveEntry | undefined;
}

/** A number that only grows. */
export function Counter({ name, label, value, unit, entry }: CounterProps) {
  return (
    <div className={styles.counter} data-counter={name}>
      <div className={styles.value}>
        {value ?? '--'}
        {value !== undefined && unit !== undefined && <small>{unit}</small>}
      </div>
      <div className={styles.label}>{label}</div>
      {value !== undefined && (
        <div className={styles.age}>
          <ValueAge at={readTime(entry?.at)} />
        </div>
      )}
    </div>
  );
}
