'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import styles from './equipment-cells.module.css';

/** The state of a unit that counts as online and is silent (readings 242): unknown, and since when nothing came. */
export function SilentState({ lastDataAt }: { readonly lastDataAt: string | null | undefined }) {
  const t = useTranslations('common.status');
  // Without the year and the seconds; who sees days only sees the day.
  const time = lastDataAt ? lastDataAt.slice(5, 16) : undefined;
  const title = time === undefined ? t('unknown') : `${t('unknown')} · ${t('silentSince', { time })}`;
  return (
    <span className={styles.state} title={title}>
      <StatusPill status="unknown" look="plain">
        {title}
      </StatusPill>
    </span>
  );
}
