'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import {
  addAuthority,
  searchAuthorities,
  updateAuthority,
  type AuthorityRow,
} from '@/lib/features/authorities/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

/** The system that this portal's authorities belong to. The form has no input for it (doc1 §3). */
const OWN_SCOPE = 'sms';

interface Props {
  /** Absent: a new authority. */
  readonly edited?: AuthorityRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Adds or changes an authority (doc1 §2, §5): PUT adds, POST updates. Its name is its key and cannot change. */
export function AuthorityDialog({ edited, onSaved, onClose }: Props) {
  const t = useTranslations('authorities');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      z.object({
        authority: z
          .string()
          .trim()
          .min(1, t('pleaseInput', { label: t('dialog.authority') }))
          .max(200, 'tooLong')
          .transform((name) => name.toUpperCase())
          .pipe(z.string().regex(/^[A-Z0-9_]+$/, t('rule'))),
        description: z.string().trim().max(200, 'tooLong'),
        scope: z.string().min(1).max(50),
      }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      authority: edited?.authority ?? '',
      description: edited?.description ?? '',
      scope: edited?.scope ?? OWN_SCOPE,
    },
  });
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'dialog.edit' : 'dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async (values) => {
        await mutateSms(edited ? updateAuthority : addAuthority, values, [searchAuthorities]);
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormTextField
        name="authority"
        label={t('dialog.authority')}
        required
        autoFocus={!edited}
        helperText={edited ? undefined : t('dialog.authorityHint')}
        slotProps={{
          htmlInput: { readOnly: edited !== undefined, spellCheck: false, style: { textTransform: 'uppercase' } },
        }}
      />
      <FormTextField name="description" label={t('dialog.description')} autoFocus={edited !== undefined} />
    </FormDialog>
  );
}
