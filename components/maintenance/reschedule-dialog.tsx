'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { countMaintenanceDays, queryMaintenance } from '@/lib/features/maintenance/contract';
import { rescheduleMaintenance, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { SmsError } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { formatDate } from '@/lib/platform/i18n/format';

interface Values {
  planDate: string;
  reason: string;
}

interface Props {
  readonly job: MaintenanceDetail;
  readonly onDone: (detail: MaintenanceDetail) => void;
  readonly onClose: () => void;
}

/** A refusal that the user may confirm: half-month work more than 15 days after the last (silent-screens E1). */
const asksToConfirm = (error: unknown): error is SmsError =>
  error instanceof SmsError && error.code === 409 && (error.data as { confirm?: unknown } | null)?.confirm === true;

/** Moves a planned job to another day. */
export function RescheduleDialog({ job, onDone, onClose }: Props) {
  const t = useTranslations('maintenance');
  const [today] = useState(() => formatDate(Date.now()));
  const form = useForm<Values>({ defaultValues: { planDate: job.planDate, reason: '' } });
  const [late, setLate] = useState<{ readonly text: string; readonly values: Values }>();
  const send = async (values: Values, confirm: boolean) =>
    onDone(
      await mutateSms(
        rescheduleMaintenance,
        { jobNo: job.jobNo, planDate: values.planDate, reason: values.reason, confirm },
        [queryMaintenance, countMaintenanceDays],
      ),
    );
  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (values.planDate === '') form.setError('planDate', { message: t('need.day') });
    if (values.reason.trim() === '') form.setError('reason', { message: t('need.reason') });
    if (values.planDate === '' || values.reason.trim() === '') return 'stay';
    try {
      await send(values, false);
    } catch (error) {
      if (!asksToConfirm(error)) throw error;
      setLate({ text: error.message, values });
      return 'stay';
    }
    return undefined;
  };
  return (
    <>
      <FormDialog isOpen title={t('action.reschedule')} form={form} onSubmit={submit} onClose={onClose} width="xs">
        <FormDayField<Values> name="planDate" label={t('column.planDate')} min={today} isRequired />
        <FormTextField<Values> name="reason" label={t('field.reason')} required multiline minRows={2} />
      </FormDialog>
      <ConfirmDialog
        isOpen={late !== undefined}
        title={t('confirm.late')}
        text={late?.text ?? ''}
        confirmLabel={t('confirm.lateYes')}
        onConfirm={async () => {
          if (!late) return;
          try {
            await send(late.values, true);
            onClose();
          } catch (error) {
            toast.error(error instanceof Error ? error.message : '');
          } finally {
            setLate(undefined);
          }
        }}
        onClose={() => setLate(undefined)}
      />
    </>
  );
}
