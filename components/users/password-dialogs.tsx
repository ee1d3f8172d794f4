'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { toast } from '@/components/kit/ui/toast';
import { changePassword } from '@/lib/features/account/contract';
import { callSms } from '@/lib/platform/client/client';
import { resetPassword } from '@/lib/features/users/contract';
import { type UserRow } from '@/lib/features/users/account-contract';
import { usePasswordRule } from './use-password-rule';

interface Props {
  readonly user: Pick<UserRow, 'username' | 'nickName'>;
  readonly onClose: () => void;
}

const NEW_PASSWORD = { htmlInput: { autoComplete: 'new-password' } } as const;

/** A new password for a user who knows the old one (readings 67). */
export function ChangePasswordDialog({ user, onClose }: Props) {
  const t = useTranslations('userList');
  const common = useTranslations('common');
  const rule = usePasswordRule();
  const schema = useMemo(
    () =>
      z
        .object({
          user: z.object({ password: z.string().min(1, t('password.oldRequired')) }),
          newPassword: rule,
          confirm: z.string(),
        })
        .refine(({ newPassword, confirm }) => newPassword === confirm, { error: t('message4'), path: ['confirm'] }),
    [rule, t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { user: { password: '' }, newPassword: '', confirm: '' },
  });
  return (
    <FormDialog
      isOpen
      title={t('password.titleOf', { name: user.nickName })}
      form={form}
      onClose={onClose}
      width="xs"
      onSubmit={async ({ user: { password }, newPassword }) => {
        await callSms(changePassword, { user: { username: user.username, password }, newPassword });
        toast.success(common('success.operation'));
      }}
    >
      <FormPasswordField
        name="user.password"
        label={t('password.old')}
        required
        autoFocus
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      <FormPasswordField
        name="newPassword"
        label={t('password.new')}
        required
        maxLength={20}
        helperText={t('message2')}
        slotProps={NEW_PASSWORD}
      />
      <FormPasswordField name="confirm" label={t('dialog.confirm')} required maxLength={20} slotProps={NEW_PASSWORD} />
    </FormDialog>
  );
}

/** The user dialog with modelType 2 (doc1 §4): a new password for a user who lost theirs. */
export function ResetPasswordDialog({ user, onClose }: Props) {
  const t = useTranslations('userList');
  const common = useTranslations('common');
  const rule = usePasswordRule();
  const schema = useMemo(
    () =>
      z
        .object({ user: z.object({ password: rule }), confirm: z.string() })
        .refine(({ user: { password }, confirm }) => password === confirm, { error: t('message4'), path: ['confirm'] }),
    [rule, t],
  );
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { user: { password: '' }, confirm: '' } });
  return (
    <FormDialog
      isOpen
      title={t('password.resetTitleOf', { name: user.nickName })}
      form={form}
      onClose={onClose}
      width="xs"
      onSubmit={async ({ user: { password } }) => {
        await callSms(resetPassword, { user: { username: user.username, password } });
        toast.success(common('success.operation'));
      }}
    >
      <Alert severity="info">{t('password.resetHint')}</Alert>
      <FormPasswordField
        name="user.password"
        label={t('password.new')}
        required
        autoFocus
        maxLength={20}
        helperText={t('message2')}
        slotProps={NEW_PASSWORD}
      />
      <FormPasswordField name="confirm" label={t('dialog.confirm')} required maxLength={20} slotProps={NEW_PASSWORD} />
    </FormDialog>
  );
}
