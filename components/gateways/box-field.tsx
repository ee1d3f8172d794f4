'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useFieldMessage } from '@/components/kit/form/use-field-message';
import { queryCubes } from '@/lib/features/gateways/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';

const TYPING_MS = 250;
const MOST = 15;

/** The number of a free box: typed, or chosen from the caller's boxes that start with it. */
export function BoxField({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useTranslations('gateways.replace');
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const message = useFieldMessage(fieldState.error, label);
  const value = String(field.value ?? '');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { data } = useHeldSms(queryCubes, {
    pageIndex: 1,
    pageSize: MOST,
    bindState: 'UNBOUND',
    ...(asked === '' ? {} : { cubeNo: asked }),
  });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={data?.records.filter(({ enabled }) => enabled).map(({ cubeNo }) => cubeNo) ?? []}
      filterOptions={(options) => options}
      inputValue={value}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset' || text !== '') field.onChange(text.toUpperCase());
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
          helperText={message ?? t('newHint')}
          slotProps={{
            ...slotProps,
            htmlInput: {
              ...slotProps.htmlInput,
              name,
              maxLength: 32,
              autoCapitalize: 'characters',
              enterKeyHint: 'done',
              spellCheck: false,
            },
          }}
        />
      )}
    />
  );
}
