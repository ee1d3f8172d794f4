'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { handleSymptom, querySymptoms, type SymptomDetail } from '@/lib/features/symptoms/contract';
import { CLOSE_REASONS, type CloseReason, type SymptomAction } from '@/lib/features/symptoms/value-sets';
import { SmsError } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly detail: SymptomDetail;
  readonly action: Exclude<SymptomAction, 'accept' | 'toCallback'>;
  readonly onHandled: (detail: SymptomDetail) => void;
  /** Another person was faster. */
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

interface Values {
  jobNo: string;
  reason: CloseReason | '';
}

/** Puts a symptom on a job, or closes it (silent-screens F2). */
export function HandleDialog({ detail, action, onHandled, onConflict, onClose }: Props) {
  const t = useTranslations('symptoms');
  const common = useTranslations('common');
  const form = useForm<Values>({ defaultValues: { jobNo: '', reason: '' } });
  const { symptomId, symptomState: from } = detail;

  const submit = async ({ jobNo, reason }: Values): Promise<void | 'stay'> => {
    if (action === 'close' && reason === '') {
      form.setError('reason', { message: t('handle.needReason') }, { shouldFocus: true });
      return 'stay';
    }
    const own = action === 'toMaintenance' ? { jobNo } : { reason: reason || undefined };
    try {
      onHandled(await mutateSms(handleSymptom, { symptomId, from, action, ...own }, [querySymptoms]));
      toast.success(common('success.operation'));
      return undefined;
    } catch (error) {
      if (error instanceof SmsError && error.code === 409) onConflict();
      throw error;
    }
  };

  return (
    <FormDialog
      isOpen
      title={t(`action.${action}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(`action.${action}`)}
    >
      {action === 'toMaintenance' && (
        <FormTextField<Values>
          name="jobNo"
          label={t('handle.jobNo')}
          maxLength={40}
          helperText={t('handle.jobNoHint')}
        />
      )}
      {action === 'close' && (
        <FormSelect<Values>
          name="reason"
          label={t('handle.reason')}
          required
          choices={CLOSE_REASONS.map((value) => ({ value, label: t(`closeReason.${value}`) }))}
        />
      )}
    </FormDialog>
  );
}
