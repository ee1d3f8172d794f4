'use client';

import Alert from '@mui/material/Alert';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { handleSymptom, querySymptoms, type SymptomDetail } from '@/lib/features/symptoms/contract';
import { CLOSE_REASONS, type CloseReason, type SymptomAction } from '@/lib/features/symptoms/value-sets';
import { conflictId, SmsError } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { hrefOf } from '@/lib/routes';

interface Props {
  readonly detail: SymptomDetail;
  readonly action: Exclude<SymptomAction, 'accept'>;
  /** As the reader sees it. */
  readonly title: string;
  readonly onHandled: (detail: SymptomDetail) => void;
  /** Somebody was faster. */
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

interface Values {
  jobDescription: string;
  jobNo: string;
  reason: CloseReason | '';
}

/** Makes a call-out of a symptom, puts it on a job, or closes it (silent-screens F2). */
export function HandleDialog({ detail, action, title, onHandled, onConflict, onClose }: Props) {
  const t = useTranslations('symptoms');
  const common = useTranslations('common');
  const [openId, setOpenId] = useState<string>();
  const form = useForm<Values>({ defaultValues: { jobDescription: title, jobNo: '', reason: '' } });
  const { symptomId, symptomState: from } = detail;

  const submit = async ({ jobDescription, jobNo, reason }: Values): Promise<void | 'stay'> => {
    if (action === 'close' && reason === '') {
      form.setError('reason', { message: t('handle.needReason') }, { shouldFocus: true });
      return 'stay';
    }
    const own =
      action === 'toCallback'
        ? { jobDescription, callbackId: openId }
        : action === 'toMaintenance'
          ? { jobNo }
          : { reason: reason || undefined };
    try {
      onHandled(await mutateSms(handleSymptom, { symptomId, from, action, ...own }, [querySymptoms]));
      toast.success(common('success.operation'));
      return undefined;
    } catch (error) {
      const open = conflictId(error, 'callbackId');
      if (open === undefined) {
        if (error instanceof SmsError && error.code === 409) onConflict();
        throw error;
      }
      setOpenId(open);
      return 'stay';
    }
  };

  return (
    <FormDialog
      isOpen
      title={t(`action.${action}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={openId ? t('handle.attach') : t(`action.${action}`)}
    >
      {action === 'toCallback' && (
        <>
          {openId && (
            <Alert severity="warning">
              {t('handle.open')}{' '}
              <a href={hrefOf('callbackDetail', { callbackId: openId })} target="_blank" rel="noopener">
                {openId}
              </a>
            </Alert>
          )}
          <FormTextField<Values>
            name="jobDescription"
            label={t('handle.jobDescription')}
            multiline
            minRows={2}
            helperText={`${detail.equipmentName} · ${detail.equipmentNo}`}
          />
        </>
      )}
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
