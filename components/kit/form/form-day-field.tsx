'use client';

import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { DayField } from './day-field';
import { useFieldMessage } from './use-field-message';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly min?: string;
  readonly max?: string;
  readonly isRequired?: boolean;
  readonly helperText?: string;
}

/** A day, bound to the form around it; '' when empty. */
export function FormDayField<T extends FieldValues>({ name, ...rest }: Props<T>) {
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  return (
    <DayField
      {...rest}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      problem={useFieldMessage(fieldState.error)}
    />
  );
}
