'use client';

import TextField from '@mui/material/TextField';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldMessage } from './use-field-message';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly isRequired?: boolean;
  readonly helperText?: string;
}

const typed = (value: unknown) => (typeof value === 'string' ? value.replace(' ', 'T') : '');
/** The browser omits the seconds when they are zero. */
const stored = (value: string) => (value === '' ? '' : `${value.replace('T', ' ')}:00`.slice(0, 19));

/**
 * Day and time, `yyyy-MM-dd HH:mm:ss`, bound to the form around it; '' when empty. It uses the device's own picker, the
 * best one on phones.
 */
export function FormMomentField<T extends FieldValues>({ name, label, isRequired, helperText }: Props<T>) {
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const message = useFieldMessage(fieldState.error);
  return (
    <TextField
      type="datetime-local"
      label={label}
      required={isRequired}
      value={typed(field.value)}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={message ?? helperText}
      onChange={(event) => field.onChange(stored(event.target.value))}
      onBlur={field.onBlur}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
    />
  );
}
