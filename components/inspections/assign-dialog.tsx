'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { saveInspection, type InspectionRow } from '@/lib/features/inspections/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { formatDate } from '@/lib/platform/i18n/format';

interface Values {
  technicianName: string;
  plannedDate: string;
  comments: string;
}

/** Sets who attends the inspection, and when (silent-screens A6). */
export function AssignInspectionDialog({
  row,
  onDone,
  onClose,
}: {
  readonly row: InspectionRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('inspections');
  const [today] = useState(() => formatDate(Date.now()));
  const form = useForm<Values>({
    defaultValues: {
      technicianName: row.technicianName ?? '',
      plannedDate: row.plannedDate ?? '',
      comments: row.comments ?? '',
    },
  });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.technicianName.trim() === '') {
      form.setError('technicianName', { message: t('need.technician') });
      return 'stay';
    }
    await mutateSms(saveInspection, { equipmentNo: row.equipmentNo, action: 'assign', ...values });
    onDone();
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.assignOf', { name: row.equipmentName })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width="xs"
    >
      <FormTextField<Values> name="technicianName" label={t('column.technicianName')} required maxLength={100} />
      <FormDayField<Values> name="plannedDate" label={t('column.plannedDate')} min={today} />
      <FormTextField<Values> name="comments" label={t('column.comments')} multiline minRows={2} />
    </FormDialog>
  );
}
