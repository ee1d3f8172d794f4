'use client';

import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldMessage } from './use-field-message';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly helperText?: string;
}

/** On or off, bound to the form around it. */
export function FormSwitch<T extends FieldValues>({ name, label, helperText }: Props<T>) {
  const id = useId();
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const text = useFieldMessage(fieldState.error) ?? helperText;
  return (
    <FormControl error={fieldState.invalid}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            name={field.name}
            checked={field.value === true}
            onChange={(_, isOn) => field.onChange(isOn)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': text ? id : undefined } }}
          />
        }
      />
      {text && (
        <FormHelperText id={id} sx={{ m: 0 }}>
          {text}
        </FormHelperText>
      )}
    </FormControl>
  );
}
