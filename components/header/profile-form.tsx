'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import InputAdornment from '@mui/material/InputAdornment';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CodeField } from '@/components/kit/form/code-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { useCodeRequest } from '@/components/kit/form/use-code-request';
import { toast } from '@/components/kit/ui/toast';
import {
  getUserInfo,
  getUserProfile,
  sendProfileCode,
  updateProfile,
  type UserInfo,
} from '@/lib/features/account/contract';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { profileSchema } from './profile-schema';
import { SessionList } from './session-list';

/** The profile: name, e-mail, phone with its code, and the days of the two reminders (doc1 §3-§5). */
export function ProfileForm({
  profile,
  onClose,
}: {
  readonly profile: UserInfo['user'];
  readonly onClose: () => void;
}) {
  const t = useTranslations('header.profile');
  const common = useTranslations('common');
  const router = useRouter();
  const schema = useMemo(() => profileSchema(t, profile.phone), [t, profile.phone]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      user: {
        username: profile.username,
        nickName: profile.nickName,
        email: profile.email ?? '',
        phone: profile.phone ?? '',
        inspection: String(profile.inspection),
        contract: String(profile.contract),
      },
      code: '',
    },
  });
  const phone = useWatch({ control: form.control, name: 'user.phone' }).trim();
  const isNewPhone = phone !== (profile.phone ?? '');

  const sending = useCodeRequest<OutputOf<typeof sendProfileCode>>('profile');
  const sendCode = async () => {
    if (!PHONE.test(phone)) {
      form.setError('user.phone', { message: t('badPhone') }, { shouldFocus: true });
      return;
    }
    const outcome = await sending.request(() => mutateSms(sendProfileCode, { phone }));
    if ('problem' in outcome) {
      form.setError('code', { type: 'server', message: outcome.problem });
      return;
    }
    toast.success(t('codeSent', { phone: outcome.sent.phone ?? phone }));
    form.setFocus('code');
  };

  const days = {
    slotProps: {
      htmlInput: { inputMode: 'numeric', maxLength: 3 },
      input: { endAdornment: <InputAdornment position="end">{t('days')}</InputAdornment> },
    },
  } as const;
  return (
    <FormDialog
      isOpen
      title={t('title')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ user, code }) => {
        await mutateSms(updateProfile, { user, code: isNewPhone ? code : undefined }, [getUserProfile, getUserInfo]);
        toast.success(common('success.operation'));
        router.refresh();
      }}
    >
      <FormTextField name="user.username" label={t('username')} slotProps={{ htmlInput: { readOnly: true } }} />
      <FormTextField name="user.nickName" label={t('nickName')} required autoFocus />
      <FormTextField name="user.email" label={t('email')} required type="email" autoComplete="email" />
      <FormTextField
        name="user.phone"
        label={t('phone')}
        required
        type="tel"
        maxLength={11}
        autoComplete="tel-national"
      />
      {isNewPhone && (
        <CodeField
          name="code"
          size="small"
          isRequired
          secondsLeft={sending.secondsLeft}
          isSending={sending.isSending}
          wasSent={sending.sent !== undefined}
          onSend={() => void sendCode()}
        />
      )}
      <FormTextField name="user.inspection" label={t('inspection')} required {...days} />
      <FormTextField name="user.contract" label={t('contract')} required {...days} />
      <SessionList />
    </FormDialog>
  );
}
