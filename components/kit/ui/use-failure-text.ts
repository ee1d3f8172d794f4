'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { SmsError } from '@/lib/platform/client/client';

/** The user's text of a failed call: the server's own message, or what the browser knows when no answer came. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('error');
  return useCallback(
    (error) => {
      if (!(error instanceof SmsError)) return t('serverDown.text');
      if (error.message !== '') return error.message;
      return t(
        error.error === 'network' ? 'network' : error.error === 'gateway_timeout' ? 'timeout' : 'serverDown.text',
      );
    },
    [t],
  );
}
