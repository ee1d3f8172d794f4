'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { getMaintenance, signMaintenance, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { SignPad, type SignStrokes } from '../sign-pad';
import { useTypeWord } from '../use-type-word';
import styles from '../dialogs.module.css';

interface Values {
  name: string;
  strokes: SignStrokes;
}

interface Props {
  readonly job: Pick<MaintenanceDetail, 'jobNo' | 'equipmentName' | 'equipmentNo' | 'maintenanceType' | 'doneDate'>;
  readonly onSigned: (detail: MaintenanceDetail) => void;
  readonly onClose: () => void;
}

/** The customer signs the work, on the technician's phone or on their own (readings 92). */
export function SignDialog({ job, onSigned, onClose }: Props) {
  const t = useTranslations('maintenance');
  const typeWord = useTypeWord();
  const form = useForm<Values>({ defaultValues: { name: '', strokes: [] } });
  const strokes = useWatch({ control: form.control, name: 'strokes' });
  const { errors } = form.formState;
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.name.trim() === '') form.setError('name', { message: t('sign.needName') });
    if (values.strokes.length === 0) form.setError('strokes', { message: t('sign.needStrokes') });
    if (values.name.trim() === '' || values.strokes.length === 0) return 'stay';
    const signed = await mutateSms(signMaintenance, { jobNo: job.jobNo, ...values }, [
      queryMaintenance,
      getMaintenance,
    ]);
    toast.success(t('sign.signed'));
    onSigned(signed);
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('sign.title')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('sign.submit')}
      width="sm"
      startAction={
        <Button
          disabled={strokes.length === 0}
          onClick={() => form.setValue('strokes', [], { shouldDirty: true })}
          type="button"
        >
          {t('sign.clear')}
        </Button>
      }
    >
      <p className={styles.says}>
        {t('sign.text', {
          unit: `${job.equipmentName} (${job.equipmentNo})`,
          type: typeWord(job.maintenanceType),
          time: job.doneDate ?? '--',
        })}
      </p>
      <FormTextField<Values> name="name" label={t('sign.name')} required maxLength={100} autoComplete="name" />
      <SignPad
        strokes={strokes}
        problem={errors.strokes?.message ?? errors.strokes?.root?.message}
        onChange={(next) => {
          form.clearErrors('strokes');
          form.setValue('strokes', next, { shouldDirty: true });
        }}
      />
    </FormDialog>
  );
}
