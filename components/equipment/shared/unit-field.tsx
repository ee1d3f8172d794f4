'use client';

import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly placeholder: string;
  readonly holder: Holder;
  /** The unit of what is edited. */
  readonly known?: { readonly equipmentNo: string; readonly equipmentName: string };
}

const MOST_UNITS = 20;

/** The unit that something belongs to: a search when the caller may search, otherwise an input for the number. */
export function UnitField<T extends FieldValues>({ name, label, placeholder, holder, known }: Props<T>) {
  const [key, setKey] = useState('');
  const maySearch = may(holder, queryEquipment);
  const { data, isLoading } = useHeldSms(queryEquipment, maySearch ? { key, pageSize: MOST_UNITS } : null);
  if (!maySearch) return <FormTextField<T> name={name} label={label} required maxLength={40} />;
  const found = (data?.records ?? []).map(({ equipmentNo, equipmentName, buildingName }) => ({
    value: equipmentNo,
    label: equipmentNo,
    hint: [equipmentName, buildingName].filter(Boolean).join(' · '),
  }));
  return (
    <FormAutocomplete<T>
      name={name}
      label={label}
      isRequired
      placeholder={placeholder}
      isLoading={isLoading}
      onSearch={setKey}
      choices={
        !known || found.some(({ value }) => value === known.equipmentNo)
          ? found
          : [...found, { value: known.equipmentNo, label: known.equipmentNo, hint: known.equipmentName }]
      }
    />
  );
}
