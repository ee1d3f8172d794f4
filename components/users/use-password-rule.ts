'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { z } from 'zod';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';

/** The field of a new password: required, with the same rule as the server (doc1 §5). */
export function usePasswordRule() {
  const t = useTranslations('userList');
  return useMemo(
    () =>
      z.string().superRefine((password, context) => {
        const fault = password === '' ? 'required' : passwordFault(password);
        if (fault)
          context.addIssue({
            code: 'custom',
            message: t(
              (
                {
                  required: 'dialog.passwordRequired',
                  passwordRule: 'message2',
                  passwordCommon: 'dialog.passwordCommon',
                } as const
              )[fault],
            ),
          });
      }),
    [t],
  );
}
