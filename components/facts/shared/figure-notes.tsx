'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FigureKey } from '@/lib/features/facts/internal/figures';
import styles from './figure-notes.module.css';

/** What the figures of a page mean, one definition each: folded below what shows them. */
export function FigureNotes({
  figures,
  children,
}: {
  readonly figures: readonly FigureKey[];
  /** What the page says besides. */
  readonly children?: ReactNode;
}) {
  const t = useTranslations('facts');
  return (
    <details className={styles.notes}>
      <summary>{t('notes')}</summary>
      <dl>
        {figures.map((key) => (
          <div key={key}>
            <dt>{t(`figure.${key}.name`)}</dt>
            <dd>{t(`figure.${key}.formula`)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  );
}
