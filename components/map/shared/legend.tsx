'use client';

import { useTranslations } from 'next-intl';
import styles from './legend.module.css';

/** What the look of a bubble means; never by colour alone. */
export function Legend({ hasHealth = false }: { readonly hasHealth?: boolean }) {
  const t = useTranslations('map');
  return (
    <details className={styles.legend} open>
      <summary>{t('legend.title')}</summary>
      <ul>
        {(['trapped', 'strong', 'weak', 'none'] as const).map((kind) => (
          <li key={kind}>
            <i data-kind={kind} aria-hidden="true" />
            {t(`legend.${kind}`)}
          </li>
        ))}
        {hasHealth && (
          <li>
            <i data-kind="ring" aria-hidden="true" />
            {t('legend.ring')}
          </li>
        )}
      </ul>
      <p>{t('legend.size')}</p>
    </details>
  );
}
