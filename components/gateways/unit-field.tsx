'use client';

import { useTranslations } from 'next-intl';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { MOST, TypedNumberField, useTyped } from './typed-number-field';

/** No box was ever installed. */
const NOT_INSTALLED = 4;

/** The number of a unit: typed, or chosen from those without a box whose number or name has what was typed. */
export function UnitField({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useTranslations('gateways.bind');
  const key = useTyped(name);
  const { data } = useHeldSms(queryEquipment, {
    pageIndex: 1,
    pageSize: MOST,
    onlineStatus: NOT_INSTALLED,
    ...(key === '' ? {} : { key }),
  });
  const names = new Map(data?.records.map(({ equipmentNo, equipmentName }) => [equipmentNo, equipmentName]));
  return (
    <TypedNumberField
      name={name}
      label={label}
      hint={t('hint')}
      maxLength={40}
      options={[...names.keys()]}
      nameOf={(no) => names.get(no)}
    />
  );
}
