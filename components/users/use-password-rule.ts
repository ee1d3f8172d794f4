'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { z } from 'zod';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';

/** A new password as a field: required, and by the rule that the server holds too (doc1 §5). */
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
