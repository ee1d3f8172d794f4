'use client';

import { useTranslations } from 'next-intl';
import type { FaultCounts } from '@/lib/features/campus/contract';
import styles from './summary-panel.module.css';

/**
 * Normal against fault as a half ring. A share is never rounded up: with one fault it is not 100 %. Without a
 * connection the share is unknown (readings 122).
 */
export function HalfRing({
  counts: known,
  isStale,
}: {
  readonly counts: FaultCounts | undefined;
  readonly isStale: boolean;
}) {
  const t = useTranslations('campus.panel');
  const status = useTranslations('common.status');
  const counts = isStale ? undefined : known;
  const normal = counts ? counts.elevatorNormal + counts.escalatorNormal : 0;
  const fault = counts ? counts.elevatorStop + counts.escalatorStop : 0;
  const all = normal + fault;
  const share = all === 0 ? undefined : normal / all;
  const percent = isStale ? status('unknown') : share === undefined ? '--' : `${Math.floor(share * 1000) / 10}%`;
  // A fault must stay visible among thousands of normal units.
  const faultLength = fault === 0 ? 0 : Math.max(1.6, (fault / all) * 100);
  const arc = 'M13 78a62 62 0 0 1 124 0';
  return (
    <svg
      className={styles.half}
      viewBox="0 0 150 86"
      role="img"
      aria-label={t('ring', { percent })}
      data-percent={percent}
    >
      <path className={styles.base} d={arc} />
      {share !== undefined && (
        <path className={styles.normal} d={arc} pathLength={100} strokeDasharray={`${100 - faultLength} 100`} />
      )}
      {faultLength > 0 && (
        <path
          className={styles.fault}
          d={arc}
          pathLength={100}
          strokeDasharray={`0 ${100 - faultLength + 0.6} ${faultLength - 0.6} 100`}
        />
      )}
      <text className={styles.percent} x="75" y="74" textAnchor="middle">
        {percent}
      </text>
      <text className={styles.caption} x="75" y="50" textAnchor="middle">
        {t('normalShare')}
      </text>
    </svg>
  );
}
