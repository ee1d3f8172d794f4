'use client';

import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import { useRef } from 'react';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { EMPTY_SHOWN, useTypedBefore } from './before-alive';
import { useFieldMessage } from './use-field-message';

interface Props<T extends FieldValues> extends Omit<
  TextFieldProps,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'inputRef'
> {
  readonly name: FieldPath<T>;
  /** 200 characters by default (doc1 §5). */
  readonly maxLength?: number;
  /** Passwords and tokens stay as typed (readings 66); other text is trimmed when the field loses the focus. */
  readonly isTrimmed?: boolean;
}

/** A text input bound to the form around it. */
export function FormTextField<T extends FieldValues>({
  name,
  maxLength = 200,
  isTrimmed,
  helperText,
  slotProps,
  type,
  ...rest
}: Props<T>) {
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const message = useFieldMessage(fieldState.error, rest.label);
  const input = useRef<HTMLInputElement>(null);
  const inputRef = useForkRef(input, field.ref);
  useTypedBefore(input, String(field.value ?? ''), field.onChange);
  const trims = isTrimmed ?? type !== 'password';
  return (
    <TextField
      placeholder={EMPTY_SHOWN}
      {...rest}
      type={type}
      name={field.name}
      value={field.value ?? ''}
      inputRef={inputRef}
      error={fieldState.invalid}
      helperText={message ?? helperText}
      onChange={(event) => field.onChange(event.target.value)}
      onBlur={() => {
        if (trims && typeof field.value === 'string' && field.value !== field.value.trim())
          field.onChange(field.value.trim());
        field.onBlur();
      }}
      slotProps={{ ...slotProps, htmlInput: { maxLength, ...slotProps?.htmlInput } }}
    />
  );
}
