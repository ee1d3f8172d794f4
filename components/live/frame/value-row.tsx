'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useNow } from '@/components/kit/ui/age';
import { formatDate, formatDateTime, formatTime } from '@/lib/platform/i18n/format';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { readTime } from '@/lib/live/units/values';
import { AgedGroup, ValueAge } from './group-age';
import { LiveAge } from './live-age';
import { useShownMoment } from './page-clock';
import styles from './value-row.module.css';

export interface ValueRowProps {
  /** Stable name for tests. */
  readonly name: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly entry?: LiveEntry | undefined;
  readonly tone?: 'alarm' | 'warning' | undefined;
}

/** A state with the moment it was measured and its age. */
export function ValueRow({ name, label, value, entry, tone }: ValueRowProps) {
  return (
    <tr data-row={name} data-tone={tone}>
      <th scope="row">{label}</th>
      <td className={styles.value}>{value ?? <span className={styles.none}>--</span>}</td>
      <td className={styles.age}>
        {value === undefined || value === null || entry === undefined ? null : <ValueAge at={readTime(entry.at)} />}
      </td>
    </tr>
  );
}

/** A value with its time; it is unknown while the unit does not report (readings 122). */
export function useKnown() {
  const t = useTranslations('common.status');
  return (isKnown: boolean) => (value: ReactNode, entry: LiveEntry | undefined) =>
    isKnown ? { value, entry } : { value: t('unknown'), entry: undefined };
}

/** The time of the newest value, the last row of a table of states. */
export function UpdateRow({ at }: { readonly at: number | undefined }) {
  const t = useTranslations('live.frame');
  return (
    <tr data-row="update">
      <th scope="row">{t('update')}</th>
      <td className={styles.value}>
        {at === undefined ? <span className={styles.none}>--</span> : <LastUpdate at={at} />}
      </td>
      <td className={styles.age}>{at !== undefined && <LiveAge at={at} />}</td>
    </tr>
  );
}

interface ValueTableProps {
  readonly isFresh: boolean;
  /** The age in the table's heading (`groupAge`). */
  readonly commonAt: number | undefined;
  readonly children: ReactNode;
}

/** A list of states, dimmed while they are old. */
export function ValueTable({ isFresh, commonAt, children }: ValueTableProps) {
  return (
    <AgedGroup at={commonAt}>
      <table className={styles.table} data-stale={!isFresh || undefined}>
        <tbody>{children}</tbody>
      </table>
    </AgedGroup>
  );
}

/** Time of day, with the date when it is not today. */
function LastUpdate({ at }: { readonly at: number }) {
  const clock = useNow();
  const now = useShownMoment() ?? clock;
  const isToday = now !== undefined && formatDate(at) === formatDate(now);
  return <time dateTime={new Date(at).toISOString()}>{isToday ? formatTime(at) : formatDateTime(at)}</time>;
}
