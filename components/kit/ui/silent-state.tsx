'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from './status-pill';
import styles from './silent-state.module.css';

/**
 * The state of something that counts as online and is silent (readings 242): unknown, and below it since when nothing came. Cut
 * where there is no room, whole in its title.
 */
export function SilentState({ lastDataAt }: { readonly lastDataAt: string | null | undefined }) {
  const t = useTranslations('common.status');
  // Without the year and the seconds; who sees days only sees the day.
  const time = lastDataAt ? lastDataAt.slice(5, 16) : undefined;
  const words = time === undefined ? t('unknown') : `${t('unknown')} · ${t('silentSince', { time })}`;
  return (
    <span className={styles.state} title={words}>
      <StatusPill status="unknown" look="plain">
        {t('unknown')}
      </StatusPill>
      {time !== undefined && (
        <>
          <span className="visually-hidden"> · </span>
          <small className={styles.since}>{t('silentSince', { time })}</small>
        </>
      )}
    </span>
  );
}
