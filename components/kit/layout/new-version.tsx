'use client';

import { useTranslations } from 'next-intl';
import { useIsOldPage } from '@/lib/platform/client/page-version';
import styles from './new-version.module.css';

const loadAnew = () => window.location.reload();

/** Asks whether a page of an older build may be loaded anew. It stands below the alarm strip and waits while that is shown. */
export function NewVersion({ onReload = loadAnew }: { readonly onReload?: () => void }) {
  const t = useTranslations('layout');
  if (!useIsOldPage()) return null;
  return (
    <p className={styles.bar} role="status" data-testid="new-version">
      <span>{t('newVersion')}</span>
      <button type="button" onClick={onReload}>
        {t('loadAnew')}
      </button>
    </p>
  );
}
