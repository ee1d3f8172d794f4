'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import type { ListedCallback } from '@/lib/features/callbacks/contract';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { useTimeLeft } from './use-time-left';
import time from '@/components/kit/ui/time-left.module.css';
import styles from './clock-cell.module.css';

/** When a row came to this browser, epoch ms: what it says of the time left counts from then. */
const readAt = new WeakMap<object, number>();
function readAtOf(row: object, now: number): number {
  const at = readAt.get(row) ?? now;
  readAt.set(row, at);
  return at;
}

/** The clock of a call-out that ends first: what is waited for and how long still, or for how long it is late. */
export function ClockCell({ row }: { readonly row: ListedCallback }) {
  const t = useTranslations('callbacks.sla');
  const now = useNow();
  const { clock, due, remainingSec } = row;
  const { left, isLate } = useTimeLeft({ remainingSec }, now === undefined ? undefined : readAtOf(row, now));
  if (clock === null) return null;
  return (
    <span className={styles.clock} data-late={isLate || undefined}>
      {t(clock)}{' '}
      {left !== null ? (
        <b className={time.left} role="timer" aria-label={t(clock)}>
          {t(isLate ? 'over' : 'left')} {clockText(Math.abs(left))}
        </b>
      ) : (
        due !== null && t('due', { time: due.slice(5) })
      )}
    </span>
  );
}
