'use client';

import { useTranslations } from 'next-intl';
import { queryCubes } from '@/lib/features/gateways/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { MOST, TypedNumberField, useTyped } from './typed-number-field';

/** The number of a free box: typed, or chosen from the caller's boxes that start with it. */
export function BoxField({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useTranslations('gateways.replace');
  const cubeNo = useTyped(name);
  const { data } = useHeldSms(queryCubes, {
    pageIndex: 1,
    pageSize: MOST,
    bindState: 'UNBOUND',
    ...(cubeNo === '' ? {} : { cubeNo }),
  });
  return (
    <TypedNumberField
      name={name}
      label={label}
      hint={t('newHint')}
      maxLength={32}
      options={data?.records.filter(({ enabled }) => enabled).map((box) => box.cubeNo) ?? []}
      isUpperCase
    />
  );
}
