'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/kit/ui/states';
import { WarningIcon } from '@/components/kit/ui/icons';
import styles from './assignment.module.css';

/**
 * One page for every link that no longer opens a call-out, whatever the reason. @param hint what the technician just
 * did with it
 */
export function LinkEnded({ hint = 'endedHint' }: { readonly hint?: 'endedHint' | 'closedHint' | 'givenBackHint' }) {
  const t = useTranslations('assignments');
  return (
    <main className={styles.ended}>
      <EmptyState icon={<WarningIcon />} title={t('ended')} text={t(hint)} />
    </main>
  );
}
