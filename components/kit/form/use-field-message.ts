'use client';

import { useTranslations } from 'next-intl';
import type { FieldError } from 'react-hook-form';

const SHARED = { tooLong: 'tooLongShort', badValue: 'badValue', badKey: 'badValue' } as const;

/** The text under a field. Contract schemas name their messages by keys; forms and the server bring finished texts. @param label names the field that has to be filled */
export function useFieldMessage(error: FieldError | undefined, label?: unknown): string | undefined {
  const t = useTranslations('common.field');
  if (!error) return undefined;
  if (error.message === 'required' && typeof label === 'string') return t('required', { label });
  const known = Object.entries(SHARED).find(([key]) => key === error.message)?.[1];
  return known ? t(known) : error.message || t('badValue');
}
