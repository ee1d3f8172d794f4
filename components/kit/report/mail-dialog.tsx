'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';

interface Props {
  /** What is sent, in words. */
  readonly subject: string;
  /** What is said of an address that is missing; else the common words for a field. */
  readonly emptyText?: string;
  /** @throws when the server refuses: its texts appear under the field, the rest as a toast */
  readonly onSend: (emailAddress: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** An address to which a report is sent (doc3 §5). */
export function ReportMailDialog({ subject, emptyText, onSend, onClose }: Props) {
  const t = useTranslations('report');
  const common = useTranslations('common');
  const schema = useMemo(() => {
    const label = t('emailAddress');
    return z.object({
      emailAddress: z
        .string()
        .trim()
        .min(1, emptyText ?? common('field.input', { label }))
        .pipe(z.email(t('badEmail'))),
    });
  }, [common, emptyText, t]);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { emailAddress: '' } });
  return (
    <FormDialog
      isOpen
      title={t('mailTitle')}
      form={form}
      width="xs"
      onClose={onClose}
      submitLabel={t('send')}
      onSubmit={async ({ emailAddress }) => {
        await onSend(emailAddress);
        toast.success(common('success.sent'));
      }}
    >
      <p>{subject}</p>
      <FormTextField<{ emailAddress: string }>
        name="emailAddress"
        label={t('emailAddress')}
        required
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'email', autoComplete: 'email' } }}
      />
    </FormDialog>
  );
}
