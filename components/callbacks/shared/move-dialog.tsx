'use client';

import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { toast } from '@/components/kit/ui/toast';
import { listCallbackHistory } from '@/lib/features/callback-history/contract';
import { listTechnicians, moveCallback, queryCallbacks, type CallbackDetail } from '@/lib/features/callbacks/contract';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import { fieldsOf, missingFields, type MoveField } from '@/lib/features/callbacks/shared/transitions';
import type { Scsa } from '@/lib/features/callbacks/value-sets';
import { SmsError } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { MoveFields, type MoveValues } from '../move-fields';

interface Props {
  readonly detail: CallbackDetail;
  readonly to: CallbackStatusCode;
  /** The call-out as it is after the move. */
  readonly onMoved: (detail: CallbackDetail) => void;
  /** Somebody was faster: what is shown is not true any more. */
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

const given = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** One move of the life cycle with what it needs (silent-screens F3). */
export function MoveDialog({ detail, to, onMoved, onConflict, onClose }: Props) {
  const t = useTranslations('callbacks');
  const form = useForm<MoveValues>({
    defaultValues: {
      time: '',
      reason: '',
      technicianName: '',
      technicianPhone: '',
      scsa: '',
      scsb: '',
      jobTechRemark: '',
      releaseDate: '',
      equipmentRunning: '',
      expectedReturnDate: '',
    },
  });
  const scsa = useWatch({ control: form.control, name: 'scsa' });
  const isTrapped = detail.personTrapped && detail.releaseDate === null;
  const { required, optional } = fieldsOf(to, { isTrapped, isFreed: detail.releaseDate !== null, scsa });

  const submit = async (values: MoveValues): Promise<void | 'stay'> => {
    const missing = missingFields(to, { isTrapped }, values);
    for (const field of missing) form.setError(field, { message: t(`need.${field}`) });
    if (missing.length > 0) return 'stay';
    const sent = (field: MoveField & keyof MoveValues) =>
      [...required, ...optional].includes(field) ? given(values[field]) : undefined;
    try {
      const moved = await mutateSms(
        moveCallback,
        {
          callbackId: detail.callbackId,
          from: detail.jobStatus,
          status: to,
          time: given(values.time),
          reason: sent('reason'),
          technicianName: sent('technicianName'),
          technicianPhone: sent('technicianPhone'),
          scsa: sent('scsa') as Scsa | undefined,
          scsb: sent('scsb'),
          jobTechRemark: sent('jobTechRemark'),
          releaseDate: sent('releaseDate'),
          expectedReturnDate: sent('expectedReturnDate'),
          equipmentRunning: to === 'CLSO' ? values.equipmentRunning === 'yes' : undefined,
        },
        [queryCallbacks, listTechnicians, listCallbackHistory],
      );
      onMoved(moved);
    } catch (error) {
      // Somebody was trapped meanwhile: what is asked for stands in the form as soon as the page has read it.
      const [unseen] = Object.entries(error instanceof SmsError ? error.fieldErrors : {}).filter(
        ([name]) => name !== 'time' && ![...required, ...optional].some((field) => field === name),
      );
      if (unseen) {
        toast.error(unseen[1]);
        onConflict();
        return 'stay';
      }
      if (!(error instanceof SmsError) || error.code !== 409) throw error;
      toast.error(error.message);
      onConflict();
    }
    return undefined;
  };

  return (
    <FormDialog
      isOpen
      title={t(`move.${to}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(`action.${to}`)}
      width="xs"
    >
      <MoveFields to={to} callbackId={detail.callbackId} required={required} optional={optional} />
      <FormMomentField<MoveValues> name="time" label={t('move.time')} helperText={t('move.timeHint')} />
    </FormDialog>
  );
}
