'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { ErrorState } from '@/components/kit/ui/states';
import styles from './assignment.module.css';

/** The call-out could not be read now. The link may still be valid, so the page says nothing about the link. */
export function LinkUnread() {
  const t = useTranslations('assignments');
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  return (
    <main className={styles.ended}>
      <ErrorState text={t('unread')} isRetrying={isRetrying} onRetry={() => startRetry(() => router.refresh())} />
    </main>
  );
}
