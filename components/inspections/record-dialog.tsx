'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { getEquipment } from '@/lib/features/equipment/contract';
import {
  CERTIFICATE_UPLOAD,
  saveInspection,
  uploadCertificate,
  type InspectionRow,
} from '@/lib/features/inspections/contract';
import {
  INSPECTION_KINDS,
  INSPECTION_RESULTS,
  suggestedKind,
  yearAfter,
  type InspectionKind,
} from '@/lib/features/inspections/state';
import { uploadSms } from '@/lib/platform/client/client';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { acceptOf } from '@/lib/platform/contract/received-file';
import { formatDate } from '@/lib/platform/i18n/format';

interface Values {
  inspectionDate: string;
  kind: InspectionKind;
  result: (typeof INSPECTION_RESULTS)[number];
  nextInspectionDate: string;
  comments: string;
}

/** Records the result and the next due date. The suggested date is for reference only (silent-screens A6). */
export function RecordInspectionDialog({
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
  const [paper, setPaper] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const { data: unit } = useSms(getEquipment, { equipmentNo: row.equipmentNo });
  const form = useForm<Values>({
    defaultValues: {
      inspectionDate: today,
      kind: row.kind ?? 'inspection',
      result: 'pass',
      nextInspectionDate: yearAfter(today),
      comments: '',
    },
  });
  const inspectionDate = useWatch({ control: form.control, name: 'inspectionDate' });
  const next = /^\d{4}-\d{2}-\d{2}$/.test(inspectionDate) ? yearAfter(inspectionDate) : undefined;
  const accepted = unit?.constructionDate ?? null;
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.inspectionDate === '') form.setError('inspectionDate', { message: t('need.date') });
    if (values.nextInspectionDate === '') form.setError('nextInspectionDate', { message: t('need.next') });
    const isWordless = values.result === 'fail' && values.comments.trim() === '';
    if (isWordless) form.setError('comments', { message: t('need.comments') });
    if (values.inspectionDate === '' || values.nextInspectionDate === '' || isWordless) return 'stay';
    const { equipmentNo } = row;
    const certificatePath = paper ? (await uploadSms(uploadCertificate, paper, { equipmentNo })).path : undefined;
    await mutateSms(saveInspection, { equipmentNo, action: 'record', ...values, certificatePath });
    toast.success(t('recorded'));
    onDone();
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.recordOf', { name: row.equipmentName })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width="xs"
    >
      <FormDayField<Values> name="inspectionDate" label={t('field.inspectionDate')} max={today} isRequired />
      <FormSelect<Values>
        name="kind"
        label={t('column.kind')}
        choices={INSPECTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FormSelect<Values>
        name="result"
        label={t('column.result')}
        choices={INSPECTION_RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))}
      />
      <FormDayField<Values>
        name="nextInspectionDate"
        label={t('column.nextInspectionDate')}
        isRequired
        helperText={next && t('suggested', { day: next, kind: t(`kind.${suggestedKind(next, accepted)}`) })}
      />
      <FormTextField<Values> name="comments" label={t('column.comments')} multiline minRows={2} />
      <div>
        <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
          {paper ? paper.name : t('field.certificate')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('field.certificate')}
          accept={acceptOf(CERTIFICATE_UPLOAD)}
          onChange={(event) => setPaper(event.target.files?.[0])}
        />
      </div>
    </FormDialog>
  );
}
