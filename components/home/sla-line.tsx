'use client';

import { useTranslations } from 'next-intl';
import { useTimeLeft } from '@/components/callbacks/shared/use-time-left';
import { clockText } from '@/lib/platform/i18n/clock-text';
import type { SlaClock } from '@/lib/features/callbacks/contract';
import styles from './sla-line.module.css';

interface Props {
  readonly row: {
    readonly clock: SlaClock['clock'] | null;
    readonly due: string | null;
    readonly limitSec: number | null;
    readonly remainingSec: number | null;
  };
  /** When it was read, by this browser's clock (epoch ms); undefined: not read yet. */
  readonly readAt: number | undefined;
}

/**
 * The deadline that comes first: its time, the time left and the used share. Readers who may not see times get dates
 * only.
 */
export function SlaLine({ row: { clock, due, limitSec, remainingSec }, readAt }: Props) {
  const t = useTranslations('callbacks.sla');
  const home = useTranslations('home.action');
  const { left, isLate } = useTimeLeft({ remainingSec }, readAt);
  if (clock === null) return <span className={styles.none}>{home('noClock')}</span>;
  return (
    <span className={styles.sla} data-late={isLate || undefined}>
      <span className={styles.words}>
        <span className={styles.clock}>
          {t(clock)}
          {limitSec !== null && left !== null && <small> {t('limit', { length: clockText(limitSec) })}</small>}
        </span>
        {left === null ? (
          <b>{due === null ? '' : t('due', { time: due })}</b>
        ) : (
          <b role="timer" aria-label={t(clock)}>
            {t(isLate ? 'over' : 'left')} {clockText(Math.abs(left))}
          </b>
        )}
      </span>
      {left !== null && limitSec !== null && (
        <progress
          className={styles.bar}
          max={limitSec}
          value={Math.min(limitSec, Math.max(0, limitSec - left))}
          aria-label={t(clock)}
        />
      )}
    </span>
  );
}
