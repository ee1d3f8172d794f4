'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useFieldMessage } from '@/components/kit/form/use-field-message';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';

const TYPING_MS = 250;
const MOST = 15;
/** No box was ever installed. */
const NOT_INSTALLED = 4;

/** The number of a unit: typed, or chosen from those without a box whose number or name has what was typed. */
export function UnitField({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useTranslations('gateways.bind');
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const message = useFieldMessage(fieldState.error, label);
  const value = String(field.value ?? '');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { data } = useHeldSms(queryEquipment, {
    pageIndex: 1,
    pageSize: MOST,
    onlineStatus: NOT_INSTALLED,
    ...(asked === '' ? {} : { key: asked }),
  });
  const nameOf = new Map(data?.records.map(({ equipmentNo, equipmentName }) => [equipmentNo, equipmentName]));
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={[...nameOf.keys()]}
      filterOptions={(options) => options}
      renderOption={({ key, ...rest }, no) => (
        <li key={key} {...rest}>
          {no} · {nameOf.get(no)}
        </li>
      )}
      inputValue={value}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset' || text !== '') field.onChange(text);
      }}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={label}
          required
          autoFocus
          inputRef={field.ref}
          onBlur={field.onBlur}
          error={fieldState.invalid}
          helperText={message ?? t('hint')}
          slotProps={{
            ...slotProps,
            htmlInput: { ...slotProps.htmlInput, name, maxLength: 40, enterKeyHint: 'done', spellCheck: false },
          }}
        />
      )}
    />
  );
}
