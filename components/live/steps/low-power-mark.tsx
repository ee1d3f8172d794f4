'use client';

import { useTranslations } from 'next-intl';
import type { LowPower } from '@/lib/live/units/step-page';
import styles from './step-stage.module.css';

/** The low-power icon with its reason: the unit saves energy, or a fault has cut the drive's power (readings 157). */
export function LowPowerMark({ kind }: { readonly kind: LowPower }) {
  const t = useTranslations('live.steps.lowPower');
  return (
    <p className={styles.lowPower} data-mark="low-power" data-kind={kind}>
      <svg width="26" height="15" viewBox="0 0 26 15" aria-hidden="true">
        <rect x="1" y="1" width="21" height="13" rx="2.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M24.4 5v5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        {kind === 'saving' ? (
          <rect x="3.6" y="3.6" width="5" height="7.8" rx="1" fill="currentColor" />
        ) : (
          <path d="M7.5 4 15.5 11M15.5 4 7.5 11" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        )}
      </svg>
      {t(kind)}
    </p>
  );
}
