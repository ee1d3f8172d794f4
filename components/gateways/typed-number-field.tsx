'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useFieldMessage } from '@/components/kit/form/use-field-message';

const TYPING_MS = 250;
/** How many numbers are offered. */
export const MOST = 15;

/** What was typed into a field of the form, once nothing was typed for a moment. */
export function useTyped(name: string): string {
  const value = String(useWatch({ name }) ?? '');
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTyped(value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return typed;
}

interface Props {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly maxLength: number;
  /** Numbers that may be meant. */
  readonly options: readonly string[];
  /** Beside an offered number. */
  readonly nameOf?: (no: string) => string | undefined;
  /** Numbers of boxes are written in capitals. */
  readonly isUpperCase?: boolean;
}

/** A number that is typed, or chosen from those that are offered. */
export function TypedNumberField({ name, label, hint, maxLength, options, nameOf, isUpperCase = false }: Props) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const message = useFieldMessage(fieldState.error, label);
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={[...options]}
      filterOptions={(all) => all}
      renderOption={
        nameOf &&
        (({ key, ...rest }, no) => (
          <li key={key} {...rest}>
            {no} · {nameOf(no)}
          </li>
        ))
      }
      inputValue={String(field.value ?? '')}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset' || text !== '') field.onChange(isUpperCase ? text.toUpperCase() : text);
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
          helperText={message ?? hint}
          slotProps={{
            ...slotProps,
            htmlInput: {
              ...slotProps.htmlInput,
              name,
              maxLength,
              ...(isUpperCase ? { autoCapitalize: 'characters' } : {}),
              enterKeyHint: 'done',
              spellCheck: false,
            },
          }}
        />
      )}
    />
  );
}
