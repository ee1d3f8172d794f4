'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { SmsError } from '@/lib/platform/client/client';

/** A refused search of branches or projects in its own words (doc1 §8, key escalator.errorMessage); every other error as it is. */
export function useDeniedError(error: SmsError | undefined): SmsError | undefined {
  const t = useTranslations('escalator');
  return useMemo(
    () =>
      error?.error === 'access_denied' ? new SmsError(error.code, t('errorMessage'), error.error, error.data) : error,
    [error, t],
  );
}
