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
/** The browser leaves the seconds out where they are none. */
const stored = (value: string) => (value === '' ? '' : `${value.replace('T', ' ')}:00`.slice(0, 19));

/** Day and time, `yyyy-MM-dd HH:mm:ss`, bound to the surrounding form; '' without one. The device's own picker, which phones do best. */
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
