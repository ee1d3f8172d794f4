'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { useNow } from '@/components/kit/ui/age';
import { formatDateTime } from '@/lib/platform/i18n/format';
import styles from './dashboard.module.css';

const SignInDialog = later(
  async () => (await import('@/components/login/shared/sign-in-dialog')).SignInDialog,
  ['login'],
);

const WITHIN_MS = 3 * 24 * 3_600_000;

/** A dashboard on a wall says three days before that its session ends, and takes the sign-in in place (readings 235). */
export function SessionNote({ endsAt }: { /** Epoch ms. */ readonly endsAt: number }) {
  const t = useTranslations('dashboards.session');
  const now = useNow();
  const [isSigningIn, setIsSigningIn] = useState(false);
  if (now === undefined || endsAt - now > WITHIN_MS) return null;
  return (
    <>
      <span className={styles.session} role="status" data-testid="session-end">
        {t('ends', { time: formatDateTime(endsAt).slice(5, 16) })}
      </span>
      <Button size="small" variant="outlined" onClick={() => setIsSigningIn(true)}>
        {t('signIn')}
      </Button>
      {isSigningIn && <SignInDialog onClose={() => setIsSigningIn(false)} />}
    </>
  );
}
