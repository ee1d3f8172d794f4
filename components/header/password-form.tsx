'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { toast } from '@/components/kit/ui/toast';
import { changePassword } from '@/lib/features/account/contract';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { mutateSms } from '@/lib/platform/client/hooks';

/** Changes their own password and asks for the old one (doc1 §5). All other sessions of the caller end. */
export function PasswordForm({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const t = useTranslations('header.password');
  const schema = useMemo(
    () =>
      z
        .object({
          user: z.object({ username: z.string(), password: z.string().min(1, t('oldRequired')) }),
          newPassword: z.string().superRefine((value, context) => {
            const fault = passwordFault(value);
            if (fault) context.addIssue({ code: 'custom', message: t(fault) });
          }),
          confirmation: z.string(),
        })
        .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
          path: ['confirmation'],
          message: t('differs'),
        }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { user: { username, password: '' }, newPassword: '', confirmation: '' },
  });
  return (
    <FormDialog
      isOpen
      title={t('title')}
      form={form}
      onClose={onClose}
      width="xs"
      onSubmit={async ({ user, newPassword }) => {
        await mutateSms(changePassword, { user, newPassword });
        toast.success(t('changed'));
      }}
    >
      <FormPasswordField name="user.password" label={t('old')} required autoFocus autoComplete="current-password" />
      <FormPasswordField
        name="newPassword"
        label={t('new')}
        required
        autoComplete="new-password"
        helperText={t('passwordRule')}
      />
      <FormPasswordField name="confirmation" label={t('confirmation')} required autoComplete="new-password" />
    </FormDialog>
  );
}
