'use client';

import { useTranslations } from 'next-intl';
import type { FieldError } from 'react-hook-form';

const SHARED = { tooLong: 'tooLongShort', badValue: 'badValue', badKey: 'badValue' } as const;

/**
 * The text under a field. Messages of contract schemas are keys; forms and the server supply finished texts. @param
 * label the name of the required field
 */
export function useFieldMessage(error: FieldError | undefined, label?: unknown): string | undefined {
  const t = useTranslations('common.field');
  if (!error) return undefined;
  if (error.message === 'required' && typeof label === 'string') return t('required', { label });
  const known = Object.entries(SHARED).find(([key]) => key === error.message)?.[1];
  return known ? t(known) : error.message || t('badValue');
}
