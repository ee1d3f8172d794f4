'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import {
  followUpOff,
  queryOffMaintenance,
  resumeService,
  stopService,
  type OffMaintenanceRow,
} from '@/lib/features/off-maintenance/contract';
import { OFF_REASONS, type OffMove } from '@/lib/features/off-maintenance/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Values {
  note: string;
  reason: string;
  /** For a stop: the unit's number, typed again. */
  confirm: string;
}

interface Props {
  readonly move: OffMove;
  readonly row: OffMaintenanceRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds a follow-up, ends the maintenance after the unit's number was typed, or takes that back (silent-screens A8). */
export function OffDialog({ move, row, onDone, onClose }: Props) {
  const t = useTranslations('offMaintenance');
  const form = useForm<Values>({ defaultValues: { note: '', reason: row.reason, confirm: '' } });
  const submit = async ({ note, reason, confirm }: Values): Promise<void | 'stay'> => {
    const isNoteMissing = move !== 'resume' && note.trim() === '';
    const isUnconfirmed = move === 'stop' && confirm.trim() !== row.equipmentNo;
    if (isNoteMissing) form.setError('note', { message: t('need.note') });
    if (isUnconfirmed) form.setError('confirm', { message: t('need.confirm', { no: row.equipmentNo }) });
    if (isNoteMissing || isUnconfirmed) return 'stay';
    const { id } = row;
    if (move === 'followUp') await mutateSms(followUpOff, { id, note, reason: reason as OffMaintenanceRow['reason'] });
    else if (move === 'stop') await mutateSms(stopService, { id, note }, [queryOffMaintenance]);
    else await mutateSms(resumeService, { id, note }, [queryOffMaintenance]);
    onDone();
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t(`action.${move}Of`, { name: row.equipmentName })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(`action.${move}`)}
      width="xs"
    >
      {move === 'stop' && <p>{t('stopText', { unit: `${row.equipmentName} (${row.equipmentNo})` })}</p>}
      <FormTextField<Values> name="note" label={t('column.note')} required={move !== 'resume'} multiline minRows={2} />
      {move === 'followUp' && (
        <FormSelect<Values>
          name="reason"
          label={t('column.reason')}
          choices={OFF_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
      )}
      {move === 'stop' && (
        <FormTextField<Values>
          name="confirm"
          label={t('confirmLabel')}
          helperText={t('need.confirm', { no: row.equipmentNo })}
          required
          maxLength={40}
        />
      )}
    </FormDialog>
  );
}
