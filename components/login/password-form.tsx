'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { FormTextField } from '@/components/kit/form/text-field';
import type { SignInInput } from '@/lib/features/session/contract';
import { FormShell } from './form-shell';

export interface PasswordValues {
  readonly username: string;
  readonly password: string;
}

/** What both sides of the card receive. */
export interface FaceProps {
  readonly isLocked: boolean;
  readonly error?: string;
  readonly notice?: string;
  readonly onFail: (message: string) => void;
  readonly onSubmit: (input: SignInInput) => Promise<boolean>;
}

const MESSAGE_ID = 'login-message';

/** Account or phone number, and password. */
export function PasswordForm({
  form,
  isLocked,
  error,
  notice,
  onFail,
  onSubmit,
}: FaceProps & { readonly form: UseFormReturn<PasswordValues> }) {
  const t = useTranslations('login');
  const [isCapsLock, setIsCapsLock] = useState(false);

  const submit = form.handleSubmit(async (values) => {
    const username = values.username.trim();
    const missing = username === '' ? 'username' : values.password === '' ? 'password' : undefined;
    if (missing) {
      onFail(t('required'));
      form.setFocus(missing);
      return;
    }
    await onSubmit({ type: 'password', username, password: values.password });
  });

  return (
    <FormProvider {...form}>
      <FormShell
        label={t('title')}
        isLocked={isLocked}
        submitLabel={t(isLocked ? 'pending' : 'submit')}
        messageId={MESSAGE_ID}
        error={error}
        notice={notice}
        onSubmit={submit}
      >
        <FormTextField<PasswordValues>
          name="username"
          label={t('account')}
          autoComplete="username"
          autoFocus
          size="medium"
          slotProps={{
            htmlInput: { autoCapitalize: 'off', spellCheck: false, 'aria-describedby': error ? MESSAGE_ID : undefined },
          }}
        />
        <FormPasswordField<PasswordValues>
          name="password"
          label={t('password')}
          autoComplete="current-password"
          size="medium"
          helperText={isCapsLock ? t('capsLock') : undefined}
          onKeyUp={(event) => setIsCapsLock(event.getModifierState('CapsLock'))}
          slotProps={{ htmlInput: { 'aria-describedby': error ? MESSAGE_ID : undefined } }}
        />
      </FormShell>
    </FormProvider>
  );
}
