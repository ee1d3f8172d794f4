'use client';

import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldMessage } from './use-field-message';

export interface SelectChoice {
  readonly value: string | number;
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Explains the choice, shown when the list has room. */
  readonly hint?: string;
  /** The heading of its group; the choices of one group follow each other by `rank`. */
  readonly group?: string;
  readonly rank?: number;
}

interface Props<T extends FieldValues> extends Omit<
  TextFieldProps,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'select' | 'children'
> {
  readonly name: FieldPath<T>;
  readonly choices: readonly SelectChoice[];
  /** Called when a person has chosen, not when the form changes by itself. */
  readonly onChosen?: (value: string | number) => void;
}

/** One of a few choices, bound to the form around it. */
export function FormSelect<T extends FieldValues>({ name, choices, onChosen, helperText, ...rest }: Props<T>) {
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const message = useFieldMessage(fieldState.error);
  return (
    <TextField
      {...rest}
      select
      name={field.name}
      value={field.value ?? ''}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={message ?? helperText}
      onBlur={field.onBlur}
      onChange={({ target: { value } }) => {
        field.onChange(value);
        onChosen?.(value);
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} disabled={choice.isDisabled}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
