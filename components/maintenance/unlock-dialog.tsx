'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { lockMaintenance, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Values {
  reason: string;
}

/** Moves a job back to the plan, with a reason (silent-screens E1). */
export function UnlockDialog({
  jobNo,
  onDone,
  onClose,
}: {
  readonly jobNo: string;
  readonly onDone: (detail: MaintenanceDetail) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('maintenance');
  const form = useForm<Values>({ defaultValues: { reason: '' } });
  const submit = async ({ reason }: Values): Promise<void | 'stay'> => {
    if (reason.trim() === '') {
      form.setError('reason', { message: t('need.reason') });
      return 'stay';
    }
    onDone(await mutateSms(lockMaintenance, { jobNo, lock: false, reason }, [queryMaintenance]));
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.unlock')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('action.unlock')}
      width="xs"
    >
      <FormTextField<Values> name="reason" label={t('field.reason')} required multiline minRows={2} />
    </FormDialog>
  );
}
