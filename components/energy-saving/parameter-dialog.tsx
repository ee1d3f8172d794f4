'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { saveEnergyParameter, type EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { POWER_FIELDS, powerFault } from '@/lib/features/energy-saving/powers';
import { MAX_POWER } from '@/lib/features/energy-saving/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Values {
  ratedPower: string;
  crawlPower: string;
  standbyPower: string;
  energyClass: string;
  certificateDate: string;
}

const textOf = (value: number | null) => (value === null ? '' : String(value));
/** NaN for what is no number: outside every range. */
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Powers and certificate of a unit (silent-screens A4). Elevators are measured: they have no powers to enter. */
export function ParameterDialog({
  row,
  onDone,
  onClose,
}: {
  readonly row: EnergySavingRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('energySaving');
  const common = useTranslations('common.success');
  const hasPowers = row.displayType === 'ES' || row.displayType === 'WW';
  const form = useForm<Values>({
    defaultValues: {
      ratedPower: textOf(row.ratedPower),
      crawlPower: textOf(row.crawlPower),
      standbyPower: textOf(row.standbyPower),
      energyClass: row.energyClass ?? '',
      certificateDate: row.certificateDate ?? '',
    },
  });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    const powers = {
      ratedPower: numberOf(values.ratedPower),
      crawlPower: numberOf(values.crawlPower),
      standbyPower: numberOf(values.standbyPower),
    };
    const fault = powerFault(powers);
    if (fault) {
      form.setError(
        fault.field,
        { message: t(`fault.${fault.messageKey}`, { most: MAX_POWER }) },
        { shouldFocus: true },
      );
      return 'stay';
    }
    await mutateSms(saveEnergyParameter, {
      equipmentNo: row.equipmentNo,
      ...(hasPowers ? powers : {}),
      energyClass: values.energyClass,
      certificateDate: values.certificateDate,
    });
    toast.success(common('operation'));
    onDone();
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('action.updateOf', { name: row.equipmentName })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width="xs"
    >
      {hasPowers &&
        POWER_FIELDS.map((name) => (
          <FormTextField<Values>
            key={name}
            name={name}
            label={t(`field.${name}`)}
            maxLength={8}
            helperText={t(`hint.${name}`)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      <FormTextField<Values> name="energyClass" label={t('field.energyClass')} maxLength={10} />
      <FormDayField<Values> name="certificateDate" label={t('field.certificateDate')} />
      {hasPowers && <p>{t('hint.days')}</p>}
    </FormDialog>
  );
}
