'use client';

import Chip from '@mui/material/Chip';
import { useLocale, useTranslations } from 'next-intl';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { listTechnicians } from '@/lib/features/callbacks/contract';
import { getOptions } from '@/lib/features/dictionaries/contract';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import { INTERRUPTIONS, type MoveField } from '@/lib/features/callbacks/shared/transitions';
import { SCSA } from '@/lib/features/callbacks/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import { TechnicianPicker } from './shared/technician-picker';
import styles from './move-dialog.module.css';

/** All as texts, as the fields hold them; '' is nothing. */
export type MoveValues = Record<MoveField | 'time', string>;

interface Props {
  readonly to: CallbackStatusCode;
  readonly callbackId: string;
  readonly required: readonly MoveField[];
  readonly optional: readonly MoveField[];
}

/** The fields of a move, in the order in which the table names them. */
export function MoveFields({ to, callbackId, required, optional }: Props) {
  const t = useTranslations('callbacks');
  const { setValue, control } = useFormContext<MoveValues>();
  const [name, phone] = useWatch({ control, name: ['technicianName', 'technicianPhone'] });
  const fill = (field: MoveField, value: string) =>
    setValue(field, value, { shouldDirty: true, shouldValidate: false });
  const draw = (field: MoveField) => {
    const label = t(`field.${field}`);
    const isRequired = required.includes(field);
    switch (field) {
      case 'scsa':
        return (
          <FormSelect<MoveValues>
            key={field}
            name={field}
            label={label}
            required={isRequired}
            choices={SCSA.map((value) => ({ value, label: t(`scsa.${value}`) }))}
          />
        );
      case 'scsb':
        return <PartField key={field} label={label} />;
      case 'equipmentRunning':
        return (
          <FormSelect<MoveValues>
            key={field}
            name={field}
            label={label}
            required={isRequired}
            choices={(['yes', 'no'] as const).map((value) => ({ value, label: t(`running.${value}`) }))}
          />
        );
      case 'releaseDate':
      case 'expectedReturnDate':
        return <FormMomentField<MoveValues> key={field} name={field} label={label} isRequired={isRequired} />;
      case 'jobTechRemark':
        return (
          <FormTextField<MoveValues>
            key={field}
            name={field}
            label={label}
            required={isRequired}
            multiline
            minRows={2}
            maxLength={1000}
          />
        );
      case 'technicianPhone':
        return (
          <FormTextField<MoveValues>
            key={field}
            name={field}
            label={label}
            required={isRequired}
            maxLength={20}
            slotProps={{ htmlInput: { inputMode: 'tel' } }}
          />
        );
      default:
        return <FormTextField<MoveValues> key={field} name={field} label={label} required={isRequired} />;
    }
  };
  return (
    <>
      {to === 'PAGE' && (
        <TechnicianPicker
          operation={listTechnicians}
          of={{ callbackId }}
          isChosen={({ technicianName, technicianPhone }) => technicianName === name && technicianPhone === phone}
          onChoose={({ technicianName, technicianPhone }) => {
            fill('technicianName', technicianName);
            fill('technicianPhone', technicianPhone);
          }}
        />
      )}
      {to === 'INTR' && (
        <div className={styles.reasons} role="group" aria-label={t('field.reason')}>
          {INTERRUPTIONS.map((kind) => (
            <Chip
              key={kind}
              label={t(`interruption.${kind}`)}
              onClick={() => fill('reason', t(`interruption.${kind}`))}
            />
          ))}
        </div>
      )}
      {[...required, ...optional].map(draw)}
    </>
  );
}

/** The part of the equipment, out of the dictionary. */
function PartField({ label }: { readonly label: string }) {
  const isEnglish = useLocale() === 'en';
  const { data } = useSms(getOptions, { name: 'scsb' });
  return (
    <FormSelect<MoveValues>
      name="scsb"
      label={label}
      required
      choices={(data ?? []).map(({ value, label: word, labelEn }) => ({ value, label: isEnglish ? labelEn : word }))}
    />
  );
}
