'use client';

import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Operation } from '@/lib/platform/contract/operation';
import { FormAutocomplete } from './autocomplete-field';
import { useLookUp, type LookUpSource } from './use-look-up';

type Props<T extends FieldValues, O extends Operation> = LookUpSource<O> &
  Omit<ComponentProps<typeof FormAutocomplete<T>>, 'choices' | 'isLoading' | 'onSearch' | 'labelOf'>;

/** One or several names of a remote look-up, bound to the form around it. The form keeps the values. */
export function FormLookUp<T extends FieldValues, O extends Operation>({
  operation,
  choiceOf,
  extra,
  known,
  ...rest
}: Props<T, O>) {
  const { choices, isLoading, search, labelOf } = useLookUp({ operation, choiceOf, extra, known });
  return <FormAutocomplete<T> {...rest} choices={choices} isLoading={isLoading} onSearch={search} labelOf={labelOf} />;
}
