'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { UnitDay, UnitHour } from '@/lib/features/unit-day/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import { sumOf, topOf, unknownOf } from './day-scale';
import styles from './last-day.module.css';

interface Props {
  readonly data: UnitDay;
  readonly member: 'trips' | 'openings' | 'runSec';
  readonly kind: 'trips' | 'openings' | 'running';
  /** The part of the bar that is drawn on top. */
  readonly top?: 'reversals';
  /** How many counts make one unit of the bar. */
  readonly perUnit?: number;
}

/** Bars of 24 hours with their scale and total. Screen readers read one sentence. */
export function HourLane({ data, member, kind, top, perUnit = 1 }: Props) {
  const t = useTranslations('live.day');
  const format = useFormatter();
  const { hours } = data;
  const valueOf = (hour: UnitHour) => {
    const count = hour[member];
    return count === null ? null : Math.round(count / perUnit);
  };
  const scale = topOf(hours.map(valueOf));
  const { total, isWhole } = sumOf(hours, member);
  const again = top && sumOf(hours, top).total;
  const count = total === null ? undefined : Math.round(total / perUnit);
  const amount =
    count === undefined
      ? t('unknown')
      : t(isWhole ? `sum.${kind}` : `atLeast.${kind}`, { count: format.number(count) });
  const sum = again ? `${amount} · ${t('reversals', { count: format.number(again) })}` : amount;
  const share = (value: number) => `${Math.min(100, (value / scale) * 100)}%`;
  return (
    <div className={styles.lane} data-lane={kind}>
      <p className={styles.head}>
        <b>{t(`lane.${kind}`)}</b> <span>{t(`per.${kind}`)}</span>
        <span className={styles.sum}>{sum}</span>
      </p>
      <div className={styles.plot} role="img" aria-label={`${t(`lane.${kind}`)}: ${sum}`}>
        {[1, 0.5, 0].map((part) => (
          <span
            key={part}
            className={styles.grid}
            style={{ bottom: `${part * 100}%` }}
            data-zero={part === 0 || undefined}
          >
            <span>{format.number(scale * part)}</span>
          </span>
        ))}
        {unknownOf(data, hours, member).map(({ left, width }) => (
          <span
            key={left}
            className={styles.unknown}
            data-testid="unknown"
            style={{ left: `${left}%`, width: `${width}%` }}
            title={t('unknownHint')}
          />
        ))}
        <div className={styles.bars}>
          {hours.map((hour) => {
            const value = valueOf(hour);
            const extra = top ? hour[top] : null;
            const words =
              value === null ? t('unknown') : t(hour.partial ? `atLeast.${kind}` : `sum.${kind}`, { count: value });
            return (
              <span
                key={hour.at}
                className={styles.slot}
                data-hour={formatTime(hour.at).slice(0, 5)}
                data-value={value ?? undefined}
                data-partial={hour.partial || undefined}
                title={`${formatTime(hour.at).slice(0, 5)} ${words}`}
              >
                {value !== null && value > 0 && (
                  <span className={styles.bar} style={{ height: share(value) }}>
                    {extra !== null && extra > 0 && (
                      <span className={styles.again} style={{ height: `${Math.min(100, (extra / value) * 100)}%` }} />
                    )}
                  </span>
                )}
              </span>
            );
          })}
        </div>
      </div>
    </div>
  );
}
