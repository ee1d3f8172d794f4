'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { formatTime, parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';
import styles from './hour-bars.module.css';

const HOUR_MS = 3_600_000;

interface Props {
  /** One number an hour, oldest first. */
  readonly counts: readonly number[];
  /** Start of the first hour, as in the answer; a day without a time has no hours. */
  readonly from: string;
}

/** What a box sent in each of the last 24 hours. An hour without data is a gap with a label. */
export function HourBars({ counts, from }: Props) {
  const t = useTranslations('gateways.diagnosis');
  const format = useFormatter();
  const top = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const silent = counts.filter((count) => count === 0).length;
  const start = tellsTime(from) ? parseWallTime(from) : undefined;
  const hourOf = (index: number) => (start === undefined ? '' : formatTime(start + index * HOUR_MS).slice(0, 5));
  const sum = t('sum', { count: format.number(total) });
  return (
    <section>
      <SectionTitle
        level={3}
        aside={silent > 0 && silent < counts.length ? `${sum} · ${t('silentHours', { count: silent })}` : sum}
      >
        {t('messagesPerHour')}
      </SectionTitle>
      <div
        className={styles.bars}
        role="img"
        aria-label={`${t('messagesPerHour')}: ${sum}${silent > 0 ? `, ${t('silentHours', { count: silent })}` : ''}`}
      >
        {counts.map((count, index) => (
          <span
            key={index}
            className={styles.bar}
            data-none={count === 0 || undefined}
            data-count={count}
            title={`${hourOf(index)} ${format.number(count)}`.trim()}
            style={{ height: count === 0 ? '2px' : `max(2px, ${(count / top) * 100}%)` }}
          />
        ))}
      </div>
      {start !== undefined && (
        <div className={styles.axis} aria-hidden="true">
          {[0, 6, 12, 18, 23].map((index) => (
            <span key={index} style={{ left: `${((index + 0.5) / counts.length) * 100}%` }}>
              {hourOf(index)}
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
