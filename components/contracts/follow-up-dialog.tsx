'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { followUpContract, type ContractRow } from '@/lib/features/contracts/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { formatDate } from '@/lib/platform/i18n/format';

interface Values {
  note: string;
  nextDate: string;
}

/** Records what was done about the renewal, and when to check again (silent-screens A5). */
export function FollowUpDialog({
  row: { contractNo, equipmentNo, equipmentName, followUp },
  onDone,
  onClose,
}: {
  readonly row: ContractRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('contracts');
  const [today] = useState(() => formatDate(Date.now()));
  const form = useForm<Values>({ defaultValues: { note: followUp?.note ?? '', nextDate: '' } });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.note.trim() === '') {
      form.setError('note', { message: t('needNote') });
      return 'stay';
    }
    await mutateSms(followUpContract, { contractNo, equipmentNo, ...values });
    onDone();
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.followUpOf', { name: equipmentName })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width="xs"
    >
      <FormTextField<Values> name="note" label={t('field.note')} required multiline minRows={2} />
      <FormDayField<Values> name="nextDate" label={t('field.nextDate')} min={today} />
    </FormDialog>
  );
}
