'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import styles from './video-dialog.module.css';

/** How long until the dialog closes itself. */
export function TimeLeft({ until }: { readonly until: number | undefined }) {
  const t = useTranslations('video');
  const now = useNow();
  if (until === undefined || now === undefined) return null;
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className={styles.left} role="timer" aria-live="off">
      {t('closesIn', { time })}
    </p>
  );
}
