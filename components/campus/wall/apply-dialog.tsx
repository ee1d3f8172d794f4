'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { getUserInfo } from '@/lib/features/account/contract';
import { queryCampusApply, saveCampusApply } from '@/lib/features/campus-applications/contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';

interface ApplicationFields {
  applyUsername: string;
  applyPhone: string;
  description: string;
  email: string;
}

interface Props {
  readonly onClose: () => void;
}

/** Asks for the monitoring wall (doc3 §5, silent-screens B4); the account's phone is filled in when it is known. */
export function ApplyDialog({ onClose }: Props) {
  const t = useTranslations('campusApply');
  const { data: account } = useSms(getUserInfo, {});
  const schema = useMemo(
    () =>
      z.object({
        applyUsername: z.string().trim().min(1, t('applyUsernameRequired')),
        applyPhone: z
          .string()
          .trim()
          .regex(/^1\d{10}$/, t('badPhone')),
        description: z.string().trim().min(1, t('descriptionRequired')),
        email: z
          .string()
          .trim()
          .refine((value) => value === '' || z.email().safeParse(value).success, t('badEmail')),
      }),
    [t],
  );
  const applyPhone = account?.user.phone ?? '';
  const form = useForm<ApplicationFields>({
    resolver: zodResolver(schema),
    values: useMemo(
      () => ({ applyUsername: '', applyPhone, description: t('descriptionText'), email: '' }),
      [applyPhone, t],
    ),
    // What was typed meanwhile stays.
    resetOptions: { keepDirtyValues: true },
  });
  return (
    <FormDialog
      isOpen
      title={t('title')}
      form={form}
      onClose={onClose}
      submitLabel={t('submit')}
      onSubmit={async (values) => {
        await mutateSms(saveCampusApply, values, [queryCampusApply]);
        toast.success(t('sent'));
      }}
    >
      <FormTextField<ApplicationFields> name="applyUsername" label={t('applyUsername')} required autoFocus />
      <FormTextField<ApplicationFields>
        name="applyPhone"
        label={t('applyPhone')}
        required
        slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'tel' } }}
      />
      <FormTextField<ApplicationFields>
        name="email"
        label={t('email')}
        slotProps={{ htmlInput: { inputMode: 'email', autoComplete: 'email' } }}
      />
      <FormTextField<ApplicationFields> name="description" label={t('description')} required multiline minRows={3} />
    </FormDialog>
  );
}
