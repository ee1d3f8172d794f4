'use client';

import { useTranslations } from 'next-intl';
import { useIsOldPage } from '@/lib/platform/client/page-version';
import styles from './new-version.module.css';

/** Asks whether a page of an older build may be loaded anew. It waits while the alarm strip is shown. */
export function NewVersion() {
  const t = useTranslations('layout');
  const error = useTranslations('error');
  if (!useIsOldPage()) return null;
  return (
    <p className={styles.bar} role="status" data-testid="new-version">
      <span>{t('newVersion')}</span>
      <button type="button" onClick={() => window.location.reload()}>
        {error('refresh')}
      </button>
    </p>
  );
}
