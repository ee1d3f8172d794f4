'use client';

import Alert from '@mui/material/Alert';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { createCallback, queryCallbacks } from '@/lib/features/callbacks/contract';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { conflictId } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { callbackHref } from './callback-columns';

/** What is known already where the dialog is opened: from a unit, a symptom, an episode. */
export interface CreatePresets {
  readonly equipmentNo?: string;
  readonly equipmentName?: string;
  readonly jobDescription?: string;
  readonly personTrapped?: boolean;
  readonly symptomId?: string;
  readonly errorId?: string;
}

interface Props {
  readonly holder: Holder;
  readonly presets?: CreatePresets;
  /** Puts what the call-out is for to the open one of the unit instead; without it that one is only named. */
  readonly onAttach?: (callbackId: string, jobDescription: string) => Promise<unknown>;
  /** The call-out that was opened, joined or attached to. */
  readonly onDone: (callbackId: string) => void;
  readonly onClose: () => void;
}

interface Values {
  equipmentNo: string | null;
  jobDescription: string;
  callerName: string;
  callerPhone: string;
  personTrapped: boolean;
  trappedCount: string;
  personInjured: boolean;
}

const MOST_UNITS = 20;
const digits = (text: string) => text.replace(/\D/g, '');

/** The equipment: chosen while typing where the caller may search, else its number. */
function UnitField({ holder, presets }: Pick<Props, 'holder' | 'presets'>) {
  const t = useTranslations('callbacks.create');
  const [key, setKey] = useState('');
  const { data, isLoading } = useHeldSms(
    queryEquipment,
    may(holder, queryEquipment) && presets?.equipmentNo === undefined ? { key, pageSize: MOST_UNITS } : null,
  );
  if (presets?.equipmentNo !== undefined || !may(holder, queryEquipment))
    return (
      <FormTextField<Values>
        name="equipmentNo"
        label={t('equipmentNo')}
        required
        disabled={presets?.equipmentNo !== undefined}
        helperText={presets?.equipmentName}
        maxLength={40}
      />
    );
  return (
    <FormAutocomplete<Values>
      name="equipmentNo"
      label={t('equipmentNo')}
      isRequired
      placeholder={t('typing')}
      isLoading={isLoading}
      onSearch={setKey}
      choices={(data?.records ?? []).map(({ equipmentNo, equipmentName, buildingName }) => ({
        value: equipmentNo,
        label: equipmentNo,
        hint: [equipmentName, buildingName].filter(Boolean).join(' · '),
      }))}
    />
  );
}

/** Reports a trouble (silent-screens F3). Where a call-out is open, it leads there, or offers to attach to it. */
export function CreateDialog({ holder, presets, onAttach, onDone, onClose }: Props) {
  const t = useTranslations('callbacks');
  const [openId, setOpenId] = useState<string>();
  const form = useForm<Values>({
    defaultValues: {
      equipmentNo: presets?.equipmentNo ?? null,
      jobDescription: presets?.jobDescription ?? '',
      callerName: '',
      callerPhone: '',
      personTrapped: presets?.personTrapped ?? false,
      trappedCount: '',
      personInjured: false,
    },
  });
  const isTrapped = useWatch({ control: form.control, name: 'personTrapped' });

  const submit = async (values: Values): Promise<void | 'stay'> => {
    const missing = (['equipmentNo', 'jobDescription'] as const).filter((name) => !values[name]?.trim());
    for (const name of missing) form.setError(name, { message: t(`need.${name}`) });
    if (missing.length > 0) return 'stay';
    if (openId !== undefined && onAttach) {
      await onAttach(openId, values.jobDescription);
      toast.success(t('create.attached'));
      onDone(openId);
      return undefined;
    }
    setOpenId(undefined);
    try {
      const { callbackId, joined } = await mutateSms(
        createCallback,
        {
          ...values,
          equipmentNo: values.equipmentNo ?? '',
          callerPhone: digits(values.callerPhone),
          trappedCount: isTrapped && values.trappedCount ? Number(values.trappedCount) : undefined,
          symptomId: presets?.symptomId,
          errorId: presets?.errorId,
        },
        [queryCallbacks],
      );
      toast.success(t(joined ? 'create.joined' : 'create.done'));
      onDone(callbackId);
      return undefined;
    } catch (error) {
      const open = conflictId(error, 'callbackId');
      if (open === undefined) throw error;
      setOpenId(open);
      return 'stay';
    }
  };

  return (
    <FormDialog
      isOpen
      title={t('create.title')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(openId !== undefined && onAttach ? 'create.attach' : 'create.submit')}
    >
      {openId && (
        <Alert severity="warning">
          {t('create.open')}{' '}
          <a href={callbackHref(openId)} {...(onAttach ? { target: '_blank', rel: 'noopener' } : {})}>
            {t('create.openLink', { id: openId })}
          </a>
        </Alert>
      )}
      <UnitField holder={holder} presets={presets} />
      <FormTextField<Values>
        name="jobDescription"
        label={t('create.jobDescription')}
        required
        multiline
        minRows={2}
        maxLength={200}
      />
      <FormTextField<Values> name="callerName" label={t('create.callerName')} />
      <FormTextField<Values>
        name="callerPhone"
        label={t('create.callerPhone')}
        maxLength={11}
        slotProps={{ htmlInput: { inputMode: 'tel' } }}
      />
      <FormSwitch<Values> name="personTrapped" label={t('create.personTrapped')} />
      {isTrapped && (
        <FormTextField<Values>
          name="trappedCount"
          label={t('create.trappedCount')}
          maxLength={2}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
      <FormSwitch<Values> name="personInjured" label={t('create.personInjured')} />
    </FormDialog>
  );
}
