'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { completeMaintenance, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { formatDateTime } from '@/lib/platform/i18n/format';
import styles from './dialogs.module.css';

interface Values {
  doneDate: string;
  actualTechnician1Name: string;
  actualTechnician1Phone: string;
  actualTechnician2Name: string;
  actualTechnician2Phone: string;
}

interface Props {
  readonly job: MaintenanceDetail;
  readonly onDone: (detail: MaintenanceDetail) => void;
  readonly onClose: () => void;
}

/** Completes the work: when, and by whom. The planned technicians are filled in. */
export function CompleteDialog({ job, onDone, onClose }: Props) {
  const t = useTranslations('maintenance');
  const [now] = useState(() => formatDateTime(Date.now()));
  const form = useForm<Values>({
    defaultValues: {
      doneDate: now,
      actualTechnician1Name: job.planTechnician1Name ?? '',
      actualTechnician1Phone: job.planTechnician1Phone ?? '',
      actualTechnician2Name: job.planTechnician2Name ?? '',
      actualTechnician2Phone: job.planTechnician2Phone ?? '',
    },
  });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.actualTechnician1Name.trim() === '') {
      form.setError('actualTechnician1Name', { message: t('need.technician') });
      return 'stay';
    }
    onDone(await mutateSms(completeMaintenance, { jobNo: job.jobNo, ...values }, [queryMaintenance]));
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.complete')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('action.complete')}
      width="sm"
    >
      <FormMomentField<Values> name="doneDate" label={t('column.doneDate')} isRequired />
      {([1, 2] as const).map((place) => (
        <div key={place} className={styles.pair}>
          <FormTextField<Values>
            name={`actualTechnician${place}Name`}
            label={t(`field.technician${place}`)}
            required={place === 1}
            maxLength={100}
          />
          <FormTextField<Values>
            name={`actualTechnician${place}Phone`}
            label={t(`field.phone${place}`)}
            maxLength={20}
            slotProps={{ htmlInput: { inputMode: 'tel' } }}
          />
        </div>
      ))}
    </FormDialog>
  );
}
